import { SLOT_MS, slotId, parseSlotId } from '@quantalgo/contracts/core/slots';
import { HOUR_MS } from '@quantalgo/contracts/core/time';
import { hasCandle } from '@quantalgo/contracts/market/marketHours';
import type { Pair } from '@quantalgo/contracts/market/pairs';
import type { LedgerEntry } from '@quantalgo/contracts/record/ledger/entry';
import { ChainVerifier } from '@quantalgo/contracts/record/ledger/verifier';
import { performanceCountersSchema } from '@quantalgo/contracts/record/performance';
import { REVEAL_TIMEOUT_MS } from '@quantalgo/contracts/signals/signalEnd';
import { signalDocumentSchema } from '@quantalgo/contracts/signals/signal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getCandleEnd } from '../../../src/domain/market/candles';
import { rebuildCounters } from '../../../src/domain/record/record';
import { runPublisher } from '../../../src/platform/record/publish';
import { getRunSlot, type Clock } from '../../../src/platform/core/clock';
import type { MarketData } from '../../../src/platform/market/marketData';
import { createSimulatedMarket, hashToUnit } from '../../../src/platform/market/simulated';
import { settleDue } from '../../../src/platform/record/settle';
import { openEmulatedProject } from '../emulated';
import { readWholeLedger } from '../ledgerEntries';

/** From Monday to Sunday. */
const START = Date.UTC(2026, 10, 16);
const SLOTS = 7 * 288;
const END = START + SLOTS * SLOT_MS;
const PAIRS: readonly Pair[] = ['EURUSD', 'GBPUSD'];
/** Another seed is another week. */
const SEED = 20_261_116;

const server = openEmulatedProject('demo-server-fault-week');
const { database } = server;

/** Open on weekdays from 8:00 to 16:00, so that a week has five closed nights and a weekend. */
const isOpen = (slot: number) => {
  const hour = new Date(slot - SLOT_MS).getUTCHours();
  return hasCandle('EURUSD', slot) && hour >= 8 && hour < 16;
};
const sound: MarketData = { ...createSimulatedMarket(PAIRS), isOpen };

/** Faulty markets, by fault, for a run at `slot` (epoch ms). */
const FAULTY: Readonly<Record<string, (slot: number) => MarketData>> = {
  'source down': () => ({
    ...sound,
    candles: () => Promise.reject(new Error('the source did not answer in time')),
  }),
  'one pair down': () => ({
    ...sound,
    candles: (pair, ...rest) =>
      pair === 'EURUSD' ? Promise.reject(new Error('down')) : sound.candles(pair, ...rest),
  }),
  'stale candles': (slot) => ({
    ...sound,
    candles: async (...args) =>
      (await sound.candles(...args)).filter((candle) => getCandleEnd(candle) < slot),
  }),
  'wrong price': (slot) => ({
    ...sound,
    candles: async (...args) =>
      (await sound.candles(...args)).map((candle) => {
        if (getCandleEnd(candle) !== slot) return candle;
        const close = candle.close * 1.08;
        return { ...candle, close, high: close };
      }),
  }),
};

/** A clock that kills a run by throwing from its `last` reading on. */
function killedAt(last: number, now: number): Clock {
  let looks = 0;
  return () => {
    looks += 1;
    if (looks >= last) throw new Error('killed');
    return now;
  };
}

const KINDS = [
  ...Object.keys(FAULTY),
  'publisher killed',
  'settling killed',
  'run twice',
  'not run',
  'clock ahead',
  'clock behind',
];

/** Half of the open slots have a fault; on Wednesday nothing runs for two hours, on Thursday the source is down for two. */
function getFault(slot: number): string {
  const hour = (slot - START) / HOUR_MS;
  if (slot === START) return 'none';
  if (hour >= 58 && hour < 60) return 'not run';
  if (hour >= 82 && hour < 84) return 'source down';
  if (!isOpen(slot)) return hashToUnit(SEED, slot / SLOT_MS, 1) < 0.9 ? 'not run' : 'none';
  if (hashToUnit(SEED, slot / SLOT_MS, 2) < 0.5) return 'none';
  return KINDS[Math.floor(hashToUnit(SEED, slot / SLOT_MS, 3) * KINDS.length)] ?? 'none';
}

const SKEW: Readonly<Record<string, number>> = { 'clock ahead': 120_000, 'clock behind': -120_000 };

/** Runs a slot as the scheduler would: a killed run is sometimes retried, and two runs sometimes overlap. */
async function runSlot(slot: number, fault: string): Promise<void> {
  if (fault === 'not run') return;
  const clock: Clock = () => slot + 2000 + (SKEW[fault] ?? 0);
  const market = FAULTY[fault]?.(slot) ?? sound;
  const publish = (by: Clock) =>
    runPublisher(database, getRunSlot(slot, clock), { market, clock: by });
  const settle = (by: Clock) => settleDue(database, { market, clock: by });
  const isTriedAgain = hashToUnit(SEED, slot / SLOT_MS, 4) < 0.5;
  if (fault === 'publisher killed') {
    await expect(publish(killedAt(1, slot))).rejects.toThrow();
    if (!isTriedAgain) return;
  }
  if (fault === 'settling killed')
    await settle(killedAt(2 + Math.floor(hashToUnit(SEED, slot, 5) * 3), slot)).catch(() => []);
  const isAtOnce = hashToUnit(SEED, slot / SLOT_MS, 6) < 0.25;
  for (const run of [publish, settle]) {
    const runs = [run(clock)];
    if (fault === 'run twice' && !isAtOnce) await Promise.allSettled(runs);
    if (fault === 'run twice') runs.push(run(clock));
    const ended = await Promise.allSettled(runs);
    const reasons = ended.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
    if (run === publish) expect(reasons).toEqual([]);
  }
}

/** The states that the ledger records for each slot, by slot id. */
function listStates(entries: readonly LedgerEntry[]): Map<string, string[]> {
  const states = new Map<string, string[]>();
  const add = (id: string, state: string) => states.set(id, [...(states.get(id) ?? []), state]);
  for (const entry of entries) {
    if (entry.type === 'publication' || entry.type === 'miss') add(entry.slot, entry.type);
    if (entry.type !== 'closed') continue;
    const [from, to] = [parseSlotId(entry.from), parseSlotId(entry.to)];
    for (let slot = from; slot <= to; slot += SLOT_MS) add(slotId(slot), 'closed');
  }
  return states;
}

describe('week of slots with random faults', () => {
  const happened = new Map<string, number>();
  let entries: LedgerEntry[] = [];

  beforeAll(async () => {
    await server.clear();
    for (let slot = START; slot < END; slot += SLOT_MS) {
      const fault = getFault(slot);
      happened.set(fault, (happened.get(fault) ?? 0) + 1);
      await runSlot(slot, fault);
    }
    const monday = END + 8 * HOUR_MS + SLOT_MS;
    await runPublisher(database, monday, { market: sound, clock: () => monday + 2000 });
    await settleDue(database, { market: sound, clock: () => monday + HOUR_MS });
    entries = await readWholeLedger(server);
    const count = (type: LedgerEntry['type']) => entries.filter((one) => one.type === type).length;
    process.stdout.write(
      `${count('publication')} signals, ${count('miss')} misses, ${count('closed')} closed ranges; faults: ${[
        ...happened,
      ]
        .map(([fault, times]) => `${fault} ${times}`)
        .join(', ')}\n`,
    );
  }, 300_000);
  afterAll(() => server.close());

  it('includes every fault more than five times', () => {
    for (const kind of KINDS) expect(happened.get(kind), kind).toBeGreaterThan(5);
  });

  it('records every slot exactly once as published, missed or closed', () => {
    const states = listStates(entries);
    for (let slot = START; slot < END; slot += SLOT_MS) {
      const [state, ...more] = states.get(slotId(slot)) ?? [];
      expect([slotId(slot), more, state === 'closed']).toEqual([slotId(slot), [], !isOpen(slot)]);
    }
  });

  it('gives a reason for every missed slot', () => {
    const reasons = entries.flatMap((entry) => (entry.type === 'miss' ? [entry.reason] : []));
    expect(reasons.length).toBeGreaterThan(50);
    for (const reason of reasons) expect(reason).toMatch(/^(The publisher|No pair)/);
  });

  it('settles every signal once, and never on a wrong price', async () => {
    const signals = (await server.documents('signals')).map((one) =>
      signalDocumentSchema.parse(one),
    );
    const settled = entries.flatMap((entry) => (entry.type === 'settlement' ? [entry.slot] : []));
    expect(settled.toSorted()).toEqual(signals.map(({ id }) => id).toSorted());
    expect(signals.length).toBeGreaterThan(200);
    for (const { id, pair, settlement } of signals)
      for (const { at, price, reason } of settlement?.closes ?? []) {
        const [candle] = await sound.candles(pair, at, 1);
        expect([id, price]).toEqual([id, price === null ? null : candle?.close]);
        if (price === null) expect(reason).toBeDefined();
      }
  });

  it('publishes nothing from stale or late data', () => {
    const published = entries.flatMap((one) => (one.type === 'publication' ? [one.slot] : []));
    const faults = published.map((id) => getFault(parseSlotId(id)));
    for (const fault of ['source down', 'stale candles', 'not run', 'clock ahead', 'clock behind'])
      expect(faults).not.toContain(fault);
  });

  it('stores the same counters as a rebuild from the ledger', async () => {
    const stored = (await database.doc('stats/performance').get()).data();
    const { updatedAt, ...counters } = performanceCountersSchema.parse(stored);
    expect(updatedAt).toBeGreaterThan(START);
    expect(counters).toEqual(rebuildCounters(entries, 'simulated'));
  });

  it('leaves a ledger that passes verification', () => {
    const verifier = new ChainVerifier(END + REVEAL_TIMEOUT_MS);
    for (const entry of entries) expect(verifier.take(entry)).toBeNull();
  });
});
