import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { DAY_MS } from '@quantalgo/contracts/core/time';
import type { Pair } from '@quantalgo/contracts/market/pairs';
import { LADDER_RULES as rules } from '@quantalgo/contracts/signals/rules';
import type { Calibration } from '@quantalgo/functions/domain/signals/calibration/calibration';
import { fitCalibration } from '@quantalgo/functions/domain/signals/calibration/fit';
import { runTrials } from '@quantalgo/functions/domain/signals/calibration/trials';
import { getCandleEnd, type Candle } from '@quantalgo/functions/domain/market/candles';
import { STRATEGIES } from '@quantalgo/functions/domain/signals/strategies/registry';
import { decideOnMarket } from '@quantalgo/functions/platform/record/publish';
import { createSimulatedMarket } from '@quantalgo/functions/platform/market/simulated';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { NOON, createMarket, someCandles } from '../../../functions/test/candles';
import { FileMarket } from '../../src/backtest/market';
import { OddsScore } from '../../src/backtest/odds';
import { toGo, toResult } from '../../src/backtest/rows';
import { type PlayedSignal, walk } from '../../src/backtest/walk';

type Files = Readonly<Record<Pair, readonly Candle[]>>;

async function* inPortions(candles: readonly Candle[]): AsyncGenerator<readonly Candle[], void> {
  for (let at = 0; at < candles.length; at += 50) {
    await Promise.resolve();
    yield candles.slice(at, at + 50);
  }
}

async function walked(files: Files) {
  const signals: PlayedSignal[] = [];
  const misses: { slot: number; reason: string }[] = [];
  const portions = Object.entries(files).map(
    ([pair, candles]) => [pair, inPortions(candles)] as const,
  );
  await walk(new FileMarket(new Map(portions), STRATEGIES), STRATEGIES, {
    played: (signal) => signals.push(signal),
    missed: (slot, reason) => misses.push({ slot, reason }),
    walked: () => null,
  });
  return { signals, misses };
}

const saidBefore = (signals: readonly PlayedSignal[], slot: number) =>
  signals.flatMap((signal) => (signal.slot <= slot ? [signal.sealed] : []));

/** Enough trials for a calibration, with some to spare; none are made around the rollover. */
const CANDLES = 390;

describe('walk over candle files', () => {
  it('doesn’t depend on later candles, whether missing or different', async () => {
    await fc.assert(
      fc.asyncProperty(
        someCandles(CANDLES),
        someCandles(CANDLES),
        fc.integer({ min: 320, max: CANDLES - 1 }),
        async (candles, others, known) => {
          const past = candles.slice(0, known);
          const until = past.at(-1);
          if (!until) throw new Error('There is a past');
          const changed = [...past, ...others.slice(known)];
          const [whole, cut, other] = [
            await walked({ EURUSD: candles }),
            await walked({ EURUSD: past }),
            await walked({ EURUSD: changed }),
          ];
          const said = saidBefore(whole.signals, getCandleEnd(until));
          expect(said.length).toBeGreaterThan(0);
          expect(saidBefore(cut.signals, getCandleEnd(until))).toEqual(said);
          expect(saidBefore(other.signals, getCandleEnd(until))).toEqual(said);
        },
      ),
      { numRuns: 8 },
    );
  });
});

describe('walk over the simulated market', () => {
  const files: Record<Pair, readonly Candle[]> = {};
  let told: Awaited<ReturnType<typeof walked>> = { signals: [], misses: [] };
  beforeAll(async () => {
    const market = createSimulatedMarket(['EURUSD', 'GBPUSD']);
    for (const pair of market.pairs) files[pair] = await market.candles(pair, NOON, 700);
    told = await walked(files);
  });

  it('agrees with the publisher, given only the candles known at that slot', async () => {
    const last = told.signals.at(-1);
    if (!last) throw new Error('Nothing was said');
    const { slot, sealed } = last;
    const fittedAt = Date.parse(
      sealed.calibration
        .split('/')[1]
        ?.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:00Z') ?? '',
    );
    const upTo = (time: number): Files =>
      Object.fromEntries(
        Object.entries(files).map(([pair, candles]) => [
          pair,
          candles.filter((candle) => getCandleEnd(candle) <= time),
        ]),
      );
    const settled = told.signals.flatMap((signal) =>
      signal.ending ? toResult(signal, signal.ending) : [],
    );
    const previous = new Map<string, Calibration>();
    // Each nightly fit corrects the odds by the results of earlier ones.
    for (let midnight = fittedAt - 3 * DAY_MS; midnight <= fittedAt; midnight += DAY_MS) {
      const trials = runTrials(new Map(Object.entries(upTo(midnight))), STRATEGIES, rules);
      const fits = STRATEGIES.map((strategy, index) =>
        fitCalibration(strategy, trials[index] ?? [], {
          slot: midnight,
          source: 'replay',
          rules,
          previous: previous.get(strategy.id),
          published: settled,
        }),
      );
      for (const fit of fits) previous.set(fit.strategyId, fit);
    }
    const contenders = STRATEGIES.flatMap((strategy) => {
      const calibration = previous.get(strategy.id);
      return calibration ? [{ strategy, calibration }] : [];
    });
    const recent = told.signals
      .filter((before) => before.slot < slot)
      .slice(-4)
      .map((before) => ({ ...before.sealed, slot: before.slot }));
    const decision = await decideOnMarket(createMarket(upTo(slot)), slot, contenders, recent);
    expect(decision).toMatchObject({ state: 'published', draft: { sealed } });
  });

  it('measures restated odds only on signals that could be entered', () => {
    const scores = { all: new OddsScore(), entered: new OddsScore() };
    for (const signal of told.signals) {
      scores.all.add(signal);
      if (toGo(signal)?.go) scores.entered.add(signal);
    }
    expect(told.signals.some((signal) => toGo(signal)?.go === false)).toBe(true);
    expect(scores.all.result().restated).toEqual(scores.entered.result().restated);
  });

  it('has an entry gain only for decided signals that could be entered', () => {
    for (const signal of told.signals) {
      const { ending } = signal;
      if (!ending) continue;
      const { entryGain } = toResult(signal, ending);
      const isCounted = toGo(signal)?.go === true && ending.outcome !== 'break-even';
      expect(entryGain !== null).toBe(isCounted);
    }
  });

  it('turns every slot into one signal or miss, in order', () => {
    const slots = [...told.signals, ...told.misses].map(({ slot }) => slot);
    const first = NOON - 699 * SLOT_MS;
    expect(slots.toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 700 }, (_, index) => first + index * SLOT_MS),
    );
    const ofSignals = told.signals.map(({ slot }) => slot);
    expect(ofSignals).toEqual(ofSignals.toSorted((a, b) => a - b));
  });

  it('settles every signal except those with levels past the last candle', () => {
    for (const { slot, ending } of told.signals)
      if (slot + 5 * SLOT_MS <= NOON) expect(ending).not.toBeNull();
    expect(told.signals.at(-1)).toMatchObject({ slot: NOON, ending: null });
  });

  it('treats a one-hour gap as a closed market and a shorter one as missing candles', async () => {
    const without = (count: number) =>
      Object.fromEntries(
        Object.entries(files).map(([pair, candles]) => [
          pair,
          [...candles.slice(0, 600), ...candles.slice(600 + count)],
        ]),
      );
    const holed = NOON - 99 * SLOT_MS;
    const told = async (count: number) => {
      const { signals, misses } = await walked(without(count));
      const at = (slot: number) => ({
        signal: signals.some((signal) => signal.slot === slot),
        reason: misses.find((miss) => miss.slot === slot)?.reason ?? null,
      });
      return { inside: at(holed), after: at(holed + count * SLOT_MS) };
    };
    const closed = await told(12);
    expect(closed.inside).toEqual({ signal: false, reason: null });
    expect(closed.after.signal).toBe(true);
    const missing = await told(11);
    expect(missing.inside.reason).toMatch(/EURUSD: the newest candle ends at 2026/);
    expect(missing.after.reason).toMatch(/EURUSD: the candle at 2026\S+ is missing/);
  });
});
