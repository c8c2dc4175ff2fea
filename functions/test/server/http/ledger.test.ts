import { createHash } from 'node:crypto';
import {
  entryText,
  ledgerEntrySchema,
  ledgerHeadSchema,
  LEDGER_PAGE_SIZE,
  type LedgerEntry,
} from '@quantalgo/contracts';
import { Timestamp } from 'firebase-admin/firestore';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { append } from '../../../src/domain/ledger';
import { startApi, type Api } from './suite';

const AT = Date.parse('2026-11-20T12:00:00Z');
const ENTRIES = LEDGER_PAGE_SIZE + 3;

let api: Api;
let chain: LedgerEntry[];

function missesAfterGenesis(): LedgerEntry[] {
  const context = { at: AT, source: 'simulated' as const };
  const entries = [append(null, { type: 'genesis', ledgerId: 'test' }, context)];
  const miss = {
    type: 'miss',
    slot: '20261120T1200Z',
    reason: 'The publisher did not run',
  } as const;
  for (let seq = 1; seq < ENTRIES; seq += 1)
    entries.push(append(entries.at(-1) ?? null, miss, context));
  return entries;
}

beforeAll(async () => {
  api = await startApi('demo-http-ledger');
});
afterAll(() => api.close());

const page = (number: number | string) => api.call(`/api/ledger/pages/${number}`);

describe('the ledger before its first entry', () => {
  it.each(['/api/ledger/head', '/api/ledger/pages/0'])('is not found: %s', async (path) => {
    const { status, headers, envelope } = await api.call(path);
    expect(status).toBe(404);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(envelope?.success).toBe(false);
  });
});

describe('the ledger', () => {
  beforeAll(async () => {
    chain = missesAfterGenesis();
    const writer = api.firestore.bulkWriter();
    for (const entry of chain) void writer.set(api.firestore.doc(`ledger/${entry.seq}`), entry);
    await writer.close();
    const { seq, hash, source } = chain.at(-1) ?? {};
    await api.firestore.doc('ledgerHeads/current').set({
      ledgerId: 'test',
      seq,
      hash,
      source,
      at: Timestamp.fromMillis(AT),
      lastSlot: '20261120T1200Z',
      closedFrom: null,
    });
  });

  it('shows its head to anyone, and that it is a demonstration', async () => {
    const { headers, envelope } = await api.call('/api/ledger/head');
    const head = ledgerHeadSchema.parse(envelope?.data);
    expect(head).toMatchObject({ ledgerId: 'test', seq: ENTRIES - 1, demonstration: true });
    expect(headers.get('cache-control')).toBe('public, max-age=5');
  });

  it('serves a full page of a named ledger for good and the last one briefly', async () => {
    const full = await page('0?ledger=test');
    expect(full.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(full.envelope?.data).toHaveLength(LEDGER_PAGE_SIZE);
    const last = await page('1?ledger=test');
    expect(last.headers.get('cache-control')).toBe('public, max-age=5');
    expect(last.envelope?.data).toHaveLength(ENTRIES - LEDGER_PAGE_SIZE);
  });

  it('serves a page briefly to who names no ledger, and none of another ledger', async () => {
    expect((await page(0)).headers.get('cache-control')).toBe('public, max-age=5');
    const { status, headers } = await page('0?ledger=another');
    expect(status).toBe(404);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('serves entries from which anyone can compute the chain again', async () => {
    const pages = await Promise.all([page(0), page(1)]);
    const entries = pages.flatMap(({ envelope }) =>
      z.array(ledgerEntrySchema).parse(envelope?.data),
    );
    expect(entries.map(({ seq }) => seq)).toEqual(chain.map(({ seq }) => seq));
    for (const [index, { hash, ...rest }] of entries.entries()) {
      expect(rest.prev).toBe(entries[index - 1]?.hash ?? '0'.repeat(64));
      expect(createHash('sha256').update(entryText(rest)).digest('hex')).toBe(hash);
    }
  });

  it('has no page beyond the last, and says so without being kept', async () => {
    const { status, headers } = await page(2);
    expect(status).toBe(404);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it.each(['00', '%30', '0?ledger=%74est', '0?&ledger=test'])(
    'has each page at one address alone, not at %s',
    async (address) => {
      expect((await page(address)).status).toBe(404);
    },
  );

  it('takes no query that it does not know', async () => {
    const { status, headers } = await page('0?x=1');
    expect(status).toBe(400);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it.each(['-1', '1.5', 'first', '12345678', '0x1'])('has no page %s', async (number) => {
    const { status, envelope } = await page(number);
    expect(status).toBe(400);
    expect(envelope?.message).toBe('page must be a whole number from 0');
  });
});
