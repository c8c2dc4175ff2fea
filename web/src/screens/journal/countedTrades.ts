import { getPaperVerdict } from '@quantalgo/contracts/bots/play';
import type { Zone } from '@quantalgo/contracts/core/time';
import {
  type CountedTrade,
  toCountedTrades,
  type ResultSum,
  sumTrades,
} from '@quantalgo/contracts/journal/results';
import { settleEntry } from '@quantalgo/contracts/journal/settle';
import { getPairPayout, type Payouts } from '@quantalgo/contracts/signals/payout';
import { formatIsoWeek } from '@quantalgo/contracts/journal/weeks';
import { getJournalEntryFacts, type JournalView } from '../../data/journal/entries';

export const RESULT_STATUSES = ['taken', 'paper'] as const;

export type ResultStatus = (typeof RESULT_STATUSES)[number];

export interface CountedJournal {
  /** Oldest first. */
  readonly trades: readonly CountedTrade[];
  /** Trades that are open, have no stake, or whose signal isn't on this device. */
  readonly leftOut: number;
}

function countOwnTrades(view: JournalView, payouts: Payouts): CountedTrade[] {
  const { id, broker, tags, record } = view;
  const facts = getJournalEntryFacts(view);
  const payout = view.payout ?? getPairPayout(payouts, facts.pair);
  const course = record && { ...record, closes: record.ending?.closes ?? [] };
  return toCountedTrades({
    id,
    ...facts,
    broker,
    tags,
    verdict: record && getPaperVerdict(record, { payout }),
    payout,
    result: settleEntry(view, course, payout),
  });
}

/** @param payouts for entries without one */
export function countJournalTrades(
  journal: readonly JournalView[],
  status: ResultStatus,
  payouts: Payouts,
): CountedJournal {
  const entries = journal.filter((view) => view.status === status);
  const trades = entries.flatMap((view) => countOwnTrades(view, payouts));
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

export function groupByWeek(
  trades: readonly CountedTrade[],
  zone: Zone,
): ReadonlyMap<string, readonly CountedTrade[]> {
  const weeks = new Map<string, CountedTrade[]>();
  for (const trade of trades) {
    const week = formatIsoWeek(trade.at, zone);
    const weekTrades = weeks.get(week);
    if (weekTrades) weekTrades.push(trade);
    else weeks.set(week, [trade]);
  }
  return weeks;
}

/** Newest first. */
export const sumByWeek = (trades: readonly CountedTrade[], zone: Zone): WeekSum[] =>
  [...groupByWeek(trades, zone)]
    .map(([week, weekTrades]) => ({ week, sum: sumTrades(weekTrades) }))
    .sort((a, b) => (a.week < b.week ? 1 : -1));
