import { paperVerdict } from '@quantalgo/contracts/bots/play';
import type { Zone } from '@quantalgo/contracts/core/time';
import {
  type CountedTrade,
  countedTrades,
  type ResultSum,
  sumOfTrades,
} from '@quantalgo/contracts/journal/results';
import { settleEntry } from '@quantalgo/contracts/journal/settle';
import { isoWeekOf } from '@quantalgo/contracts/journal/weeks';
import { factsOf, type JournalView } from '../../data/journal/entries';

export const RESULT_STATUSES = ['taken', 'paper'] as const;

export type ResultStatus = (typeof RESULT_STATUSES)[number];

export interface Counted {
  /** Oldest first. */
  readonly trades: readonly CountedTrade[];
  /** Trades that are open, without a stake, or of a signal that isn't on this device. */
  readonly leftOut: number;
}

function toCountedTrades(view: JournalView, defaultPayout: number): CountedTrade[] {
  const { id, broker, tags, record } = view;
  const payout = view.payout ?? defaultPayout;
  const course = record && { ...record, closes: record.ending?.closes ?? [] };
  return countedTrades({
    id,
    ...factsOf(view),
    broker,
    tags,
    verdict: record && paperVerdict(record, { payout }),
    payout,
    result: settleEntry(view, course, payout),
  });
}

/** @param defaultPayout as a share, for entries without one */
export function countedIn(
  journal: readonly JournalView[],
  status: ResultStatus,
  defaultPayout: number,
): Counted {
  const entries = journal.filter((view) => view.status === status);
  const trades = entries.flatMap((view) => toCountedTrades(view, defaultPayout));
  const tradeCount = entries.reduce((sum, view) => sum + view.trades.length, 0);
  return {
    trades: trades.sort((a, b) => a.at - b.at),
    leftOut: tradeCount - trades.length,
  };
}

/** `week` as `2026-W47`. */
export interface WeekSum {
  readonly week: string;
  readonly sum: ResultSum;
}

export function byWeek(
  trades: readonly CountedTrade[],
  zone: Zone,
): ReadonlyMap<string, readonly CountedTrade[]> {
  const weeks = new Map<string, CountedTrade[]>();
  for (const trade of trades) {
    const week = isoWeekOf(trade.at, zone);
    const others = weeks.get(week);
    if (others) others.push(trade);
    else weeks.set(week, [trade]);
  }
  return weeks;
}

/** Newest first. */
export const weekSums = (trades: readonly CountedTrade[], zone: Zone): WeekSum[] =>
  [...byWeek(trades, zone)]
    .map(([week, weekTrades]) => ({ week, sum: sumOfTrades(weekTrades) }))
    .sort((a, b) => (a.week < b.week ? 1 : -1));
