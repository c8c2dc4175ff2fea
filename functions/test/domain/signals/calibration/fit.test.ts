import { DAY_MS, HOUR_MS } from '@quantalgo/contracts/core/time';
import type { Pair } from '@quantalgo/contracts/market/pairs';
import { LADDER_RULES } from '@quantalgo/contracts/signals/rules';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  MIN_TRIALS,
  getChances,
  type Calibration,
} from '../../../../src/domain/signals/calibration/calibration';
import { fitCalibration, type FitContext } from '../../../../src/domain/signals/calibration/fit';
import type { PublishedResult } from '../../../../src/domain/signals/calibration/published';
import {
  TrialRing,
  runTrials,
  type PairTrialRing,
} from '../../../../src/domain/signals/calibration/trials';
import type { Candle } from '../../../../src/domain/market/candles';
import { meanReversion } from '../../../../src/domain/signals/strategies/meanReversion';
import { LOOKBACK, type Strategy } from '../../../../src/domain/signals/strategies/strategy';
import { createSimulatedMarket, hashToUnit } from '../../../../src/platform/market/simulated';
import { NOON, buildCandles } from '../../../candles';

const rules = LADDER_RULES;
const at = { slot: NOON, source: 'simulated', rules } as const;

/** Always right in a market that always rises, with a varying score. */
const optimist: Strategy = {
  id: 'optimist',
  audiences: ['basic'],
  parameters: {},
  evaluate: (candles) => ({
    direction: 'CALL',
    score: (candles.at(-1)?.volume ?? 0) / 100,
    reasons: () => ['It always rises'],
  }),
};

const fit = (strategy: Strategy, candles: readonly Candle[]): Calibration => {
  const history = new Map<Pair, readonly Candle[]>([['EURUSD', candles]]);
  const [trials = []] = runTrials(history, [strategy], rules);
  return fitCalibration(strategy, trials, at);
};

const risingMarket = (count: number) =>
  buildCandles(
    Array.from({ length: count }, (_, index) => ({
      change: 5,
      above: 1,
      below: 1,
      volume: index % 100,
    })),
    NOON,
  );
const rising = risingMarket(600);

/** The slots of two evening rollovers, which have no trials. */
const ROLLOVER_SLOTS = 2 * 4 * 12;

describe('calibration', () => {
  let market: readonly Candle[] = [];
  beforeAll(async () => {
    market = await createSimulatedMarket(['EURUSD']).candles('EURUSD', NOON, 3000);
  });

  it('has a version of strategy, slot and sample size', () => {
    const fitted = fit(optimist, rising);
    expect(fitted.version).toBe(`optimist/20261120T1200Z/n${fitted.trials}`);
  });

  it('counts only signals that had settled by the slot', () => {
    expect(fit(optimist, rising).trials).toBe(600 - LOOKBACK + 1 - 5 - ROLLOVER_SLOTS);
  });

  it('counts a level with a missing candle as flat', () => {
    const gap = [...rising.slice(0, 300), ...rising.slice(301)];
    const fitted = fit(optimist, gap);
    expect(fitted.trials).toBe(599 - LOOKBACK + 1 - 5 - ROLLOVER_SLOTS);
    const movedIn = ({ curvesByPair }: Calibration) => curvesByPair['EURUSD']?.moved ?? NaN;
    expect(movedIn(fit(optimist, rising))).toBe(1);
    expect(movedIn(fitted)).toBeCloseTo(1 - 2 / fitted.trials, 4);
  });

  it('trusts a strategy that is always right more as its trials increase', () => {
    const chanceAfter = (candles: number) =>
      getChances(fit(optimist, risingMarket(candles)), {
        pair: 'EURUSD',
        score: 0.5,
        volatility: 7,
      });
    const soon = chanceAfter(300)?.firstEntry.value ?? 0;
    const later = chanceAfter(3000)?.firstEntry.value ?? 0;
    expect(soon).toBeGreaterThan(50);
    expect(soon).toBeLessThan(55);
    expect(later).toBeGreaterThan(soon + 10);
    expect(later).toBeLessThan(100);
  });

  it('gives a coin toss about even chances, with an interval', () => {
    const chances = getChances(fit(meanReversion, market), {
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

  it('expects more flat levels in a market that hardly moves', () => {
    const fitted = fit(meanReversion, market);
    const calm =
      getChances(fitted, { pair: 'EURUSD', score: 0.3, volatility: 8 })?.firstEntry.value ?? 0;
    const busy =
      getChances(fitted, { pair: 'EURUSD', score: 0.3, volatility: 60 })?.firstEntry.value ?? 0;
    expect(busy).toBeGreaterThan(calm);
  });

  it('has no chances for a pair without trials', () => {
    const query = { pair: 'GBPUSD', score: 0.5, volatility: 7 };
    expect(getChances(fit(optimist, rising), query)).toBeNull();
  });

  it('has no chances with too few trials', () => {
    const query = { pair: 'EURUSD', score: 0.5, volatility: 7 };
    expect(getChances(fit(optimist, rising.slice(0, MIN_TRIALS)), query)).toBeNull();
    expect(getChances(fit(optimist, []), query)).toBeNull();
  });
});

/**
 * A trial an hour over so many days: the share `wins` (0–1) of a day's first entries win, most others a level later;
 * every `flat`th is flat.
 */
function trials(
  days: number,
  wins: (day: number) => number,
  { pair = 'EURUSD', flat = Infinity }: { pair?: Pair; flat?: number } = {},
): PairTrialRing {
  const ring = new TrialRing(days * 24);
  for (let hour = 0; hour < days * 24; hour += 1) {
    const isWin = (hour * 7) % 24 < 24 * wins(Math.floor(hour / 24));
    const moved =
      isWin || hour % 8 > 0
        ? ({ outcome: 'profit', level: isWin ? 0 : 1 } as const)
        : ({ outcome: 'loss', level: null } as const);
    const verdict =
      (hour + 1) % flat === 0 ? ({ outcome: 'break-even', level: null } as const) : moved;
    const slot = NOON - days * DAY_MS + hour * HOUR_MS;
    ring.push({ at: hour, slot, volatility: 20 }, 0.5, verdict);
  }
  return { pair, trials: ring };
}

const fitTo = (pairs: readonly PairTrialRing[], changes: Partial<FitContext> = {}) =>
  fitCalibration(optimist, pairs, { ...at, ...changes });

describe('checkup', () => {
  const worse = () => [trials(30, (day) => (day < 25 ? 0.75 : 0.25))];

  it('leaves a strategy on if the latest days match the earlier ones', () => {
    const { checkup, switchedOff } = fitTo([trials(30, () => 0.5)]);
    expect(checkup?.firstEntry.forecasts).toBe(120);
    expect(checkup?.firstEntry.seen).toBe(50);
    expect(checkup?.reliability.map((one) => one.trials)).toEqual(
      Array.from({ length: 10 }, () => 12),
    );
    expect(switchedOff).toBeNull();
  });

  it('is null with too few earlier trials to fit', () => {
    expect(fitTo([trials(12, () => 0.5)]).checkup).toBeNull();
  });

  it('doesn’t switch a strategy off because of a new pair', () => {
    const added = trials(5, () => 0.1, { pair: 'GBPUSD' });
    expect(fitTo([trials(30, () => 0.75), added]).switchedOff).toBeNull();
  });

  it('switches off a strategy that wins far less than before, with reason and date', () => {
    const { switchedOff } = fitTo(worse());
    expect(switchedOff).toMatchObject({ since: NOON, cause: 'drift' });
    expect(switchedOff?.reason).toMatch(
      /^In the last five days, 25\.0% of its first entries won, but \d\d\.\d% were expected to$/,
    );
  });

  it('keeps the date while the strategy is off, and switches it on once it recovers', () => {
    const first = fitTo(worse());
    const second = fitTo(worse(), { slot: NOON + HOUR_MS, previous: first });
    expect(second.switchedOff?.since).toBe(NOON);
    expect(fitTo([trials(30, () => 0.5)], { previous: second }).switchedOff).toBeNull();
  });
});

describe('strategy that loses more often than it wins', () => {
  const wrong = () => [trials(30, () => 0.375)];

  it('is switched off at 99% confidence with its figures, not inverted', () => {
    const fitted = fitTo(wrong());
    expect(fitted.switchedOff).toEqual({
      since: NOON,
      reason: 'Of 720 first entries that moved, 37.5% won. That is below half with 99% confidence.',
      cause: 'wrong-side',
    });
    const query = { pair: 'EURUSD', score: 0.5, volatility: 20 };
    expect(getChances(fitted, query)?.firstEntry.value).toBeLessThan(50);
  });

  it('stays on while that may be chance', () => {
    expect(fitTo([trials(30, () => 0.458)]).switchedOff).toBeNull();
    expect(fitTo([trials(8, () => 0.375)]).switchedOff).toBeNull();
  });
});

describe('record of a changed strategy', () => {
  const resultAt = (slot: number): PublishedResult => ({
    slot,
    strategy: optimist.id,
    right: 0.5,
    later: 0.5,
    outcome: 'loss',
    isFirstEntryWon: false,
    entryGain: null,
  });

  it('counts signals from its first fit on, and none of its predecessor’s', () => {
    const pairs = [trials(30, () => 0.5)];
    const previous = { ...fitTo(pairs), strategyHash: 'f'.repeat(64) };
    const changed = fitTo(pairs, { previous });
    expect(changed.record?.until).toBe(NOON);
    const published = [NOON - HOUR_MS, NOON, NOON + HOUR_MS].map(resultAt);
    const next = fitTo(pairs, { slot: NOON + DAY_MS, previous: changed, published });
    expect(next.record?.firstEntry.trials).toBe(2);
  });
});

describe('calibration per pair', () => {
  const createQuery = (pair: Pair) => ({ pair, score: 0.5, volatility: 20 });
  const chanceIn = (pairs: readonly PairTrialRing[], pair: Pair) => {
    const chances = getChances(fitTo(pairs), createQuery(pair));
    if (!chances) throw new Error(`${pair} was tried`);
    return chances;
  };

  it('differs between pairs with the same volatility', () => {
    const pairs = [
      trials(60, () => 0.5, { flat: 4 }),
      trials(60, () => 0.5, { pair: 'XAUUSD', flat: 400 }),
    ];
    expect(chanceIn(pairs, 'EURUSD').firstEntry.value).toBeCloseTo(0.75 * 50, 0);
    expect(chanceIn(pairs, 'XAUUSD').firstEntry.value).toBeCloseTo(50, 0);
    expect(chanceIn(pairs, 'EURUSD').confidence.value).toBeLessThan(
      chanceIn(pairs, 'XAUUSD').confidence.value - 15,
    );
  });

  it('is shrunk towards all pairs while a pair has few trials', () => {
    const others = trials(100, () => 0.5, { flat: 4 });
    const few = trials(9, () => 0.5, { pair: 'XAUUSD' });
    const many = trials(100, () => 0.5, { pair: 'XAUUSD' });
    const soon = chanceIn([others, few], 'XAUUSD').firstEntry.value;
    const later = chanceIn([others, many], 'XAUUSD').firstEntry.value;
    expect(soon).toBeLessThan(later);
    expect(soon).toBeGreaterThan(chanceIn([others, few], 'EURUSD').firstEntry.value);
  });
});

describe('interval of a chance', () => {
  const getWidth = (calibration: Calibration, target: 'firstEntry' | 'confidence') => {
    const range = getChances(calibration, { pair: 'EURUSD', score: 0.5, volatility: 20 })?.[target];
    return range ? range.high - range.low : NaN;
  };

  it('narrows with trials, not with the prior', () => {
    const { trials: count, ...few } = fitTo([trials(10, () => 0.5)]);
    const binomial = 2 * 1.96 * Math.sqrt(2500 / count);
    expect(getWidth({ trials: count, ...few }, 'firstEntry')).toBeGreaterThan(0.95 * binomial);
    const many = fitTo([trials(100, () => 0.5)]);
    expect(getWidth(many, 'firstEntry')).toBeLessThan(
      getWidth({ trials: count, ...few }, 'firstEntry'),
    );
  });

  it('is wider if trials share candles, as in neighbouring slots', () => {
    const market = createSimulatedMarket(['EURUSD']).candles('EURUSD', NOON, 3000);
    return market.then((candles) => {
      const fitted = fit(meanReversion, candles);
      expect(fitted.designEffects.withinLadder).toBeGreaterThan(1.3);
      const apart = { ...fitted, designEffects: { moves: 1, firstEntry: 1, withinLadder: 1 } };
      expect(getWidth(fitted, 'confidence')).toBeGreaterThan(getWidth(apart, 'confidence'));
    });
  });

  it('covers 50% in about 95 of 100 random markets', () => {
    const isCovered = (seed: number) => {
      const ring = new TrialRing(720);
      for (let hour = 0; hour < 720; hour += 1) {
        const isWin = hashToUnit(seed, hour) < 0.5;
        const verdict = isWin
          ? ({ outcome: 'profit', level: 0 } as const)
          : ({ outcome: 'loss', level: null } as const);
        ring.push({ at: hour, slot: NOON + (hour - 720) * HOUR_MS, volatility: 20 }, 0.5, verdict);
      }
      const fitted = fitTo([{ pair: 'EURUSD', trials: ring }]);
      const range = getChances(fitted, { pair: 'EURUSD', score: 0.5, volatility: 20 })?.firstEntry;
      return range !== undefined && range.low <= 50 && range.high >= 50;
    };
    const covering = Array.from({ length: 100 }, (_, seed) => isCovered(seed)).filter(Boolean);
    expect(covering.length).toBeGreaterThanOrEqual(95);
  });
});
