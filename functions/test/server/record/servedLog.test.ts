import { encodeUtf8 } from '@quantalgo/contracts/core/sha256';
import { type LedgerEntry, stampSchema } from '@quantalgo/contracts/record/ledger/entry';
import { decodeBase64 } from '@quantalgo/contracts/record/log/base64';
import {
  parseCheckpoint,
  parseVerifierKey,
  parseSignedNote,
} from '@quantalgo/contracts/record/log/checkpoint';
import { decodeBundle, toLeaf } from '@quantalgo/contracts/record/log/entryBundle';
import { provesConsistency, provesInclusion } from '@quantalgo/contracts/record/log/proofs';
import { stampedCheckpointSchema } from '@quantalgo/contracts/record/log/stampedCheckpoint';
import { splitHashes } from '@quantalgo/contracts/record/log/tiles';
import { hashLeaf } from '@quantalgo/contracts/record/log/tree';
import { LADDER_RULES } from '@quantalgo/contracts/signals/rules';
import { Timestamp } from 'firebase-admin/firestore';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { append } from '../../../src/domain/record/ledger';
import { createEmptyLog, growLog, getLogRoot } from '../../../src/domain/record/log';
import { createNoteSigner } from '../../../src/platform/core/noteSigner';
import { stampCheckpoint } from '../../../src/platform/record/checkpointStamps';
import { completeLog } from '../../../src/platform/record/log';
import { startApi, type Api } from '../http/suite';

const AT = Date.parse('2026-11-20T12:00:00Z');
/** Fills two tiles and part of a third. */
const ENTRIES = 600;

let api: Api;
let chain: LedgerEntry[];

function missesAfterGenesis(): LedgerEntry[] {
  const context = { at: AT, source: 'simulated' as const };
  const entries = [
    append(null, { type: 'genesis', ledgerId: 'test', rules: LADDER_RULES }, context),
  ];
  const miss = { type: 'miss', slot: '20261120T1200Z', reason: 'No candles' } as const;
  for (let seq = 1; seq < ENTRIES; seq += 1)
    entries.push(append(entries.at(-1) ?? null, miss, context));
  return entries;
}

const get = (path: string, init: RequestInit = {}) => fetch(`${api.url}/ledger/${path}`, init);
const bytesAt = async (path: string) => new Uint8Array(await (await get(path)).arrayBuffer());
const headAt = (size: number) => {
  const { log } = growLog(createEmptyLog('test'), chain.slice(0, size).map(toLeaf));
  return { size, root: getLogRoot(log) };
};

beforeAll(async () => {
  api = await startApi('demo-http-log');
});
afterAll(() => api.close());

describe('empty log', () => {
  it.each(['checkpoint', 'key', 'tile/0/000.p/1', 'consistency/0/0', 'entry/0/1'])(
    'answers %s with an uncacheable 404',
    async (path) => {
      const reply = await get(path);
      expect(reply.status).toBe(404);
      expect(reply.headers.get('cache-control')).toBe('no-store');
    },
  );
});

describe('log', () => {
  beforeAll(async () => {
    chain = missesAfterGenesis();
    const writer = api.firestore.bulkWriter();
    for (const entry of chain) void writer.set(api.firestore.doc(`ledger/${entry.seq}`), entry);
    await writer.close();
    const { seq, hash, source } = chain.at(-1) ?? {};
    await api.firestore.doc('ledgerHeads/current').set({
      ledgerId: 'test',
      rules: LADDER_RULES,
      seq,
      hash,
      source,
      at: Timestamp.fromMillis(AT),
      lastSlot: '20261120T1200Z',
      closedFrom: null,
    });
    await completeLog(api.firestore, createNoteSigner('a key for the checkpoints of a test'));
  });

  it('serves its signed checkpoint as text, cached for seconds, and its key', async () => {
    const reply = await get('checkpoint');
    expect(reply.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(reply.headers.get('cache-control')).toBe('public, max-age=5');
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
    const { text, signatures } = parseSignedNote(await reply.text());
    const { origin, ...head } = parseCheckpoint(text);
    expect(head).toEqual(headAt(ENTRIES));
    const key = parseVerifierKey((await (await get('key')).text()).trim());
    expect([key.name, signatures.map(({ name }) => name)]).toEqual([origin, [origin]]);
  });

  it('answers 304 if the checkpoint’s ETag matches', async () => {
    const etag = (await get('checkpoint')).headers.get('etag') ?? '';
    const reply = await get('checkpoint', { headers: { 'if-none-match': etag } });
    expect([reply.status, await reply.text()]).toEqual([304, '']);
  });

  it('serves its tiles as immutable bytes', async () => {
    const reply = await get('tile/0/001');
    expect(reply.headers.get('content-type')).toBe('application/octet-stream');
    expect(reply.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const hashes = chain.map((entry) => hashLeaf(toLeaf(entry)));
    expect(splitHashes(new Uint8Array(await reply.arrayBuffer()))).toEqual(hashes.slice(256, 512));
    expect(splitHashes(await bytesAt('tile/0/002.p/88'))).toEqual(hashes.slice(512));
    expect(await bytesAt('tile/1/000.p/2')).toHaveLength(64);
  });

  it('serves the partial tiles of smaller log sizes', async () => {
    const full = await bytesAt('tile/0/000');
    expect(await bytesAt('tile/0/000.p/7')).toEqual(full.slice(0, 7 * 32));
    expect(await bytesAt('tile/0/002.p/1')).toEqual(
      (await bytesAt('tile/0/002.p/88')).slice(0, 32),
    );
  });

  it('serves an entry with its inclusion proof, cached as immutable', async () => {
    const places = [
      [0, 1],
      [299, 300],
      [255, 600],
      [599, 600],
    ] as const;
    for (const [index, size] of places) {
      const reply = await get(`entry/${index}/${size}`);
      expect(reply.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      const [entry = '', ...lines] = (await reply.text()).trimEnd().split('\n');
      expect(JSON.parse(entry)).toEqual(chain[index]);
      const place = { leaf: hashLeaf(encodeUtf8(entry)), index, ...headAt(size) };
      expect(provesInclusion(place, lines.map(decodeBase64))).toBe(true);
    }
    for (const path of ['entry/600/600', 'entry/1/601', 'entry/1'])
      expect((await get(path)).status).toBe(404);
  });

  it('lists a day’s stamped checkpoints and serves their tokens', async () => {
    const text = () => Promise.resolve({ token: Uint8Array.of(48, 3), genTime: AT + 2 * 60_000 });
    await stampCheckpoint(api.firestore, [{ by: 'one.example', text }], AT + 2 * 60_000);
    const reply = await get('stamps/20261120');
    expect(reply.headers.get('cache-control')).toBe('public, max-age=60');
    const [line = ''] = (await reply.text()).split('\n');
    expect(stampedCheckpointSchema.parse(JSON.parse(line))).toMatchObject({ size: ENTRIES });
    expect(await bytesAt('stamps/20261120T1200Z/0')).toEqual(Uint8Array.of(48, 3));
    for (const path of ['stamps/20261120T1200Z/1', 'stamps/2026', 'stamps/20261120T1200Z'])
      expect((await get(path)).status).toBe(404);
  });

  it('lists a month’s daily stamps', async () => {
    const { seq, hash } = chain[300] ?? {};
    const token = Buffer.from([48, 3]).toString('base64');
    const stamp = { ledgerId: 'test', seq, hash, authority: 'one.example', token };
    for (const day of ['2026-10-31', '2026-11-01', '2026-11-30', '2026-12-01'])
      await api.firestore
        .doc(`stamps/${day}`)
        .set({ ...stamp, day, genTime: Timestamp.fromMillis(AT) });
    const reply = await get('daily/202611');
    expect(reply.headers.get('cache-control')).toBe('public, max-age=300');
    const lines = (await reply.text()).trimEnd().split('\n');
    const stamps = lines.map((line) => stampSchema.parse(JSON.parse(line)));
    expect(stamps.map(({ day }) => day)).toEqual(['2026-11-01', '2026-11-30']);
    expect(await (await get('daily/202701')).text()).toBe('');
    for (const path of ['daily/202613', 'daily/2026', 'daily/20261101'])
      expect((await get(path)).status).toBe(404);
  });

  it('serves entry bundles that match the hashes in its tiles', async () => {
    const leaves = decodeBundle(await bytesAt('tile/entries/000'));
    expect(leaves).toHaveLength(256);
    expect(leaves.map(hashLeaf)).toEqual(splitHashes(await bytesAt('tile/0/000')));
    const last = decodeBundle(await bytesAt('tile/entries/002.p/88')).at(-1);
    expect(JSON.parse(Buffer.from(last ?? []).toString())).toEqual(chain.at(-1));
  });

  it.each([
    [0, 600],
    [1, 600],
    [256, 600],
    [255, 257],
    [511, 513],
    [599, 600],
    [600, 600],
  ])('serves a short consistency proof from %i to %i entries', async (older, newer) => {
    const reply = await get(`consistency/${older}/${newer}`);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const text = await reply.text();
    expect(text.length).toBeLessThanOrEqual(1500);
    const proof = text.split('\n').slice(0, -1).map(decodeBase64);
    if (older > 0) expect(provesConsistency(headAt(older), headAt(newer), proof)).toBe(true);
  });

  it.each([
    'tile/0/003.p/1',
    'tile/0/002',
    'tile/0/002.p/89',
    'tile/1/000',
    'tile/2/000.p/1',
    'tile/entries/002',
    'tile/0/2',
    'tile/entries/',
    'consistency/2/1',
    'consistency/1/601',
    'consistency/01/2',
    'checkpoint?x=1',
    'checkpoint/',
    'nothing',
    '',
  ])('answers “%s” with an uncacheable 404', async (path) => {
    const reply = await get(path);
    expect(reply.status).toBe(404);
    expect(reply.headers.get('cache-control')).toBe('no-store');
  });

  it('answers 503 for the checkpoint while the log lags the ledger', async () => {
    await api.firestore.doc('ledgerHeads/current').update({ seq: ENTRIES });
    const reply = await get('checkpoint');
    expect([reply.status, reply.headers.get('cache-control')]).toEqual([503, 'no-store']);
    await api.firestore.doc('ledgerHeads/current').update({ seq: ENTRIES - 1 });
    expect((await get('checkpoint')).status).toBe(200);
  });

  it('allows only GET and HEAD', async () => {
    const reply = await get('checkpoint', { method: 'POST' });
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'GET']);
    const head = await get('checkpoint', { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });
});
