import { mkdtempSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { EMPTY_PERFORMANCE_COUNTERS, toPerformance } from '@quantalgo/contracts/record/performance';
import { afterEach, describe, expect, it } from 'vitest';
import { fetchLastRecord } from '../../src/build/lastRecord';
import { inRoot } from '../../src/system/root';

const path = join(mkdtempSync(join(tmpdir(), 'record-')), 'not-made-yet', 'record.json');
const file = relative(inRoot(), path);

const reply = {
  success: true,
  timestamp: '2026-11-20T13:05:02.000Z',
  data: {
    performance: toPerformance({ ...EMPTY_PERFORMANCE_COUNTERS, source: 'twelvedata' }),
    log: null,
    sealedBeforeOutcome: 0,
    seeded: 0,
    latest: null,
  },
};

let server: Server | undefined;

afterEach(() => {
  server?.close();
});

/** @returns the origin of a site that answers this */
async function serve(content: string): Promise<string> {
  const started = createServer((_, response) => response.end(content));
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  const address = started.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  return `http://127.0.0.1:${address.port}`;
}

describe('fetchLastRecord', () => {
  it('saves the record of the live site', async () => {
    expect(await fetchLastRecord(await serve(JSON.stringify(reply)), file)).toBe(file);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ timestamp: reply.timestamp });
  });

  it.each([
    ['a page', '<!doctype html>'],
    ['a record of another version', JSON.stringify({ ...reply, data: {} })],
  ])('returns null if the site answers with %s', async (_, content) => {
    expect(await fetchLastRecord(await serve(content), file)).toBeNull();
  });

  it('returns null if the site is unreachable', async () => {
    expect(await fetchLastRecord('http://127.0.0.1:9', file)).toBeNull();
  });
});
