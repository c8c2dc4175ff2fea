import { useState } from 'react';
import { PAYOUT_PERCENT, usePayout } from '../../../data/signals/payout';
import { FilterInput } from '../../../ui/Filters';

const { least, most } = PAYOUT_PERCENT;

const isPayout = (percent: number) => percent >= least && percent <= most;

/** What the member's broker pays for a won stake. Every break-even and every sum on the screen follows it. */
export function PayoutField() {
  const [percent, keep] = usePayout();
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? String(percent);
  const take = (value: string) => {
    setTyped(value);
    if (isPayout(Number(value))) keep(Number(value));
  };
  return (
    <FilterInput
      label="Your payout, %"
      type="number"
      inputMode="decimal"
      min={least}
      max={most}
      value={text}
      onChange={({ target }) => take(target.value)}
      onBlur={() => setTyped(null)}
      error={isPayout(Number(text)) ? undefined : `From ${least} to ${most}`}
    />
  );
}
