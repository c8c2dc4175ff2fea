import { SLOT_MS, UNSTATED_RULES, type Pair } from '@quantalgo/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  FEWEST_TRIALS,
  chancesOf,
  type Calibration,
} from '../../../src/domain/calibration/calibration';
import { fitCalibration, type FitAt } from '../../../src/domain/calibration/fit';
import { TrialRing, trialsOf, type TrialsOfPair } from '../../../src/domain/calibration/trials';
import type { Candle } from '../../../src/domain/candles';
import { meanReversion } from '../../../src/domain/strategies/meanReversion';
import { LOOKBACK, type Strategy } from '../../../src/domain/strategies/strategy';
import { simulatedMarket } from '../../../src/platform/market/simulated';
import { NOON, candlesOf } from '../../candles';

const rules = UNSTATED_RULES;
const at = { slot: NOON, source: 'simulated', rules } as const;
const HOUR = 12 * SLOT_MS;
const DAY = 24 * HOUR;

/** Always right in a market that always rises, and says so more or less loudly. */
const optimist: Strategy = {
  id: 'optimist',
  audience: 'basic',
  parameters: {},
  evaluate: (candles) => ({
    direction: 'CALL',
    score: (candles.at(-1)?.volume ?? 0) / 100,
    reasons: () => ['It always rises'],
  }),
};

const fit = (strategy: Strategy, candles: readonly Candle[]): Calibration => {
  const history = new Map<Pair, readonly Candle[]>([['EURUSD', candles]]);
  const [trials = []] = trialsOf(history, [strategy], rules);
  return fitCalibration(strategy, trials, at);
};

const risingMarket = (count: number) =>
  candlesOf(
    Array.from({ length: count }, (_, index) => ({
      change: 5,
      above: 1,
      below: 1,
      volume: index % 100,
    })),
    NOON,
  );
const rising = risingMarket(600);

describe('a calibration', () => {
  let market: readonly Candle[] = [];
  beforeAll(async () => {
    market = await simulatedMarket(['EURUSD']).candles('EURUSD', NOON, 3000);
  });

  it('names its strategy, the slot it was made for and its sample', () => {
    const fitted = fit(optimist, rising);
    expect(fitted.version).toBe(`optimist/20261120T1200Z/n${fitted.trials}`);
  });

  it('counts only signals whose last close was known at the slot', () => {
    expect(fit(optimist, rising).trials).toBe(600 - LOOKBACK + 1 - 5);
  });

  it('counts a level whose candle is missing as flat, as the record does', () => {
    const gap = [...rising.slice(0, 300), ...rising.slice(301)];
    const fitted = fit(optimist, gap);
    expect(fitted.trials).toBe(599 - LOOKBACK + 1 - 5);
    const [moves] = fitted.curves.moves;
    const whole = fit(optimist, rising).curves.moves[0];
    expect(whole?.rate).toBe(1);
    expect(moves?.rate).toBeCloseTo(1 - 2 / fitted.trials, 2);
    expect(moves?.rate).toBeLessThan(1);
  });

  it('believes a strategy that was always right the more, the more often it was seen', () => {
    const chanceAfter = (candles: number) =>
      chancesOf(fit(optimist, risingMarket(candles)), {
        pair: 'EURUSD',
        score: 0.5,
        volatility: 7,
      });
    const soon = chanceAfter(300)?.firstEntry.value ?? 0;
    const later = chanceAfter(3000)?.firstEntry.value ?? 0;
    expect(soon).toBeGreaterThan(50);
    expect(soon).toBeLessThan(85);
    expect(later).toBeGreaterThan(90);
    expect(later).toBeLessThan(100);
  });

  it('gives a coin about what a coin scores, and says how sure that is', () => {
    const chances = chancesOf(fit(meanReversion, market), {
      pair: 'EURUSD',
      score: 0.3,
      volatility: 30,
    });
    expect(Math.abs((chances?.firstEntry.value ?? 0) - 49)).toBeLessThan(3);
    expect(Math.abs((chances?.confidence.value ?? 0) - 92)).toBeLessThan(3);
    expect(chances?.firstEntry.low).toBeLessThan(50);
    expect(chances?.firstEntry.high).toBeGreaterThan(48);
    expect(chances?.confidence.low).toBeLessThan(93.75);
    expect(chances?.confidence.high).toBeGreaterThan(91);
  });

  it('knows that a market that hardly moves is more often flat', () => {
    const fitted = fit(meanReversion, market);
    const calm =
      chancesOf(fitted, { pair: 'EURUSD', score: 0.3, volatility: 8 })?.firstEntry.value ?? 0;
    const busy =
      chancesOf(fitted, { pair: 'EURUSD', score: 0.3, volatility: 60 })?.firstEntry.value ?? 0;
    expect(busy).toBeGreaterThan(calm);
  });

  it('says nothing of a pair that it has not seen', () => {
    const asked = { pair: 'GBPUSD', score: 0.5, volatility: 7 };
    expect(chancesOf(fit(optimist, rising), asked)).toBeNull();
  });

  it('says nothing where too little is known', () => {
    const asked = { pair: 'EURUSD', score: 0.5, volatility: 7 };
    expect(chancesOf(fit(optimist, rising.slice(0, FEWEST_TRIALS)), asked)).toBeNull();
    expect(chancesOf(fit(optimist, []), asked)).toBeNull();
  });
});

/** A trial an hour over so many days: the share `wins` (0–1) of a day's first entries win, most others a level later. */
function trials(days: number, wins: (day: number) => number, pair = 'EURUSD'): TrialsOfPair {
  const ring = new TrialRing(days * 24);
  for (let hour = 0; hour < days * 24; hour += 1) {
    const isWin = (hour * 7) % 24 < 24 * wins(Math.floor(hour / 24));
    const verdict =
      isWin || hour % 8 > 0
        ? ({ outcome: 'profit', level: isWin ? 0 : 1 } as const)
        : ({ outcome: 'loss', level: null } as const);
    const slot = NOON - days * DAY + hour * HOUR;
    ring.push({ at: hour, slot, volatility: 20 }, 0.5, verdict);
  }
  return { pair, trials: ring };
}

const fitTo = (pairs: readonly TrialsOfPair[], changes: Partial<FitAt> = {}) =>
  fitCalibration(optimist, pairs, { ...at, ...changes });

describe('a checkup', () => {
  const worse = () => [trials(30, (day) => (day < 25 ? 0.75 : 0.25))];

  it('finds nothing wrong where the newest days are like those before', () => {
    const { checkup, switchedOff } = fitTo([trials(30, () => 0.5)]);
    expect(checkup?.firstEntry.forecasts).toBe(120);
    expect(checkup?.firstEntry.seen).toBe(50);
    expect(checkup?.reliability).toHaveLength(1);
    expect(switchedOff).toBeNull();
  });

  it('is not made while there are too few older trials to fit on', () => {
    expect(fitTo([trials(12, () => 0.5)]).checkup).toBeNull();
  });

  it('does not blame a strategy for a pair that was not there before', () => {
    const added = trials(5, () => 0.1, 'GBPUSD');
    expect(fitTo([trials(30, () => 0.75), added]).switchedOff).toBeNull();
  });

  it('switches off a strategy that wins far less than it did, with reason and date', () => {
    const { switchedOff } = fitTo(worse());
    expect(switchedOff?.since).toBe(NOON);
    expect(switchedOff?.reason).toMatch(
      /^In the last five days 25\.0 % of its first entries won where \d\d\.\d % were expected$/,
    );
  });

  it('keeps the date while it stays off, and switches it on again when it has learnt', () => {
    const first = fitTo(worse());
    const second = fitTo(worse(), { slot: NOON + HOUR, previous: first });
    expect(second.switchedOff?.since).toBe(NOON);
    expect(fitTo([trials(30, () => 0.25)], { previous: second }).switchedOff).toBeNull();
  });
});
