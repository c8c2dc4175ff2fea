import { formatCount } from '../core/format';
import type { Performance } from './figures';
import { computeBreakEven } from './ladder';
import { STATED_PAYOUT } from './payout';
import { computeWilsonInterval } from './signal';
import { BONFERRONI_Z } from './zScores';

export type RecordAdvice = 'empty' | 'too-few' | 'paper' | 'pays';

/** First entries of the whole record. Flat ones return their stake and don’t count. */
export interface RecordSummary {
  readonly signals: number;
  /** First entries that weren’t flat. */
  readonly moved: number;
  /** Won out of 100 that moved. Null if none moved. */
  readonly won: number | null;
  /** Break-even rate, out of 100. */
  readonly needed: number;
  readonly payout: number;
  readonly advice: RecordAdvice;
}

type CountedRecord = Pick<Performance, 'totalSignals' | 'breakEvenSignals' | 'firstEntryRate'>;

const MIN_MOVED_ENTRIES = 100;

/**
 * `pays`: the interval, widened by {@link BONFERRONI_Z}, is above break-even. `paper`: the 95 %
 * interval is below it.
 */
export function summariseRecord(
  { totalSignals, breakEvenSignals, firstEntryRate }: CountedRecord,
  payout: number = STATED_PAYOUT,
): RecordSummary {
  const needed = computeBreakEven(payout).firstEntry;
  const moved = totalSignals - breakEvenSignals;
  const wins = ((firstEntryRate ?? 0) * totalSignals) / 100;
  const rate = computeWilsonInterval(wins, moved);
  const sharedFields = { signals: totalSignals, moved, needed, payout };
  if (!rate) return { ...sharedFields, won: null, advice: 'empty' };
  const low = computeWilsonInterval(wins, moved, BONFERRONI_Z)?.low ?? 0;
  const isLosing = rate.high < needed && moved >= MIN_MOVED_ENTRIES;
  const advice = low > needed ? 'pays' : isLosing ? 'paper' : 'too-few';
  return { ...sharedFields, won: rate.value, advice };
}

const CONCLUSIONS: Readonly<Record<Exclude<RecordAdvice, 'empty'>, string>> = {
  pays: 'So far they have paid, before your broker’s spread.',
  paper: 'Use them on paper.',
  'too-few': 'That isn’t enough to tell: use them on paper.',
};

export function describeRecordPlainly(summary: RecordSummary): string {
  const { moved, won, needed, payout, advice } = summary;
  const atPayout = `At a payout of ${formatCount(Math.round(100 * payout))} %, you need ${Math.ceil(needed)}.`;
  if (won === null || advice === 'empty')
    return `No signal has a result yet. ${atPayout} Use them on paper.`;
  const roundedWon = Math.round(won);
  return `Of ${formatCount(moved)} first entries that moved, ${roundedWon} in 100 won. ${atPayout} ${CONCLUSIONS[advice]}`;
}
