import type { PaperFigures } from '@quantalgo/contracts/bots/figures';
import type { PaperHalt } from '@quantalgo/contracts/bots/play';
import type { PaperState } from '@quantalgo/contracts/bots/state';
import { formatMoney, formatPercent, formatInterval } from '@quantalgo/contracts/core/format';
import { computeSampleSize } from '@quantalgo/contracts/signals/figures';
import { formatResult } from '../../ui/resultText';
import { pluralize } from '../../core/pluralize';

const CENTS_PER_DOLLAR = 100;
/** Intervals that reach this amount (cents) are rounded to dollars. */
const ROUNDING_THRESHOLD_CENTS = 100 * CENTS_PER_DOLLAR;

/** `−$7.90 to +$0.60`, in whole dollars from $100 on. Empty without an interval. */
export function formatResultRange({ range }: Pick<PaperFigures, 'range'>): string {
  if (range === null) return '';
  const isLarge = Math.max(Math.abs(range.low), Math.abs(range.high)) >= ROUNDING_THRESHOLD_CENTS;
  const formatCents = (cents: number) =>
    formatResult(isLarge ? CENTS_PER_DOLLAR * Math.round(cents / CENTS_PER_DOLLAR) : cents);
  return `${formatCents(range.low)} to ${formatCents(range.high)}`;
}

export const formatSignalCount = (count: number): string => pluralize(count, 'signal');

export const formatTradeCount = (count: number): string => pluralize(count, 'trade');

/** @param balance cents */
export const toFigureItems = (figures: PaperFigures, balance: number) => [
  {
    label: 'Profit',
    value: figures.trades === 0 ? '–' : formatResult(figures.profit),
    note:
      figures.trades === 0
        ? 'no trades yet'
        : `${formatResultRange(figures)} at 95%, ${formatSignalCount(figures.signals)}`,
  },
  {
    label: 'Trades',
    value: String(figures.trades),
    note: `of ${formatSignalCount(figures.signals)}`,
  },
  {
    label: 'Win rate',
    value: formatPercent(figures.winRate?.value ?? null),
    note: figures.winRate ? `${formatInterval(figures.winRate)} at 95%` : 'no trades yet',
  },
  {
    label: 'Largest drop',
    value: formatMoney(figures.drawdown / 100),
    note: `of ${formatMoney(balance / 100)}`,
  },
];

/** @param until formatted end of the bot's day */
export function describeHalt(
  halt: PaperHalt,
  { free, dayResult, dayLost }: Pick<PaperState, 'free' | 'dayResult' | 'dayLost'>,
  until: string,
): string {
  if (halt === 'money')
    return `Out of money: the remaining ${formatMoney(free / 100)} can’t pay for another trade. Reset the bot, or change its settings.`;
  const cause =
    halt === 'loss'
      ? `a loss of ${formatMoney(-dayResult / 100)}`
      : pluralize(dayLost, 'lost trade');
  return `Stopped for today after ${cause}. It enters trades again from ${until}.`;
}

/** Empty once there are enough trades. */
export function describeTooFewTrades(trades: number, payout: number): string {
  const needed = computeSampleSize(payout);
  return trades >= needed
    ? ''
    : `${formatTradeCount(trades)} can’t tell skill from luck: about ${needed} are needed.`;
}
