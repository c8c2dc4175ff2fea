import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { accountArchiveSchema } from '@quantalgo/contracts/privacy/archive';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { COLLECTIONS, EVERY_COLLECTION } from '../src/collections/collections';
import { formatRetention } from '../src/retention';

const root = new URL('../../', import.meta.url);
const SERVER = fileURLToPath(new URL('functions/src', root));

/** A collection's name where it is asked for: `collection('users')`, `users/${uid}`, `path: 'stats/performance'`. */
const NAMED = [
  /\b(?:collection|doc)\(\s*[`'](\w+)(?:\/|[`'])/g,
  /[`'](\w+)\/(?:\$\{|current'|performance'|heartbeat')/g,
];

/** Paths of other things that look alike: files of uploads, and addresses of pages, services and queues. */
const NO_COLLECTION = new Set([
  'setupProofs',
  'projects',
  'locations',
  'v1',
  'accounts',
  'pending',
]);

function collectionsInCode(): string[] {
  const files = readdirSync(SERVER, { recursive: true, encoding: 'utf8' });
  const texts = files
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(`${SERVER}/${name}`, 'utf8'));
  const names = texts.flatMap((text) =>
    NAMED.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = '']) => name)),
  );
  return [...new Set(names)].filter((name) => !NO_COLLECTION.has(name)).sort();
}

describe('retention texts', () => {
  it.each([
    [10 * 60_000, '10 minutes'],
    [60 * 60_000, 'an hour'],
    [36 * 60 * 60_000, '36 hours'],
    [24 * 60 * 60_000, 'a day'],
    [90 * 24 * 60 * 60_000, '90 days'],
    [365 * 24 * 60 * 60_000, 'a year'],
  ])('formats %i ms as %s', (ms, words) => {
    expect(formatRetention(ms)).toBe(words);
  });
});

describe('collection registry', () => {
  it('lists exactly the collections that the server uses', () => {
    expect(collectionsInCode()).toEqual(Object.keys(COLLECTIONS).sort());
  });

  it('covers every part of a member’s archive', () => {
    const parts = EVERY_COLLECTION.flatMap(([, { member }]) =>
      member && 'as' in member.export ? [member.export.as] : [],
    );
    const others = ['format', 'exportedAt', 'files', 'remembered', 'signals'];
    expect([...parts, ...others].sort()).toEqual(Object.keys(accountArchiveSchema.shape).sort());
  });

  it.each(EVERY_COLLECTION)(
    'finds the member of %s by a field that its documents have',
    (_, one) => {
      const { schema, member } = one;
      const fields = schema instanceof z.ZodMiniObject ? Object.keys(schema.shape) : [];
      const namesSomebody = fields.includes('uid');
      if (namesSomebody) expect(member, 'Say whose the documents are').not.toBeNull();
      if (member?.by === 'uid') expect(fields).toContain('uid');
      if (typeof member?.erase === 'object') {
        const { fields: named, text } = member.erase.pseudonymise;
        expect(fields).toEqual(expect.arrayContaining([...named, text]));
      }
    },
  );

  it('declares readers for exactly the collections that firestore.rules open', () => {
    const rules = readFileSync(new URL('firestore.rules', root), 'utf8');
    const opened = [...rules.matchAll(/match \/(\w+)\/(?:\{\w+\}|\w+) \{/g)]
      .map(([, name]) => name)
      .filter((name) => name !== 'databases');
    const readable = EVERY_COLLECTION.flatMap(([name, { readers }]) => (readers ? [name] : []));
    expect(opened.sort()).toEqual(readable.sort());
  });
});
