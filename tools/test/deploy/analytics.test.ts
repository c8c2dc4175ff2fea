import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { HOUR_MS } from '@quantalgo/contracts/core/time';
import { LADDER_RULES } from '@quantalgo/contracts/signals/rules';
import { COLLECTIONS } from '@quantalgo/functions/collections/collections';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { ANALYTICS_COLLECTIONS, getSnapshotTime } from '../../src/deploy/analytics';
import { inRoot } from '../../src/system/root';
import { analyticsScenes } from '../release/analyticsScenes';

describe('BigQuery export', analyticsScenes);

describe('exported collections', () => {
  it.each(ANALYTICS_COLLECTIONS)('%s contains no member data', (name) => {
    const { member, schema } = COLLECTIONS[name];
    expect(member).toBeNull();
    const fields = JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
    expect(fields).not.toMatch(/"(?:uid|sid|by|email|address|phone|telegram|\w*[nN]ame)":/);
  });

  it('would be caught if their schema had a uid', () => {
    const { schema } = COLLECTIONS.userAnchors;
    const fields = JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
    expect(fields).toMatch(/"uid":/);
  });

  it('are named in docs/scale.md', () => {
    const page = readFileSync(inRoot('docs/scale.md'), 'utf8');
    const names = ANALYTICS_COLLECTIONS.map((name) => `\`${name}\``);
    expect(page.replaceAll(/\s+/g, ' ')).toContain(
      `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`,
    );
  });
});

describe('getSnapshotTime', () => {
  it.each([
    ['2026-11-26T09:30:00Z', '2026-11-26T00:00:00Z'],
    ['2026-11-26T01:00:00Z', '2026-11-26T00:00:00Z'],
    ['2026-11-26T00:59:59Z', '2026-11-25T00:00:00Z'],
  ])('at %s returns %s', (now, at) => {
    expect(getSnapshotTime(Date.parse(now))).toBe(Date.parse(at));
  });

  it('lags behind by more than a signal takes to settle', () => {
    expect((LADDER_RULES.stakes.length + 1) * SLOT_MS).toBeLessThan(HOUR_MS);
  });
});

/** Names of the fields of a message of Firestore's administration, as the installed client has it. */
function fieldNames(file: string, message: string): string[] {
  const package_ = dirname(
    createRequire(inRoot('functions/package.json')).resolve('@google-cloud/firestore/package.json'),
  );
  const path = join(package_, 'build/protos/google/firestore/admin/v1', file);
  const [, body = ''] =
    new RegExp(`^message ${message} \\{([^]*?)^\\}`, 'm').exec(readFileSync(path, 'utf8')) ?? [];
  return [...body.matchAll(/^ {2}[\w. ]+ (\w+) = \d+/gm)].map(([, name = '']) =>
    name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
  );
}

it('uses the field names of Firestore’s API for requests and responses', () => {
  expect(fieldNames('firestore_admin.proto', 'ExportDocumentsRequest')).toEqual(
    expect.arrayContaining(['collectionIds', 'outputUriPrefix', 'snapshotTime']),
  );
  expect(fieldNames('operation.proto', 'ExportDocumentsMetadata')).toEqual(
    expect.arrayContaining(['operationState', 'outputUriPrefix']),
  );
});
