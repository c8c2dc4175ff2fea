import { formatCount, formatDate } from '@quantalgo/contracts/core/format';
import { UTC } from '@quantalgo/contracts/core/time';
import {
  type CentsRange,
  computeChanceRange,
  type ResultSum,
  type Significance,
  assessSignificance,
} from '@quantalgo/contracts/journal/results';
import { listWeekDays } from '@quantalgo/contracts/journal/weeks';
import { computeSampleSize } from '@quantalgo/contracts/signals/figures';
import { formatSignedMoney } from '../../ui/journalText';

/** Rounded, with a sign: `−$4.20`. */
export const formatResultMoney = (cents: number): string => formatSignedMoney(Math.round(cents));

/** `−$7.90 to +$0.60`; empty without a trade. */
export const formatCentsRange = (range: CentsRange | null): string =>
  range ? `${formatResultMoney(range.low)} to ${formatResultMoney(range.high)}` : '';

const countUnits = (count: number, unit: string) =>
  `${formatCount(count)} ${unit}${count === 1 ? '' : 's'}`;

export const formatTradesCount = (count: number): string => countUnits(count, 'trade');

export const describeBasis = ({ trades, signals }: ResultSum): string =>
  `${formatTradesCount(trades)} on ${countUnits(signals, 'signal')}`;

const SIGNIFICANCE_TEXTS: Readonly<Record<Exclude<Significance, 'too-few'>, string>> = {
  profit: 'A profit beyond chance.',
  loss: 'A loss beyond chance.',
  neither: 'Enough trades to tell, and they show neither a profit nor a loss.',
};

/** @param payout as a share */
export function describeSignificance(sum: ResultSum, payout: number): string {
  const significance = assessSignificance(sum, payout);
  if (significance !== 'too-few') return SIGNIFICANCE_TEXTS[significance];
  const effective = Math.floor(sum.effective);
  const effectiveText =
    effective < sum.trades
      ? ` Because stakes differ or trades share a candle, yours count as only ${formatTradesCount(effective)} of equal size.`
      : '';
  return `Too few trades: it takes about ${formatCount(computeSampleSize(payout))} to tell skill from luck.${effectiveText}`;
}

/** Range of 95% of the results that coin tosses on the same trades would have. */
export const getCoinRange = (sum: ResultSum): CentsRange | null =>
  computeChanceRange(sum.evenCents, sum);

const splitDay = (day: string) => formatDate(Date.parse(`${day}T00:00:00Z`), UTC).split(' ');

/** `16 to 22 Nov 2026` for `2026-W47`. Common parts appear once. */
export function formatWeekName(week: string): string {
  const days = listWeekDays(week);
  const first = splitDay(days[0] ?? '');
  const last = splitDay(days[6] ?? '');
  while (first.length > 1 && first.at(-1) === last[first.length - 1]) first.pop();
  return `${first.join(' ')} to ${last.join(' ')}`;
}

export const getResultTone = (cents: number): string => {
  const wholeCents = Math.round(cents);
  return wholeCents > 0 ? 'text-call' : wholeCents < 0 ? 'text-put' : 'text-flat';
};
