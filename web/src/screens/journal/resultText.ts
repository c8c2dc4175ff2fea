import { countText, dateText } from '@quantalgo/contracts/core/format';
import { UTC } from '@quantalgo/contracts/core/time';
import {
  type CentsRange,
  rangeAround,
  type ResultSum,
  type Significance,
  significanceOf,
} from '@quantalgo/contracts/journal/results';
import { daysOfWeek } from '@quantalgo/contracts/journal/weeks';
import { requiredSampleSize } from '@quantalgo/contracts/signals/figures';
import { signedMoney } from '../../ui/journalText';

/** Rounded, with a sign: `−$4.20`. */
export const resultMoney = (cents: number): string => signedMoney(Math.round(cents));

/** `−$7.90 to +$0.60`; empty without a trade. */
export const rangeMoney = (range: CentsRange | null): string =>
  range ? `${resultMoney(range.low)} to ${resultMoney(range.high)}` : '';

const formatCount = (count: number, unit: string) =>
  `${countText(count)} ${unit}${count === 1 ? '' : 's'}`;

export const tradesCount = (count: number): string => formatCount(count, 'trade');

export const basisText = ({ trades, signals }: ResultSum): string =>
  `${tradesCount(trades)} on ${formatCount(signals, 'signal')}`;

const SIGNIFICANCE_TEXTS: Readonly<Record<Exclude<Significance, 'too-few'>, string>> = {
  profit: 'A profit beyond chance.',
  loss: 'A loss beyond chance.',
  neither: 'Enough trades to tell, and they show neither a profit nor a loss.',
};

/** @param payout as a share */
export function significanceText(sum: ResultSum, payout: number): string {
  const significance = significanceOf(sum, payout);
  if (significance !== 'too-few') return SIGNIFICANCE_TEXTS[significance];
  const effective = Math.floor(sum.effective);
  const effectiveText =
    effective < sum.trades
      ? ` Because their stakes differ, or they share a candle, they count for as much as ${tradesCount(effective)} of one size.`
      : '';
  return `Too few to say: about ${countText(requiredSampleSize(payout))} trades tell skill from luck.${effectiveText}`;
}

/** The result of coins on the same trades in 95 of 100 cases. */
export const coinsRange = (sum: ResultSum): CentsRange | null => rangeAround(sum.evenCents, sum);

const splitDay = (day: string) => dateText(Date.parse(`${day}T00:00:00Z`), UTC).split(' ');

/** `16 to 22 Nov 2026` for `2026-W47`. Common parts appear once. */
export function weekName(week: string): string {
  const days = daysOfWeek(week);
  const first = splitDay(days[0] ?? '');
  const last = splitDay(days[6] ?? '');
  while (first.length > 1 && first.at(-1) === last[first.length - 1]) first.pop();
  return `${first.join(' ')} to ${last.join(' ')}`;
}

export const toneOf = (cents: number): string => {
  const whole = Math.round(cents);
  return whole > 0 ? 'text-call' : whole < 0 ? 'text-put' : 'text-flat';
};
