import { MAX_LEVELS } from '@quantalgo/contracts/signals/ladder';
import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { DAY_MS } from '@quantalgo/contracts/core/time';
import { isRollover } from '@quantalgo/contracts/market/sessions';
import { computeRestatementGain } from '@quantalgo/contracts/signals/entryOdds';
import { Z99 } from '@quantalgo/contracts/signals/zScores';
import type { Strategy } from '../strategies/strategy';
import type { Outcome, Probability, Settlement, Signal } from '@quantalgo/contracts/signals/signal';
import { addDays, type DaySums, NO_DAYS, sumSquares } from './daySums';
import { addGains, type GainTally, NO_GAINS } from './entryOddsRecord';

/** Results and expected hits. A result's gap is its hits less expected. */
export interface ResultTally extends DaySums {
  readonly trials: number;
  readonly hits: number;
  readonly expected: number;
}

/**
 * Results of a strategy’s published signals against their odds before this record corrected them.
 */
export interface PublishedRecord {
  /** Counts signals of earlier slots, epoch ms. */
  readonly until: number;
  /** First entries that moved. */
  readonly firstEntry: ResultTally;
  /** Wins of later levels, after the first entry lost. */
  readonly later: ResultTally;
  /** Moved first entries against a coin. Also counts the picks of a strategy that is put aside. */
  readonly coin: ResultTally;
  /** Moved first entries. */
  readonly entryOdds: GainTally;
}

/**
 * Rates (0–1) are the stated ones. `right`: a moved first entry wins. `later`: a later level wins
 * after it lost.
 */
export interface PublishedResult {
  readonly slot: number;
  readonly strategy: string;
  readonly right: number;
  readonly later: number;
  readonly outcome: Outcome;
  readonly isFirstEntryWon: boolean;
  /**
   * Brier score of `right` less that of the rate restated at the entry. Null if the first entry is
   * flat or its close is missing.
   */
  readonly entryGain: number | null;
}

const EMPTY_TALLY: ResultTally = { trials: 0, hits: 0, expected: 0, ...NO_DAYS };

export const EMPTY_RECORD: PublishedRecord = {
  until: 0,
  firstEntry: EMPTY_TALLY,
  later: EMPTY_TALLY,
  coin: EMPTY_TALLY,
  entryOdds: NO_GAINS,
};

/** Weight of the uncorrected odds, as a number of independent results. */
const PRIOR_RESULTS = 1000;

const COIN_VARIANCE = 0.25;

/** Number of results worth one independent result, at least 1. */
export function getResultEffect({ trials, hits, expected, ...sums }: ResultTally): number {
  if (trials === 0) return 1;
  const mean = (hits - expected) / trials;
  return Math.max(1, sumSquares(sums, mean) / (trials * COIN_VARIANCE));
}

/** Correction to add to a rate (0–1). */
export const getOffset = (tally: ResultTally): number =>
  (tally.hits - tally.expected) / (tally.trials + PRIOR_RESULTS * getResultEffect(tally));

/** Effective sample size: the number of independent results with the same variance. */
export const countIndependent = (tally: ResultTally): number =>
  tally.trials / getResultEffect(tally);

interface CountedResult {
  readonly day: number;
  readonly isHit: boolean;
  readonly expected: number;
}

const addResults = (tally: ResultTally, results: readonly CountedResult[]): ResultTally => ({
  trials: tally.trials + results.length,
  hits: tally.hits + results.filter(({ isHit }) => isHit).length,
  expected: results.reduce((sum, { expected }) => sum + expected, tally.expected),
  ...addDays(
    tally,
    results.map(({ day, isHit, expected }) => ({ day, gap: (isHit ? 1 : 0) - expected })),
  ),
});

/**
 * Results of the last slots before midnight belong to the next day, because the fit at midnight
 * can’t know them yet.
 */
const SETTLEMENT_DELAY_MS = (MAX_LEVELS + 2) * SLOT_MS;

export const toResultDay = (slot: number): number =>
  Math.floor((slot + SETTLEMENT_DELAY_MS) / DAY_MS);

/** Fits count results up to this slot (epoch ms), because all of them are settled by then. */
export const toCountedUntil = (fitAt: number): number =>
  fitAt - (fitAt % DAY_MS) - SETTLEMENT_DELAY_MS;

interface CoinResult {
  readonly slot: number;
  readonly isFirstEntryWon: boolean;
}

/**
 * Counts whole days up to the fit, without slots around the rollover.
 * @param shadow picks of a strategy that is put aside; moved entries only
 */
export function countPublished(
  record: PublishedRecord,
  fitAt: number,
  results: readonly PublishedResult[],
  shadow: readonly CoinResult[] = [],
): PublishedRecord {
  const until = Math.max(record.until, toCountedUntil(fitAt));
  const isDue = ({ slot }: { readonly slot: number }) =>
    slot >= record.until && slot < until && !isRollover(slot);
  const movedResults = results.filter((result) => isDue(result) && result.outcome !== 'break-even');
  const offsets = { first: getOffset(record.firstEntry), later: getOffset(record.later) };
  const firstEntries = movedResults.map(({ slot, right, isFirstEntryWon }) => ({
    day: toResultDay(slot),
    isHit: isFirstEntryWon,
    expected: right - offsets.first,
  }));
  const laterLevels = movedResults
    .filter(({ isFirstEntryWon }) => !isFirstEntryWon)
    .map(({ slot, later, outcome }) => ({
      day: toResultDay(slot),
      isHit: outcome === 'profit',
      expected: later - offsets.later,
    }));
  // In the night after a strategy was put aside, its last published signals are shadow picks, too.
  const ownSlots = new Set(results.map(({ slot }) => slot));
  const dueShadow = shadow.filter((pick) => isDue(pick) && !ownSlots.has(pick.slot));
  const coin = [...movedResults, ...dueShadow].map(({ slot, isFirstEntryWon }) => ({
    day: toResultDay(slot),
    isHit: isFirstEntryWon,
    expected: 0.5,
  }));
  const gains = movedResults.flatMap(({ slot, entryGain }) =>
    entryGain === null ? [] : [{ day: toResultDay(slot), gain: entryGain }],
  );
  return {
    until,
    firstEntry: addResults(record.firstEntry, firstEntries),
    later: addResults(record.later, laterLevels),
    coin: addResults(record.coin, coin),
    entryOdds: addGains(record.entryOdds, gains),
  };
}

type StatedSignal = Pick<
  Signal,
  'createdAt' | 'strategy' | 'direction' | 'entryPrice' | 'worstPrice' | 'entered'
> & {
  readonly moves: number;
  readonly firstEntry: Pick<Probability, 'value'>;
  readonly confidence: Pick<Probability, 'value'>;
};

/** The first of `closes` is the one at the entry. */
type JudgedSettlement = Pick<Settlement, 'outcome' | 'level'> & {
  readonly closes: readonly { readonly price: number | null }[];
};

function computeEntryGain(
  signal: StatedSignal,
  right: number,
  { outcome, level, closes }: JudgedSettlement,
): number | null {
  const price = closes[0]?.price ?? null;
  // Odds are restated only for signals that can be entered.
  if (signal.entered === false || price === null || outcome === 'break-even') return null;
  return computeRestatementGain(signal, right, { price, isWon: level === 0 });
}

/**
 * Signals state their rates in percent of all entries, so they are divided by the chance to move.
 */
export function toPublishedResult(
  signal: StatedSignal,
  settlement: JudgedSettlement,
): PublishedResult {
  const { createdAt, strategy, moves, firstEntry, confidence } = signal;
  const { outcome, level } = settlement;
  const right = firstEntry.value / moves;
  const ladder = confidence.value / moves;
  const later = right < 1 ? Math.max(0, (ladder - right) / (1 - right)) : 0;
  const entryGain = computeEntryGain(signal, right, settlement);
  const isFirstEntryWon = level === 0;
  return { slot: createdAt, strategy, right, later, outcome, isFirstEntryWon, entryGain };
}

const MIN_RESULTS = 200;

const MIN_TRIAL_RESULTS = 1000;

const getError = (tally: ResultTally): number =>
  Math.sqrt((COIN_VARIANCE * getResultEffect(tally)) / Math.max(1, tally.trials));

const describeCoin = ({ trials, hits }: ResultTally): string =>
  trials === 0
    ? 'no results yet'
    : `${((100 * hits) / trials).toFixed(1)}% of ${trials.toLocaleString('en')} first entries that moved won`;

/**
 * The reason to put a strategy aside: its first entries won less often than a coin’s, at 99%, or
 * not more often if it is on trial.
 */
export function findAsideReason(
  { coin }: PublishedRecord,
  { onTrial = false }: Pick<Strategy, 'onTrial'>,
): string | null {
  const { trials, hits } = coin;
  const [rate, halfWidth] = [hits / trials, Z99 * getError(coin)];
  if (onTrial)
    return trials >= MIN_TRIAL_RESULTS && rate - halfWidth > 0.5
      ? null
      : `On trial: ${describeCoin(coin)}, not above a coin at 99% confidence`;
  const isBelow = trials >= MIN_RESULTS && rate + halfWidth < 0.5;
  return isBelow ? `Put aside: ${describeCoin(coin)}, below a coin at 99% confidence` : null;
}
