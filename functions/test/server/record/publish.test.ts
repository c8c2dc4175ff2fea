import { SLOT_MS, slotId } from '@quantalgo/contracts/core/slots';
import { DEFAULT_PAIRS } from '@quantalgo/contracts/market/pairs';
import { heartbeatSchema } from '@quantalgo/contracts/record/heartbeatDocument';
import { listInventoryDays, buildInventory } from '@quantalgo/contracts/record/inventory';
import { toSealedSignal, type LedgerEntry } from '@quantalgo/contracts/record/ledger/entry';
import { performanceCountersSchema } from '@quantalgo/contracts/record/performance';
import { LADDER_RULES } from '@quantalgo/contracts/signals/rules';
import {
  getSlotAudience,
  signalDocumentSchema,
  getEntryWindowEnd,
} from '@quantalgo/contracts/signals/signal';
import { FieldValue } from 'firebase-admin/firestore';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { commitToSignal } from '../../../src/domain/record/ledger';
import { STRATEGIES } from '../../../src/domain/signals/strategies/registry';
import { runPublisher } from '../../../src/platform/record/publish';
import { refitStrategies } from '../../../src/platform/record/calibrations';
import { readRecentSignals } from '../../../src/platform/record/signals';
import type { MarketData } from '../../../src/platform/market/marketData';
import { createSimulatedMarket } from '../../../src/platform/market/simulated';
import { createTwelveDataMarket } from '../../../src/platform/market/twelveData';
import { NOON } from '../../candles';
import { openEmulatedProject } from '../emulated';
import { readWholeLedger } from '../ledgerEntries';

const server = openEmulatedProject('demo-server-publish');
const { database } = server;
const market = createSimulatedMarket(DEFAULT_PAIRS);
const MOMENT = 2000;
const PLAN = { perMinute: 55, perDay: null };

/** Runs the publisher for a slot, its clock a moment after the slot's start. */
const publish = (slot: number, now = slot + MOMENT, on: MarketData = market) =>
  runPublisher(database, slot, { market: on, clock: () => now });

const kinds = (entries: readonly LedgerEntry[]) => entries.map(({ type }) => type);
const signals = () => server.documents('signals');
const heartbeat = async () =>
  heartbeatSchema.parse((await database.doc('status/heartbeat').get()).data());
const missedSlots = async () => {
  const counters = await database.doc('stats/performance').get();
  return counters.exists ? performanceCountersSchema.parse(counters.data()).missedSlots : 0;
};

const missedIds = async () => {
  const { docs } = await database.collection('misses').get();
  return docs.map(({ id }) => id);
};

beforeEach(() => server.clear());
afterAll(() => server.close());

describe('publication delay', () => {
  const day = async () =>
    (await database.doc(`publications/${slotId(NOON).slice(0, 8)}`).get()).data();

  it('is counted per day, once per signal', async () => {
    await publish(NOON, NOON + 1700);
    await publish(NOON, NOON + 9000);
    await publish(NOON + SLOT_MS, NOON + SLOT_MS + 1800);
    await publish(NOON + 2 * SLOT_MS, NOON + 2 * SLOT_MS + 60_000);
    expect(await day()).toMatchObject({
      day: '20261120',
      published: 3,
      delays: { to2000: 2, longer: 1 },
    });
  });

  it('is not counted for a missed slot', async () => {
    await publish(NOON, NOON + 120_000);
    expect(await day()).toBeUndefined();
  });
});

describe('slot', () => {
  it('gets a valid signal, a sealed ledger entry and a heartbeat', async () => {
    await publish(NOON);
    const [stored] = await signals();
    const signal = signalDocumentSchema.parse(stored);
    expect(signal).toMatchObject({
      id: slotId(NOON),
      createdAt: NOON,
      expiresAt: getEntryWindowEnd(NOON),
      audience: getSlotAudience(NOON),
      seeded: false,
      settlement: null,
      source: 'simulated',
    });
    const [genesis, publication] = await readWholeLedger(server);
    expect(genesis).toMatchObject({ type: 'genesis', source: 'simulated', rules: LADDER_RULES });
    if (publication?.type !== 'publication') throw new Error('The second entry is a publication');
    expect(publication.seq).toBe(signal.ledgerSeq);
    expect(publication.commitment).toBe(commitToSignal(toSealedSignal(signal), signal.salt));
    expect(await heartbeat()).toMatchObject({ slot: slotId(NOON), state: 'published' });
  });

  it('is stamped with the server’s time, not the publisher’s clock', async () => {
    const before = Date.now();
    await publish(NOON);
    const signal = signalDocumentSchema.parse((await signals())[0]);
    expect(Math.abs(signal.publishedAt - before)).toBeLessThan(60_000);
    expect(signal.updatedAt).toBe(signal.publishedAt);
  });

  it('gets one signal and one entry from concurrent publishers', async () => {
    const runs = await Promise.all(Array.from({ length: 5 }, () => publish(NOON)));
    expect(runs.filter((step) => step !== null)).toHaveLength(1);
    expect(await signals()).toHaveLength(1);
    expect(kinds(await readWholeLedger(server))).toEqual(['genesis', 'publication']);
  });

  it('is not changed by a second run', async () => {
    await publish(NOON);
    const first = await signals();
    expect(await publish(NOON, NOON + 30_000)).toBeNull();
    expect(await signals()).toEqual(first);
  });

  it('is not changed by a run for a past slot', async () => {
    await publish(NOON);
    await publish(NOON + SLOT_MS);
    expect(await publish(NOON, NOON + SLOT_MS)).toBeNull();
    expect(kinds(await readWholeLedger(server))).toEqual([
      'genesis',
      'publication',
      'confirmation',
      'publication',
    ]);
    expect(await missedSlots()).toBe(0);
  });
});

const MIDNIGHT = Date.UTC(2026, 10, 21);
const recount = async (slot: number) =>
  buildInventory(
    listInventoryDays(slot),
    (await signals()).map((stored) => signalDocumentSchema.parse(stored)),
  );

describe('heartbeat', () => {
  it('carries the stored figures from the first slot on', async () => {
    await publish(NOON);
    expect((await heartbeat()).figures).toMatchObject({ settled: 0, missedSlots: 0 });
    await publish(NOON + 3 * SLOT_MS);
    const stored = (await database.doc('stats/performance').get()).data();
    expect((await heartbeat()).figures).toEqual(performanceCountersSchema.parse(stored));
    expect((await heartbeat()).figures?.missedSlots).toBe(2);
  });

  it('has the same inventory of today and yesterday as a recount', async () => {
    for (const slot of [MIDNIGHT - 2 * SLOT_MS, MIDNIGHT - SLOT_MS, MIDNIGHT]) await publish(slot);
    const { inventory } = await heartbeat();
    expect(inventory).toEqual(await recount(MIDNIGHT));
    expect(Object.keys(inventory ?? {})).toEqual(['20261120', '20261121']);
  });

  it('recounts a day if the stored inventory is missing', async () => {
    await publish(NOON);
    await publish(NOON + SLOT_MS);
    await database.doc('status/heartbeat').update({ inventory: FieldValue.delete() });
    await publish(NOON + 2 * SLOT_MS);
    expect((await heartbeat()).inventory).toEqual(await recount(NOON));
  });

  it('is rebuilt by the next publication if it is corrupt', async () => {
    await publish(NOON);
    await database.doc('status/heartbeat').set({ slot: 'none' });
    await publish(NOON + SLOT_MS);
    expect((await heartbeat()).inventory).toEqual(await recount(NOON));
  });
});

describe('missed slot', () => {
  it('is recorded before the next slot if the publisher did not run', async () => {
    await publish(NOON);
    await publish(NOON + 3 * SLOT_MS);
    const entries = await readWholeLedger(server);
    expect(kinds(entries)).toEqual([
      'genesis',
      'publication',
      'confirmation',
      'miss',
      'miss',
      'publication',
    ]);
    expect(entries[3]).toMatchObject({
      slot: slotId(NOON + SLOT_MS),
      reason: 'The publisher did not run',
    });
    expect(await missedSlots()).toBe(2);
    expect(await missedIds()).toEqual([slotId(NOON + SLOT_MS), slotId(NOON + 2 * SLOT_MS)]);
  });

  it('is recorded instead of a signal when the run is too late', async () => {
    await publish(NOON, NOON + 91_000);
    expect(await signals()).toEqual([]);
    expect(kinds(await readWholeLedger(server))).toEqual(['genesis', 'miss']);
    expect(await heartbeat()).toMatchObject({ slot: slotId(NOON), state: 'missed' });
    expect(await missedSlots()).toBe(1);
  });

  it('is recorded with its reason when no pair has enough candles', async () => {
    const empty = { ...market, candles: () => Promise.resolve([]) };
    await publish(NOON, NOON + MOMENT, empty);
    const [miss] = await server.documents('misses');
    expect(miss?.['reason']).toMatch(/EURUSD: only 0 of 36 candles/);
  });

  it('is recorded for every slot of a long outage', async () => {
    await publish(NOON);
    await publish(NOON + 251 * SLOT_MS);
    const entries = await readWholeLedger(server);
    expect(entries).toHaveLength(2 + 1 + 250 + 1);
    expect(entries.at(-1)?.type).toBe('publication');
    expect(await missedSlots()).toBe(250);
  });
});

describe('readRecentSignals', () => {
  it('returns signals of as many previous slots as the rules have levels', async () => {
    const slots = [0, 1, 2, 3, 4, 5].map((index) => NOON + index * SLOT_MS);
    for (const slot of slots) await publish(slot);
    const recent = async (levels: number) =>
      (await readRecentSignals(database, NOON + 6 * SLOT_MS, { ...LADDER_RULES, levels })).map(
        (one) => one.slot,
      );
    expect(await recent(2)).toEqual(slots.slice(-2).reverse());
    expect(await recent(6)).toEqual(slots.toReversed());
  });
});

describe('failing source', () => {
  it('leaves a missed slot with a reason for each pair', async () => {
    const down: MarketData = {
      ...market,
      candles: () => Promise.reject(new Error('the source did not answer in time')),
    };
    await publish(NOON - SLOT_MS);
    await publish(NOON, NOON + MOMENT, down);
    const entry = (await readWholeLedger(server)).at(-1);
    if (entry?.type !== 'miss') throw new Error('The slot was missed');
    for (const pair of DEFAULT_PAIRS)
      expect(entry.reason).toContain(`${pair}: the source did not answer in time`);
  });
});

describe('killed publisher', () => {
  it('writes nothing, and the next run publishes the slot', async () => {
    const killed = () => {
      throw new Error('killed');
    };
    await expect(runPublisher(database, NOON, { market, clock: killed })).rejects.toThrow('killed');
    expect([...(await signals()), ...(await server.documents('ledger'))]).toEqual([]);
    await publish(NOON, NOON + 20_000);
    expect(await signals()).toHaveLength(1);
    expect(kinds(await readWholeLedger(server))).toEqual(['genesis', 'publication']);
  });
});

describe('closed market', () => {
  const REOPENS = NOON + 4 * SLOT_MS;
  const weekend = { ...market, isOpen: (slot: number) => slot < NOON || slot >= REOPENS };

  it('is recorded as one range instead of misses, even if runs are missing', async () => {
    await publish(NOON - SLOT_MS, NOON - SLOT_MS, weekend);
    await publish(NOON, NOON, weekend);
    expect(await heartbeat()).toMatchObject({ slot: slotId(NOON), state: 'closed' });
    await publish(REOPENS, REOPENS, weekend);
    const entries = await readWholeLedger(server);
    expect(kinds(entries)).toEqual([
      'genesis',
      'publication',
      'confirmation',
      'closed',
      'publication',
    ]);
    expect(entries[3]).toMatchObject({ from: slotId(NOON), to: slotId(REOPENS - SLOT_MS) });
    expect(await missedSlots()).toBe(0);
  });

  it('has its opening time in the heartbeat until it opens', async () => {
    const readOpening = async () => (await heartbeat()).opensAt;
    await publish(NOON, NOON, weekend);
    expect(await readOpening()).toBe(REOPENS - SLOT_MS);
    await publish(REOPENS - SLOT_MS, REOPENS, weekend);
    expect(await readOpening()).toBe(REOPENS - SLOT_MS);
    await publish(REOPENS, REOPENS, weekend);
    expect(await heartbeat()).toMatchObject({ state: 'published', opensAt: null });
  });

  it('opens on Sunday for real prices, or has no opening time if unknown', async () => {
    const source = { url: 'http://localhost:9', key: 'none', pairs: DEFAULT_PAIRS, plan: PLAN };
    const saturday = Date.UTC(2026, 10, 21, 12);
    await publish(saturday, saturday, createTwelveDataMarket(source));
    expect(await heartbeat()).toMatchObject({
      state: 'closed',
      opensAt: Date.UTC(2026, 10, 22, 22),
    });
    await server.clear();
    await publish(NOON, NOON, { ...market, isOpen: () => false });
    expect(await heartbeat()).toMatchObject({ state: 'closed', opensAt: null });
  });
});

describe('slot in a closed market', () => {
  it('requests no candles', async () => {
    const requestedPairs: string[] = [];
    const resting: MarketData = {
      ...market,
      isOpen: () => false,
      candles: (pair, until, count) => {
        requestedPairs.push(pair);
        return market.candles(pair, until, count);
      },
    };
    await publish(NOON, NOON + MOMENT, resting);
    expect(await heartbeat()).toMatchObject({ state: 'closed' });
    expect(requestedPairs).toEqual([]);
  });
});

describe('ledger', () => {
  it('rejects prices from a different market before it reads any', async () => {
    await publish(NOON);
    const requestedPairs: string[] = [];
    const other: MarketData = {
      ...market,
      source: 'replay',
      candles: (pair, until, count) => {
        requestedPairs.push(pair);
        return market.candles(pair, until, count);
      },
    };
    await expect(publish(NOON + SLOT_MS, NOON + SLOT_MS, other)).rejects.toThrow(
      'The ledger belongs to the simulated market, not the replay one',
    );
    // Calibrations fitted to them would replace the ledger's own, even after the rejection.
    expect(requestedPairs).toEqual([]);
  });
});

describe('signal', () => {
  it('promises restated odds once a fit proves them more accurate', async () => {
    await refitStrategies(database, market, NOON, STRATEGIES);
    await publish(NOON);
    // Ten days of a hundred results, all with the same gain.
    const days = { trials: 1000, gain: 10, gapGap: 10, gapTrials: 1000, trialsTrials: 1e5 };
    await database.doc('calibrations/mean-reversion').update({ 'record.entryOdds': days });
    await publish(NOON + SLOT_MS);
    const flags = (await signals()).map((one) => signalDocumentSchema.parse(one).restatesOdds);
    expect(flags).toEqual([undefined, true]);
  });
});

describe('confidence of a signal', () => {
  it('uses the stored calibration until the daily refit replaces it', async () => {
    await publish(NOON);
    const tomorrow = NOON + 288 * SLOT_MS;
    await publish(tomorrow - 2 * SLOT_MS);
    await refitStrategies(database, market, tomorrow, STRATEGIES);
    await publish(tomorrow);
    const calibrations = (await signals()).map(
      (one) => signalDocumentSchema.parse(one).calibration.split('/')[1],
    );
    expect(calibrations).toEqual([slotId(NOON), slotId(NOON), slotId(tomorrow)]);
  });
});
