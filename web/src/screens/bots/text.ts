import type { PaperFigures } from '@quantalgo/contracts/bots/figures';
import type { PaperHalt } from '@quantalgo/contracts/bots/play';
import type { PaperState } from '@quantalgo/contracts/bots/state';
import { moneyText, percentText, rangeText } from '@quantalgo/contracts/core/format';
import { requiredSampleSize } from '@quantalgo/contracts/signals/figures';
import { resultText } from '../../ui/resultText';

const DOLLAR = 100;
/** Intervals that reach this amount (cents) are rounded to dollars. */
const ROUNDING_THRESHOLD = 100 * DOLLAR;

/** `−$7.90 to +$0.60`, in whole dollars if it reaches a hundred; empty without an interval. */
export function resultRangeText({ range }: Pick<PaperFigures, 'range'>): string {
  if (range === null) return '';
  const isLarge = Math.max(Math.abs(range.low), Math.abs(range.high)) >= ROUNDING_THRESHOLD;
  const formatCents = (cents: number) =>
    resultText(isLarge ? DOLLAR * Math.round(cents / DOLLAR) : cents);
  return `${formatCents(range.low)} to ${formatCents(range.high)}`;
}

const formatCount = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`;

export const signalsText = (count: number): string => formatCount(count, 'signal');

export const tradesText = (count: number): string => formatCount(count, 'trade');

/** @param balance cents */
export const figuresOf = (figures: PaperFigures, balance: number) => [
  {
    label: 'Profit',
    value: figures.trades === 0 ? '–' : resultText(figures.profit),
    note:
      figures.trades === 0
        ? 'no trade yet'
        : `${resultRangeText(figures)} at 95\u00a0%, ${signalsText(figures.signals)}`,
  },
  { label: 'Trades', value: String(figures.trades), note: `of ${signalsText(figures.signals)}` },
  {
    label: 'Win rate',
    value: percentText(figures.winRate?.value ?? null),
    note: figures.winRate ? `${rangeText(figures.winRate)} at 95\u00a0%` : 'no trade yet',
  },
  {
    label: 'Deepest fall',
    value: moneyText(figures.drawdown / 100),
    note: `of ${moneyText(balance / 100)}`,
  },
];

/** @param until when its day ends, in words */
export function haltText(
  halt: PaperHalt,
  { free, dayResult, dayLost }: Pick<PaperState, 'free' | 'dayResult' | 'dayLost'>,
  until: string,
): string {
  if (halt === 'money')
    return `Out of money: the ${moneyText(free / 100)} that is left can’t pay for another trade. Start it over, or with other values.`;
  const after =
    halt === 'loss'
      ? `a loss of ${moneyText(-dayResult / 100)}`
      : formatCount(dayLost, 'lost trade');
  return `Stopped for today after ${after}. It enters again from ${until} on.`;
}

/** Empty once there are enough trades. */
export function tooFewText(trades: number, payout: number): string {
  const needed = requiredSampleSize(payout);
  return trades >= needed
    ? ''
    : `${tradesText(trades)} can’t tell skill from luck: about ${needed} are needed.`;
}
