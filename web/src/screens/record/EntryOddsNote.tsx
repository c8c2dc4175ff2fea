import { formatCount, formatShortDecimal } from '@quantalgo/contracts/core/format';
import type { EntryOddsRecord } from '@quantalgo/contracts/record/strategyEndpoints';

type Gain = NonNullable<EntryOddsRecord['gain']>;

function describeGain(counted: number, { value, low, high }: Gain): string {
  const range = `${formatShortDecimal(low)} to ${formatShortDecimal(high)}`;
  const basis = `over ${formatCount(counted)} signals`;
  return value < 0
    ? `${basis} the new odds were ${formatShortDecimal(-value)}% less accurate (95% sure: ${range}% more accurate)`
    : `${basis} the new odds were ${formatShortDecimal(value)}% more accurate (95% sure: ${range})`;
}

function describeRecord({ counted, gain, isShown }: EntryOddsRecord): string {
  const intro = 'We recalculate the odds at entry.';
  if (gain === null) {
    const results = counted === 0 ? 'no results' : 'too few results';
    return `${intro} This is still on trial, with ${results} so far.`;
  }
  const gainText = describeGain(counted, gain);
  return isShown
    ? `${intro} So far, ${gainText}, so signals show them while you can enter, if the strategies of their slot have proven it.`
    : `${intro} This is still on trial: ${gainText}. We’ll show them once the improvement is beyond chance.`;
}

/** How much closer the odds restated at the entry came than the published ones. */
export const EntryOddsNote = ({ record }: { record: EntryOddsRecord }) => (
  <p className="border-t border-line-soft px-4 py-3 text-sm text-muted tabular-nums">
    {describeRecord(record)}
  </p>
);
