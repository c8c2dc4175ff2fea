import { toCsv } from '@quantalgo/contracts/core/csv';
import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import type { JournalTrade } from '@quantalgo/contracts/journal/entry';
import type { JournalView } from './entries';

const COLUMNS = [
  'signal',
  'opened',
  'pair',
  'direction',
  'what',
  'level',
  'stake',
  'price',
  'close',
  'broker',
  'payout',
  'note',
  'tags',
] as const;

const toCells = (view: JournalView, trade: JournalTrade | undefined) => [
  view.id,
  trade ? trade.at : new Date(view.slot + SLOT_MS).toISOString(),
  view.pair,
  view.direction,
  view.status,
  trade?.level,
  trade?.stake === null || trade === undefined ? null : trade.stake / 100,
  trade?.price,
  trade?.close,
  view.broker,
  view.payout === null ? null : Math.round(view.payout * 1e4) / 100,
  view.note,
  view.tags.join('; '),
];

/** CSV (RFC 4180) with a line per trade. Stakes in dollars, payouts in percent, times in UTC. */
export function formatJournalCsv(journal: readonly JournalView[]): string {
  const lines = journal.flatMap((view) =>
    view.trades.length === 0
      ? [toCells(view, undefined)]
      : view.trades.map((trade) => toCells(view, trade)),
  );
  return toCsv([COLUMNS, ...lines]);
}
