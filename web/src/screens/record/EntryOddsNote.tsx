import { formatCount, formatShortDecimal } from '@quantalgo/contracts/core/format';
import type { EntryOddsRecord } from '@quantalgo/contracts/record/strategyEndpoints';

type Gain = NonNullable<EntryOddsRecord['gain']>;

function describeGain(counted: number, { value, low, high }: Gain): string {
  const range = `${formatShortDecimal(low)} to ${formatShortDecimal(high)}`;
  const basis = `over ${formatCount(counted)} signals`;
  return value < 0
    ? `${basis} it was ${formatShortDecimal(-value)} % further off (95 % sure: ${range} % closer)`
    : `${basis} it came ${formatShortDecimal(value)} % closer (95 % sure: ${range})`;
}

function describeRecord({ counted, gain, isShown }: EntryOddsRecord): string {
  const intro = 'We work the odds out again at the entry.';
  if (gain === null) {
    const results = counted === 0 ? 'no results' : 'too few results';
    return `${intro} So far that is on trial, ${results} counted yet.`;
  }
  const gainText = describeGain(counted, gain);
  return isShown
    ? `${intro} So far, ${gainText}, so signals show it when you may enter.`
    : `${intro} So far that is on trial: ${gainText}. We show it once it is closer beyond chance.`;
}

/** How much closer the odds restated at the entry came than the published ones. */
export const EntryOddsNote = ({ record }: { record: EntryOddsRecord }) => (
  <p className="border-t border-line-soft px-4 py-3 text-sm text-muted tabular-nums">
    {describeRecord(record)}
  </p>
);
