import { formatCount, formatShortDecimal } from '../core/format';
import { MIN_HEADLINE_SIGNALS, type Performance } from './figures';
import { computeBreakEven } from './ladder';
import { STATED_PAYOUT } from './payout';
import { computeWilsonInterval, type Probability } from './signal';
import { BONFERRONI_Z } from './zScores';

export type RecordAdvice = 'empty' | 'too-few' | 'paper' | 'pays';

/**
 * First entries of the whole record, no-gos included. Flat ones return their stake and don’t count.
 */
export interface RecordSummary {
  readonly signals: number;
  /** First entries that weren’t flat. */
  readonly moved: number;
  readonly wins: number;
  /** Won out of 100 that moved. Null if none moved. */
  readonly won: number | null;
  /** False while the rate is shown as a count, because it would mean nothing. */
  readonly hasRate: boolean;
  /** Break-even rate, out of 100. */
  readonly needed: number;
  readonly payout: number;
  readonly advice: RecordAdvice;
}

type CountedRecord = Pick<Performance, 'totalSignals' | 'breakEvenSignals' | 'firstEntryRate'>;

const countMoved = ({ totalSignals, breakEvenSignals }: CountedRecord): number =>
  totalSignals - breakEvenSignals;

const countFirstWins = ({ totalSignals, firstEntryRate }: CountedRecord): number =>
  ((firstEntryRate ?? 0) * totalSignals) / 100;

/**
 * The share of first entries that won, without flat ones: a coin's 50% and break-even only apply
 * to entries that moved. Null if none moved.
 */
export const computeMovedRate = (record: CountedRecord): Probability | null =>
  computeWilsonInterval(countFirstWins(record), countMoved(record));

const MIN_MOVED_ENTRIES = 100;

/**
 * `pays`: the interval, widened by {@link BONFERRONI_Z}, is above break-even. `paper`: the 95%
 * interval is below it.
 */
export function summariseRecord(
  record: CountedRecord,
  payout: number = STATED_PAYOUT,
): RecordSummary {
  const needed = computeBreakEven(payout).firstEntry;
  const moved = countMoved(record);
  const rate = computeMovedRate(record);
  const wins = Math.round(countFirstWins(record));
  const hasRate = moved >= MIN_HEADLINE_SIGNALS;
  const sharedFields = { signals: record.totalSignals, moved, wins, hasRate, needed, payout };
  if (!rate) return { ...sharedFields, won: null, advice: 'empty' };
  const low = computeWilsonInterval(countFirstWins(record), moved, BONFERRONI_Z)?.low ?? 0;
  const isLosing = rate.high < needed && moved >= MIN_MOVED_ENTRIES;
  const advice = low > needed ? 'pays' : isLosing ? 'paper' : 'too-few';
  return { ...sharedFields, won: rate.value, advice };
}

const CONCLUSIONS: Readonly<Record<Exclude<RecordAdvice, 'empty'>, string>> = {
  pays: 'So far they have paid, before your broker’s spread.',
  paper: 'Use them on paper.',
  'too-few': 'That isn’t enough to tell: use them on paper.',
};

/** Never rounds a rate below break-even up to it. */
export const roundWon = (won: number, needed: number): number =>
  won < needed ? Math.min(Math.round(won), Math.ceil(needed) - 1) : Math.round(won);

export function describeRecordPlainly(summary: RecordSummary): string {
  const { moved, wins, won, hasRate, needed, payout, advice } = summary;
  const atPayout = `At a payout of ${formatShortDecimal(100 * payout)}%, you need ${Math.ceil(needed)} in 100.`;
  if (won === null || advice === 'empty')
    return `No signal has a result yet. ${atPayout} Use them on paper.`;
  const entries = moved === 1 ? '1 first entry' : `the ${formatCount(moved)} first entries`;
  const share = hasRate ? `${roundWon(won, needed)} in 100` : formatCount(wins);
  return `Of ${entries} that moved, ${share} won. ${atPayout} ${CONCLUSIONS[advice]}`;
}
