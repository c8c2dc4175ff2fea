import {
  LEVELS,
  slotId,
  wilson,
  type Pair,
  type Probability,
  type Source,
} from '@quantalgo/contracts';
import { endOf, type Candle } from './candles';
import { strategyHash } from './ledger';
import { closeTimes, play } from './settlement';
import { LOOKBACK, type Strategy } from './strategies/strategy';

/** Past trials of a strategy whose scores lie from `fromScore` up to the next bucket's. */
export interface Bucket {
  readonly fromScore: number;
  readonly trials: number;
  readonly firstEntryWins: number;
  readonly withinFourWins: number;
}

/** How a strategy did on past candles, by how strongly it had leaned. */
export interface Calibration {
  readonly strategyId: string;
  readonly strategyHash: string;
  readonly source: Source;
  /** Names strategy, fit and sample: what a signal's confidence came from. */
  readonly version: string;
  /** The slot (epoch ms) whose past was looked at. */
  readonly fittedAt: number;
  /** By rising score; the first begins at 0. */
  readonly buckets: readonly Bucket[];
}

export interface Chances {
  readonly firstEntry: Probability;
  /** That the signal wins within its four levels. */
  readonly confidence: Probability;
}

/** Candles of each pair that a calibration looks back on: a week of round-the-clock trading. */
export const CALIBRATION_CANDLES = 2000;
/** With fewer past trials than this nothing can be said. */
export const FEWEST_TRIALS = 200;
const BUCKETS = 5;
/** A bucket counts as if this many more trials had gone as the strategy's trials went on the whole. */
const PRIOR_TRIALS = 100;
const FIT_AGAIN_AFTER_MS = 24 * 60 * 60_000;

interface Trial {
  readonly score: number;
  readonly firstEntryWon: boolean;
  readonly wonWithinFour: boolean;
}

function trialsOf(strategy: Strategy, candles: readonly Candle[]): Trial[] {
  const closes = new Map(candles.map((candle) => [endOf(candle), candle.close]));
  const trials: Trial[] = [];
  for (let end = LOOKBACK; end <= candles.length; end += 1) {
    const newest = candles[end - 1];
    if (newest === undefined) continue;
    const prices = closeTimes(endOf(newest)).map((time) => closes.get(time));
    if (!prices.every((price) => price !== undefined)) continue;
    const opinion = strategy.evaluate(candles.slice(end - LOOKBACK, end));
    const verdict = opinion && play(opinion.direction, prices);
    if (!verdict) continue;
    trials.push({
      score: opinion.score,
      firstEntryWon: verdict.level === 0,
      wonWithinFour: verdict.outcome === 'profit',
    });
  }
  return trials;
}

const count = <T>(items: readonly T[], is: (item: T) => boolean): number => items.filter(is).length;

function bucketsOf(trials: readonly Trial[]): Bucket[] {
  const sorted = trials.toSorted((a, b) => a.score - b.score);
  const size = Math.ceil(sorted.length / BUCKETS);
  return Array.from({ length: BUCKETS }, (_, index) => {
    const own = sorted.slice(index * size, (index + 1) * size);
    return {
      fromScore: index === 0 ? 0 : (own[0]?.score ?? Infinity),
      trials: own.length,
      firstEntryWins: count(own, (trial) => trial.firstEntryWon),
      withinFourWins: count(own, (trial) => trial.wonWithinFour),
    };
  }).filter(({ trials: inside }) => inside > 0);
}

/**
 * Walks each pair's past up to `slot` (epoch ms) and counts how the strategy's opinions ended, as a settlement would.
 * @param history closed candles that end at `slot` or before; outcomes that reach beyond them are left out.
 */
export function fitCalibration(
  strategy: Strategy,
  history: ReadonlyMap<Pair, readonly Candle[]>,
  { slot, source }: { slot: number; source: Source },
): Calibration {
  const trials = [...history.values()].flatMap((candles) => trialsOf(strategy, candles));
  return {
    strategyId: strategy.id,
    strategyHash: strategyHash(strategy),
    source,
    version: `${strategy.id}/${slotId(slot)}/n${trials.length}`,
    fittedAt: slot,
    buckets: bucketsOf(trials),
  };
}

/** Whether a stored calibration may still be used for a slot (epoch ms). */
export const isCurrent = (
  calibration: Calibration,
  strategy: Strategy,
  { slot, source }: { slot: number; source: Source },
): boolean =>
  calibration.source === source &&
  calibration.strategyHash === strategyHash(strategy) &&
  slot >= calibration.fittedAt &&
  slot - calibration.fittedAt < FIT_AGAIN_AFTER_MS;

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

const inHundredths = ({ value, low, high }: Probability): Probability => {
  const round = (percent: number) => Math.round(percent * 100) / 100;
  return { value: round(value), low: round(low), high: round(high) };
};

/** Past trials that a calibration rests on. */
export const trialsIn = ({ buckets }: Pick<Calibration, 'buckets'>): number =>
  sum(buckets.map(({ trials }) => trials));

/** The bucket's rate drawn towards the rate of all; `independent` is the share of trials that tell something new. */
function rate(
  bucket: Bucket,
  all: readonly Bucket[],
  { wins, independent }: { wins: (of: Bucket) => number; independent: number },
): Probability | null {
  const base = sum(all.map(wins)) / sum(all.map(({ trials }) => trials));
  const drawn = wins(bucket) + PRIOR_TRIALS * base;
  const range = wilson(drawn * independent, (bucket.trials + PRIOR_TRIALS) * independent);
  return range && inHundredths(range);
}

/**
 * The calibrated chances of an opinion with this score, in percent with 95 % intervals; null where too little is known.
 * Neighbouring slots share three of their four levels, so only every fourth trial counts as evidence of the four-level
 * rate.
 */
export function chancesOf(calibration: Calibration, score: number): Chances | null {
  const { buckets } = calibration;
  if (trialsIn(calibration) < FEWEST_TRIALS) return null;
  const bucket = buckets.findLast(({ fromScore }) => fromScore <= score);
  if (!bucket) return null;
  const firstEntry = rate(bucket, buckets, { wins: (of) => of.firstEntryWins, independent: 1 });
  const confidence = rate(bucket, buckets, {
    wins: (of) => of.withinFourWins,
    independent: 1 / LEVELS.length,
  });
  return firstEntry && confidence && { firstEntry, confidence };
}
