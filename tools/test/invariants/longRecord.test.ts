import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SLOT_MS, slotId } from '@quantalgo/contracts/core/slots';
import type { LedgerEntry } from '@quantalgo/contracts/record/ledger/entry';
import { rebuildCounters } from '@quantalgo/functions/domain/record/record';
import { openPartitions } from '@quantalgo/functions/platform/invariants/partitions';
import { findViolationsByPages, RULES } from '@quantalgo/functions/platform/invariants/scan';
import type { Page, StoredDocument } from '@quantalgo/functions/platform/invariants/snapshot';
import { toCountersWrite, type Write } from '@quantalgo/functions/platform/record/ledger';
import { toFullLogWrites } from '@quantalgo/functions/platform/record/log';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LOCAL_SIGNER } from '../../src/suite/environment';
import { createFakeLedger } from '../fixtures/ledger';

const FROM = Date.UTC(2026, 9, 1);
const ENTRIES = createFakeLedger(4500, 1, FROM);
const DAYS = 30;
const SLOTS_PER_DAY = 288;
const PAGE_SIZE = 500;
const times = { at: FROM + DAYS * SLOTS_PER_DAY * SLOT_MS, aheadMs: 0 };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'long-record-'));
  vi.stubEnv('TMPDIR', folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

function* cutPages(collection: string, stored: readonly StoredDocument<unknown>[]) {
  for (let from = 0; from < stored.length; from += PAGE_SIZE)
    yield { collection, documents: stored.slice(from, from + PAGE_SIZE) };
}

/** In the database's order, which is that of the ids as text. */
const toLedger = (entries: readonly LedgerEntry[]) =>
  entries
    .map((entry) => ({ id: String(entry.seq), data: entry }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));

function toPage({ path, data }: Write): Page {
  const [collection = '', id = ''] = path.split('/');
  return { collection, documents: [{ id, data }] };
}

function buildRelatedPages(entries: readonly LedgerEntry[]): Page[] {
  const [genesis, last] = [entries[0], entries.at(-1)];
  if (genesis?.type !== 'genesis' || !last) throw new Error('A ledger begins with its genesis');
  const { ledgerId, source } = genesis;
  const logWrites = toFullLogWrites({ ledgerId, entries, signer: LOCAL_SIGNER });
  const counters = toCountersWrite(rebuildCounters(entries, source), times.at);
  return [counters, ...logWrites].map(toPage);
}

async function checkRecord(entries: readonly LedgerEntry[]): Promise<string[]> {
  async function* pages(): AsyncGenerator<Page> {
    await Promise.resolve();
    yield* cutPages('ledger', toLedger(entries));
    yield* buildRelatedPages(ENTRIES);
  }
  const names = new Set(RULES.flatMap((rule) => (rule.scope === 'record' ? rule.description : [])));
  const findings = await findViolationsByPages(pages(), times);
  return findings.flatMap(({ description, violations }) =>
    names.has(description) ? violations : [],
  );
}

const HEAD_VIOLATION = `the head is entry none, but the last entry is ${ENTRIES.length - 1}`;

describe('record longer than a block', () => {
  it('is checked in the order of its entries', async () => {
    expect(await checkRecord(ENTRIES)).toEqual([HEAD_VIOLATION]);
  }, 60_000);

  it('has a broken entry reported by its number', async () => {
    const seq = ENTRIES.findIndex((entry) => entry.type === 'publication' && entry.seq > 2200);
    const broken = ENTRIES.map((entry) =>
      entry.seq === seq ? { ...entry, at: entry.at.replace('2026', '2027') } : entry,
    );
    expect(await checkRecord(broken)).toEqual([
      `ledger/${seq}: Its content does not match its hash.`,
      HEAD_VIOLATION,
      expect.stringMatching(/^logTiles\/0-\d+ doesn’t match/),
      expect.stringContaining('logs/current'),
      expect.stringContaining('checkpoint'),
    ]);
  }, 60_000);

  it('is never read as a whole: each file has at most a thousand documents', () => {
    const partitions = openPartitions(256);
    for (const page of cutPages('ledger', toLedger(ENTRIES))) partitions.put(page);
    const ids = Array.from({ length: DAYS * SLOTS_PER_DAY }, (_, n) => slotId(FROM + n * SLOT_MS));
    const signals = ids.map((id) => ({ id, data: { id } }));
    for (const page of cutPages('signals', signals)) partitions.put(page);
    const [store = ''] = readdirSync(folder);
    const lineCounts = readdirSync(join(folder, store)).map(
      (file) => readFileSync(join(folder, store, file), 'utf8').split('\n').length - 1,
    );
    expect(Math.max(...lineCounts)).toBeLessThanOrEqual(1000);
    expect([...partitions.readLedger()].map(({ id }) => Number(id))).toEqual([...ENTRIES.keys()]);
    const day = '20261012';
    expect([...partitions.readSignals(day)].map(({ id }) => id)).toEqual(
      ids.filter((id) => id.startsWith(day)),
    );
    partitions.remove();
  });
});
