import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { HOUR_MS } from '@quantalgo/contracts/core/time';
import { DEFAULT_PAIRS } from '@quantalgo/contracts/market/pairs';
import { ChainVerifier } from '@quantalgo/contracts/record/ledger/verifier';
import { signalDocumentSchema } from '@quantalgo/contracts/signals/signal';
import { logger } from 'firebase-functions';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { getCandleEnd } from '../../../src/domain/market/candles';
import { runPublisher } from '../../../src/platform/record/publish';
import type { MarketData } from '../../../src/platform/market/marketData';
import { createSimulatedMarket } from '../../../src/platform/market/simulated';
import { correctDaySignals, correctDueDays } from '../../../src/platform/record/correct';
import { settleDue } from '../../../src/platform/record/settle';
import { NOON } from '../../candles';
import { openEmulatedProject } from '../emulated';
import { readWholeLedger } from '../ledgerEntries';

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

const correct = async (on: MarketData) =>
  (await correctDaySignals(database, { market: on, clock: () => LATER }, DAY)).corrected;

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

  it('corrects nothing if any pair fails', async () => {
    const partly: MarketData = {
      ...market,
      candles: (pair, ...rest) =>
        pair === 'GBPUSD' ? Promise.reject(new Error('down')) : market.candles(pair, ...rest),
    };
    await expect(correct(partly)).rejects.toThrow('Nothing was corrected: GBPUSD: down');
  });

  it('appends one correction per changed outcome and leaves signals and counters alone', async () => {
    const read = async () =>
      (await server.documents('signals')).map((one) => signalDocumentSchema.parse(one));
    const before = { signals: await read(), counters: await server.documents('stats') };
    const revised = revisedFrom(SLOTS[0] ?? NOON);
    const corrected = (await Promise.all([correct(revised), correct(revised)])).flat();
    expect(corrected.length).toBeGreaterThan(0);
    const entries = await readWholeLedger(server);
    expect(entries.filter(({ type }) => type === 'correction')).toHaveLength(corrected.length);
    const verifier = new ChainVerifier(LATER);
    for (const entry of entries) expect(verifier.take(entry)).toBeNull();
    expect(await correct(revised)).toEqual([]);
    expect({ signals: await read(), counters: await server.documents('stats') }).toEqual(before);
  });
});

describe('correctDueDays', () => {
  const TODAY = DAY + 2 * 24 * HOUR_MS;
  const run = (on: MarketData, today: number) =>
    correctDueDays(database, { market: on, clock: () => today }, today);
  const doneUntil = async (): Promise<unknown> =>
    (await database.doc('progress/correctRecord').get()).get('doneUntil');
  const down: MarketData = { ...market, candles: () => Promise.reject(new Error('down')) };

  it('catches up on a day after the source was down, and checks each day once', async () => {
    await expect(run(down, TODAY)).rejects.toThrow('Nothing was corrected');
    expect(await doneUntil()).toBeUndefined();
    await run(revisedFrom(SLOTS[1] ?? NOON), TODAY);
    expect(await doneUntil()).toMatchObject({ seconds: (DAY + 24 * HOUR_MS) / 1000 });
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
    expect(await doneUntil()).toMatchObject({ seconds: (DAY + 4 * 24 * HOUR_MS) / 1000 });
  });

  it('corrects the rest of a day with an unreadable signal, then reports it', async () => {
    const start = DAY - 24 * HOUR_MS;
    await database.doc('progress/correctRecord').set({ doneUntil: new Date(start) });
    await database.doc('signals/broken').set({ createdAt: new Date(start + HOUR_MS) });
    for (const { id } of (await database.collection('corrections').get()).docs)
      await database.doc(`corrections/${id}`).delete();
    const before = (await readWholeLedger(server)).length;
    await expect(run(revisedFrom(SLOTS[0] ?? NOON), TODAY)).rejects.toThrow(
      'Signals can’t be read, so they weren’t corrected: broken',
    );
    expect((await readWholeLedger(server)).length).toBeGreaterThan(before);
    expect(await doneUntil()).toMatchObject({ seconds: (DAY + 24 * HOUR_MS) / 1000 });
  });

  it('logs the unreadable signals of a finished day even if the next day fails', async () => {
    const start = DAY - 24 * HOUR_MS;
    await database.doc('progress/correctRecord').set({ doneUntil: new Date(start) });
    await database.doc('signals/broken').set({ createdAt: new Date(start + HOUR_MS) });
    const logError = vi.spyOn(logger, 'error');
    await expect(run(down, TODAY)).rejects.toThrow('Nothing was corrected');
    expect(await doneUntil()).toMatchObject({ seconds: DAY / 1000 });
    expect(logError.mock.calls).toContainEqual([expect.any(String), { signals: ['broken'] }]);
    logError.mockRestore();
  });
});
