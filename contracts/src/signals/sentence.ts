import { formatCount } from '../core/format';
import type { Performance } from './figures';
import { computeBreakEven } from './ladder';
import { STATED_PAYOUT } from './payout';
import { computeWilsonInterval } from './signal';
import { LOOKS_REACH } from './looks';

export type RecordAdvice = 'empty' | 'too-few' | 'paper' | 'pays';

/** What the whole record says about first entries, as figures; a flat entry returns its stake and isn’t counted. */
export interface RecordSummary {
  readonly signals: number;
  /** First entries that moved. */
  readonly moved: number;
  /** Won of 100 that moved; null without any. */
  readonly won: number | null;
  /** Needed of 100 at the payout. */
  readonly needed: number;
  readonly payout: number;
  readonly advice: RecordAdvice;
}

type CountedRecord = Pick<Performance, 'totalSignals' | 'breakEvenSignals' | 'firstEntryRate'>;

const MIN_SIGNALS = 100;

/** `pays` needs the interval’s lower end above break-even after the looks taken; `paper`, its upper end below. */
export function summariseRecord(
  { totalSignals, breakEvenSignals, firstEntryRate }: CountedRecord,
  payout: number = STATED_PAYOUT,
): RecordSummary {
  const needed = computeBreakEven(payout).firstEntry;
  const moved = totalSignals - breakEvenSignals;
  const wins = ((firstEntryRate ?? 0) * totalSignals) / 100;
  const rate = computeWilsonInterval(wins, moved);
  const common = { signals: totalSignals, moved, needed, payout };
  if (!rate) return { ...common, won: null, advice: 'empty' };
  const low = computeWilsonInterval(wins, moved, LOOKS_REACH)?.low ?? 0;
  const isLosing = rate.high < needed && moved >= MIN_SIGNALS;
  const advice = low > needed ? 'pays' : isLosing ? 'paper' : 'too-few';
  return { ...common, won: rate.value, advice };
}

const CONCLUSIONS: Readonly<Record<Exclude<RecordAdvice, 'empty'>, string>> = {
  pays: 'So far they have paid, before your broker’s spread.',
  paper: 'Use them on paper.',
  'too-few': 'That isn’t enough to tell: use them on paper.',
};

/** One plain sentence or two: how many signals, how many won of 100, how many are needed, what follows. */
export function describeRecordPlainly(summary: RecordSummary): string {
  const { moved, won, needed, payout, advice } = summary;
  const atPayout = `At ${formatCount(Math.round(100 * payout))} % payout you need ${Math.ceil(needed)}.`;
  if (won === null || advice === 'empty')
    return `No signal has a result yet. ${atPayout} Use them on paper.`;
  const rounded = Math.round(won);
  return `Of ${formatCount(moved)} first entries that moved, ${rounded} in 100 won. ${atPayout} ${CONCLUSIONS[advice]}`;
}
