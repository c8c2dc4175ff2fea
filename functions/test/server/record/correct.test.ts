import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { HOUR_MS } from '@quantalgo/contracts/core/time';
import { DEFAULT_PAIRS } from '@quantalgo/contracts/market/pairs';
import { ChainVerifier } from '@quantalgo/contracts/record/ledger/verifier';
import { signalDocumentSchema } from '@quantalgo/contracts/signals/signal';
import { logger } from 'firebase-functions';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { getCandleEnd } from '../../../src/domain/market/candles';
import { runPublisher } from '../../../src/platform/record/publish';
import type { MarketData } from '../../../src/platform/market/marketData';
import { createSimulatedMarket } from '../../../src/platform/market/simulated';
import { correctDaySignals, correctDueDays } from '../../../src/platform/record/correct';
import { settleDue } from '../../../src/platform/record/settle';
import { NOON } from '../../candles';
import { openEmulatedProject } from '../emulated';
import { readWholeLedger } from '../ledgerEntries';
import { recordDocuments } from '../recordRelease';

const server = openEmulatedProject('demo-server-correct');
const { database } = server;
const market = createSimulatedMarket(DEFAULT_PAIRS);
const DAY = NOON - 12 * HOUR_MS;
const LATER = DAY + 48 * HOUR_MS;
const SLOTS = [0, 1, 2, 3].map((step) => NOON + step * SLOT_MS);

/** A revised market: flat candles at 1 from a slot on. */
const revisedFrom = (slot: number): MarketData => ({
  ...market,
  candles: async (...args) =>
    (await market.candles(...args)).map((candle) =>
      getCandleEnd(candle) > slot + SLOT_MS
        ? { ...candle, close: 1, open: 1, high: 1, low: 1 }
        : candle,
    ),
});

/** The market with a source that fails for some pairs. */
const failingFor = (pairs: readonly string[], on: MarketData = market): MarketData => ({
  ...on,
  candles: (pair, ...rest) =>
    pairs.includes(pair) ? Promise.reject(new Error('down')) : on.candles(pair, ...rest),
});

const correct = async (on: MarketData) => {
  const context = { market: on, clock: () => LATER };
  const day = { day: DAY, pairs: on.pairs };
  return (await correctDaySignals(database, context, day)).corrected;
};

const readSignals = async () =>
  (await server.documents('signals')).map((one) => signalDocumentSchema.parse(one));

async function deleteCorrections() {
  await recordDocuments(database);
  for (const { id } of (await database.collection('corrections').get()).docs)
    await database.doc(`corrections/${id}`).delete();
}

beforeAll(async () => {
  await server.clear();
  for (const slot of SLOTS)
    await runPublisher(database, slot, { market, clock: () => slot + 2000 });
  await settleDue(database, { market, clock: () => NOON + HOUR_MS });
});
afterAll(() => server.close());

describe('correctDaySignals', () => {
  it('changes nothing if the source’s candles are unchanged', async () => {
    const before = await readWholeLedger(server);
    expect(await correct(market)).toEqual([]);
    expect(await readWholeLedger(server)).toEqual(before);
  });

  it('reads only pairs that have signals on the day', async () => {
    const requestedPairs: string[] = [];
    await correct({
      ...market,
      pairs: [...market.pairs, 'USDCHF'],
      candles: (pair, ...rest) => {
        requestedPairs.push(pair);
        return market.candles(pair, ...rest);
      },
    });
    const signalPairs = new Set((await readSignals()).map(({ pair }) => pair));
    expect(requestedPairs.toSorted()).toEqual([...signalPairs].toSorted());
  });

  it('appends one correction per changed outcome and leaves signals and counters alone', async () => {
    const before = { signals: await readSignals(), counters: await server.documents('stats') };
    const revised = revisedFrom(SLOTS[0] ?? NOON);
    const corrected = (await Promise.all([correct(revised), correct(revised)])).flat();
    expect(corrected.length).toBeGreaterThan(0);
    const entries = await readWholeLedger(server);
    expect(entries.filter(({ type }) => type === 'correction')).toHaveLength(corrected.length);
    const verifier = new ChainVerifier(LATER);
    for (const entry of entries) expect(verifier.take(entry)).toBeNull();
    expect(await correct(revised)).toEqual([]);
    expect({ signals: await readSignals(), counters: await server.documents('stats') }).toEqual(
      before,
    );
  });
});

describe('correctDueDays', () => {
  const DAY_BEFORE = DAY - 24 * HOUR_MS;
  const TODAY = DAY + 2 * 24 * HOUR_MS;
  const run = (on: MarketData, today: number) =>
    correctDueDays(database, { market: on, clock: () => today }, today);
  const progress = database.doc('progress/correctRecord');
  const toSeconds = (at: number) => ({ seconds: at / 1000 });
  const down = failingFor(market.pairs);
  const countCorrections = async () =>
    (await readWholeLedger(server)).filter(({ type }) => type === 'correction').length;

  beforeEach(async () => {
    await progress.delete();
    await database.doc('signals/broken').delete();
    await deleteCorrections();
  });

  it('catches up on a day after the source was down, and checks each day once', async () => {
    await expect(run(down, TODAY)).rejects.toThrow(': down');
    await run(revisedFrom(SLOTS[1] ?? NOON), TODAY);
    expect(await countCorrections()).toBeGreaterThan(0);
    const requestedTimes: number[] = [];
    const watched: MarketData = {
      ...market,
      candles: (pair, ...args) => {
        requestedTimes.push(args[0]);
        return market.candles(pair, ...args);
      },
    };
    expect(await run(watched, TODAY)).toEqual([]);
    expect(requestedTimes, 'A finished day is not requested again').toEqual([]);
    await run(watched, TODAY + 3 * 24 * HOUR_MS);
    const stored = await progress.get();
    expect(stored.get('doneUntil')).toMatchObject(toSeconds(DAY + 4 * 24 * HOUR_MS));
    expect(stored.get('failedDays')).toBeUndefined();
  });

  it('corrects the other pairs if one fails, throws, and retries only that pair', async () => {
    const revised = revisedFrom(SLOTS[0] ?? NOON);
    const all = await run(revised, TODAY);
    await progress.delete();
    await deleteCorrections();
    const pairById = new Map((await readSignals()).map(({ id, pair }) => [id, pair]));
    const failing = pairById.get(all[0] ?? '') ?? '';
    const others = all.filter((id) => pairById.get(id) !== failing);
    const before = await countCorrections();
    await expect(run(failingFor([failing], revised), TODAY)).rejects.toThrow(
      `${failing} of ${new Date(DAY).toISOString()} wasn’t corrected: down`,
    );
    expect((await countCorrections()) - before).toBe(others.length);
    const requestedPairs: string[] = [];
    const watched: MarketData = {
      ...revised,
      candles: (pair, ...rest) => {
        requestedPairs.push(pair);
        return revised.candles(pair, ...rest);
      },
    };
    const retried = await run(watched, TODAY + 24 * HOUR_MS);
    expect(requestedPairs).toEqual([failing]);
    expect([...others, ...retried].toSorted()).toEqual(all.toSorted());
    expect((await progress.get()).get('failedDays')).toBeUndefined();
  });

  it('corrects pairs that are no longer configured, and retries those that fail', async () => {
    const revised = { ...revisedFrom(SLOTS[0] ?? NOON), pairs: [] };
    await expect(run(failingFor(market.pairs, revised), TODAY)).rejects.toThrow(': down');
    const before = await countCorrections();
    const corrected = await run(revised, TODAY + 24 * HOUR_MS);
    expect(corrected.length).toBeGreaterThan(0);
    expect((await countCorrections()) - before).toBe(corrected.length);
    await progress.delete();
    await deleteCorrections();
    expect((await run(revised, TODAY)).toSorted()).toEqual(corrected.toSorted());
  });

  it('logs days and pairs that have become too old', async () => {
    const logError = vi.spyOn(logger, 'error');
    await progress.set({
      doneUntil: new Date(DAY),
      failedDays: [{ day: new Date(DAY_BEFORE), pairs: ['GBPUSD'] }],
    });
    await run(market, DAY + 9 * 24 * HOUR_MS);
    const message = 'Day left uncorrected, because it is too old';
    expect(logError.mock.calls).toEqual([
      [message, { day: new Date(DAY_BEFORE).toISOString(), pairs: ['GBPUSD'] }],
      [message, { day: new Date(DAY).toISOString(), pairs: 'all' }],
    ]);
    logError.mockRestore();
  });

  it('corrects the rest of a day with an unreadable signal, then reports it', async () => {
    await progress.set({ doneUntil: new Date(DAY_BEFORE) });
    await database.doc('signals/broken').set({ createdAt: new Date(DAY_BEFORE + HOUR_MS) });
    const before = (await readWholeLedger(server)).length;
    await expect(run(revisedFrom(SLOTS[0] ?? NOON), TODAY)).rejects.toThrow(
      'Signals can’t be read, so they weren’t corrected: broken',
    );
    expect((await readWholeLedger(server)).length).toBeGreaterThan(before);
    expect((await progress.get()).get('doneUntil')).toMatchObject(toSeconds(DAY + 24 * HOUR_MS));
  });

  it('logs the unreadable signals of a finished day even if the next day fails', async () => {
    await progress.set({ doneUntil: new Date(DAY_BEFORE) });
    await database.doc('signals/broken').set({ createdAt: new Date(DAY_BEFORE + HOUR_MS) });
    const logError = vi.spyOn(logger, 'error');
    await expect(run(down, TODAY)).rejects.toThrow(': down');
    expect(logError.mock.calls).toContainEqual([expect.any(String), { signals: ['broken'] }]);
    logError.mockRestore();
  });
});
