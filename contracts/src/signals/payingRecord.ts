import { formatCount, formatDecimal, formatShortDecimal } from '../core/format';
import { computeBreakEven } from './ladder';
import { computeFirstEntryResult, toStakes } from './ladderResult';
import type { SignalEnd } from './signalEnd';
import { getPairPayout, type Payouts } from './payout';
import { computeWilsonInterval } from './signal';
import { isPaying, type StatedOdds } from './verdict';
import { formatRequiredRate } from './words';

type JudgedSignal = StatedOdds & { readonly pair: string; readonly ending: SignalEnd };

/** First entries of the signals whose verdict was “Pays” at these payouts. */
export interface PayingRecord {
  readonly signals: number;
  /** Excludes flat entries, which return their stake. */
  readonly moved: number;
  readonly won: number;
  /** In stakes. */
  readonly result: number;
  /** Mean break-even rate of the moved entries, in percent. Null without any. */
  readonly needed: number | null;
  /**
   * True if at least {@link MIN_REFUTING_ENTRIES} entries moved and their 95% interval ends below
   * `needed`.
   */
  readonly isRefuted: boolean;
}

/** Fewer entries could just be a bad week. */
export const MIN_REFUTING_ENTRIES = 100;

/**
 * Separate from the whole record, because only these signals show whether “Pays” was right.
 */
export function computePayingRecord(
  judgedSignals: readonly JudgedSignal[],
  payouts: Payouts,
): PayingRecord {
  let [signals, moved, won, result, breakEvenSum] = [0, 0, 0, 0, 0];
  for (const { pair, ending, ...odds } of judgedSignals) {
    const payout = getPairPayout(payouts, pair);
    const breakEven = computeBreakEven(payout).firstEntry;
    if (!isPaying(odds, breakEven)) continue;
    signals += 1;
    result += toStakes(computeFirstEntryResult(ending, payout));
    if (ending.outcome === 'break-even') continue;
    moved += 1;
    breakEvenSum += breakEven;
    if (ending.level === 0) won += 1;
  }
  const needed = moved === 0 ? null : breakEvenSum / moved;
  const rate = computeWilsonInterval(won, moved);
  const isRefuted =
    rate !== null && needed !== null && moved >= MIN_REFUTING_ENTRIES && rate.high < needed;
  return { signals, moved, won, result, needed, isRefuted };
}

const formatResult = (stakes: number): string =>
  `${formatDecimal(Math.abs(stakes))} stakes ${stakes < 0 ? 'lost' : 'won'}`;

export function describePayingRecord(record: PayingRecord): string {
  const { signals, moved, won, result, needed, isRefuted } = record;
  if (signals === 0) return 'We haven’t rated any signals “Pays” at your payout.';
  const summary = `We rated ${formatCount(signals)} ${signals === 1 ? 'signal' : 'signals'} “Pays” at your payout.`;
  if (needed === null) return `${summary} No first entry has moved yet.`;
  if (isRefuted)
    return `We rated ${formatCount(signals)} signals “Pays”, but only ${formatShortDecimal((100 * won) / moved)} in 100 won; ${formatShortDecimal(needed)} were needed. We no longer give that rating.`;
  const money = `At one stake each, that is ${formatResult(result)}.`;
  return `${summary} ${formatCount(won)} of ${formatCount(moved)} first entries won; you need ${formatRequiredRate(needed)} in 100. ${money}`;
}
