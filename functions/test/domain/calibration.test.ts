import { SLOT_MS, type Pair } from '@quantalgo/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  FEWEST_TRIALS,
  chancesOf,
  fitCalibration,
  isCurrent,
  trialsIn,
  type Calibration,
} from '../../src/domain/calibration';
import type { Candle } from '../../src/domain/candles';
import { meanReversion } from '../../src/domain/strategies/meanReversion';
import type { Strategy } from '../../src/domain/strategies/strategy';
import { simulatedMarket } from '../../src/platform/marketData/simulated';
import { NOON, candlesOf } from '../candles';

const at = { slot: NOON, source: 'simulated' } as const;
const historyOf = (candles: readonly Candle[]) =>
  new Map<Pair, readonly Candle[]>([['EURUSD', candles]]);

/** Always right in a market that always rises, and says so more or less loudly. */
const optimist: Strategy = {
  id: 'optimist',
  audience: 'basic',
  parameters: {},
  evaluate: (candles) => ({
    direction: 'CALL',
    score: candles.at(-1)?.volume ?? 0,
    reasons: ['It always rises'],
  }),
};

const rising = candlesOf(
  Array.from({ length: 600 }, (_, index) => ({
    change: 5,
    above: 1,
    below: 1,
    volume: index % 100,
  })),
  NOON,
);

describe('a calibration', () => {
  let market: readonly Candle[] = [];
  beforeAll(async () => {
    market = await simulatedMarket(['EURUSD']).candles('EURUSD', NOON, 1500);
  });

  it('names its strategy, the slot it was made for and its sample', () => {
    const fitted = fitCalibration(optimist, historyOf(rising), at);
    expect(fitted.version).toBe(`optimist/20261120T1200Z/n${trialsIn(fitted)}`);
  });

  it('counts only signals whose last close was known at the slot', () => {
    const fitted = fitCalibration(optimist, historyOf(rising), at);
    expect(trialsIn(fitted)).toBe(600 - 36 + 1 - 5);
  });

  it('leaves out signals whose levels cross a gap', () => {
    const gap = [...rising.slice(0, 300), ...rising.slice(301)];
    expect(trialsIn(fitCalibration(optimist, historyOf(gap), at))).toBe(599 - 36 + 1 - 5 - 5);
  });

  it('gives a strategy that was always right close to 100 percent, never more', () => {
    const chances = chancesOf(fitCalibration(optimist, historyOf(rising), at), 50);
    expect(chances?.firstEntry).toMatchObject({ value: 100, high: 100 });
    expect(chances?.firstEntry.low).toBeLessThan(100);
  });

  it('gives a coin about what a coin scores, and says how sure that is', () => {
    const chances = chancesOf(fitCalibration(meanReversion, historyOf(market), at), 0.3);
    expect(chances?.firstEntry.value).toBeGreaterThan(42);
    expect(chances?.firstEntry.value).toBeLessThan(56);
    expect(chances?.firstEntry.low).toBeLessThan(50);
    expect(chances?.firstEntry.high).toBeGreaterThan(48);
    expect(chances?.confidence.low).toBeLessThan(93.75);
    expect(chances?.confidence.high).toBeGreaterThan(91);
  });

  it('says nothing where too little is known', () => {
    const short = fitCalibration(optimist, historyOf(rising.slice(0, FEWEST_TRIALS)), at);
    expect(chancesOf(short, 50)).toBeNull();
    expect(chancesOf(fitCalibration(optimist, new Map(), at), 50)).toBeNull();
  });

  it('draws a bucket of few trials towards the rate of all', () => {
    const bucket = { trials: 1000, firstEntryWins: 500, withinFourWins: 930 };
    const lucky = { fromScore: 1, trials: 10, firstEntryWins: 10, withinFourWins: 10 };
    const calibration: Calibration = {
      ...fitCalibration(optimist, historyOf(rising), at),
      buckets: [{ fromScore: 0, ...bucket }, lucky],
    };
    expect(chancesOf(calibration, 2)?.firstEntry.value).toBeLessThan(56);
    expect(chancesOf(calibration, 0.5)?.firstEntry.value).toBeCloseTo(50, 0);
  });

  it('holds for a day, for its strategy and its market alone', () => {
    const fitted = fitCalibration(optimist, historyOf(rising), at);
    const day = 288 * SLOT_MS;
    expect(isCurrent(fitted, optimist, at)).toBe(true);
    expect(isCurrent(fitted, optimist, { ...at, slot: NOON + day - SLOT_MS })).toBe(true);
    expect(isCurrent(fitted, optimist, { ...at, slot: NOON + day })).toBe(false);
    expect(isCurrent(fitted, optimist, { ...at, slot: NOON - SLOT_MS })).toBe(false);
    expect(isCurrent(fitted, optimist, { ...at, source: 'replay' })).toBe(false);
    expect(isCurrent(fitted, { ...optimist, parameters: { loud: 1 } }, at)).toBe(false);
  });
});
