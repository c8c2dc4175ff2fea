import { describeTooFew } from '@quantalgo/contracts/record/headline';
import { formatCount, formatShortDecimal } from '@quantalgo/contracts/core/format';
import {
  MIN_HEADLINE_SIGNALS,
  type Performance,
  computeSampleSize,
} from '@quantalgo/contracts/signals/figures';
import { computeBreakEven, COIN } from '@quantalgo/contracts/signals/ladder';
import { computeMovedRate } from '@quantalgo/contracts/signals/sentence';
import type { Probability } from '@quantalgo/contracts/signals/signal';

/** Half the 95% interval, rounded up; the wider side if it isn't symmetrical. */
export const formatMargin = ({ value, low, high }: Probability): string =>
  String(Math.ceil(Math.max(value - low, high - value) - 1e-9));

interface RecordVerdict {
  readonly title: string;
  readonly text: string;
}

type Counted = Pick<Performance, 'totalSignals' | 'breakEvenSignals' | 'firstEntryRate'>;

/** Compares the rate of first entries that moved with the one that `payout` (a share) needs. */
export function describeRecord(record: Counted, payout: number): RecordVerdict {
  const { totalSignals, breakEvenSignals } = record;
  const flat = breakEvenSignals > 0 ? `, ${formatCount(breakEvenSignals)} of them flat` : '';
  const basis = `After ${formatCount(totalSignals)} settled ${totalSignals === 1 ? 'signal' : 'signals'}${flat}`;
  const rate = computeMovedRate(record);
  if (totalSignals < MIN_HEADLINE_SIGNALS)
    return { title: 'Too few to tell', text: describeTooFew(totalSignals) };
  if (!rate)
    return {
      title: 'Nothing won or lost yet',
      text: `${basis}. Flat entries are refunded, so there is no rate yet.`,
    };
  const { low, high } = rate;
  const need = computeBreakEven(payout).firstEntry;
  const needed = `what you need at your ${formatShortDecimal(payout * 100)}% payout`;
  if (low > need)
    return { title: 'Above what you need so far', text: `${basis}. This may not last.` };
  if (high < need)
    return {
      title: high < COIN.firstEntry ? 'Worse than a coin' : 'Not enough to break even',
      text: `${basis}. The share of first entries won is below ${needed}.`,
    };
  const missingCount = computeSampleSize(payout) - (totalSignals - breakEvenSignals);
  return {
    title:
      low > COIN.firstEntry
        ? 'Better than a coin, perhaps not enough'
        : 'Not better than a coin yet',
    text:
      missingCount > 0 && Number.isFinite(missingCount)
        ? `${basis}. About ${formatCount(missingCount)} more signals would show whether that share reaches ${needed}.`
        : `${basis}. Still too close to ${needed} to tell.`,
  };
}
