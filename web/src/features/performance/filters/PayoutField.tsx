import { useId, useState } from 'react';
import { PAYOUT_PERCENT, usePayout } from '../../../data/signals/payout';

const isPayout = (percent: number) =>
  percent >= PAYOUT_PERCENT.least && percent <= PAYOUT_PERCENT.most;

/** What the member's broker pays for a won stake. Every break-even and every sum on the screen follows it. */
export function PayoutField() {
  const id = useId();
  const [percent, keep] = usePayout();
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? String(percent);
  const wrong = !isPayout(Number(text));
  const take = (value: string) => {
    setTyped(value);
    if (isPayout(Number(value))) keep(Number(value));
  };
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block text-xs text-muted">
        Your payout, %
      </label>
      <input
        id={id}
        type="number"
        inputMode="decimal"
        min={PAYOUT_PERCENT.least}
        max={PAYOUT_PERCENT.most}
        value={text}
        onChange={({ target }) => take(target.value)}
        onBlur={() => setTyped(null)}
        aria-invalid={wrong}
        aria-describedby={wrong ? `${id}-wrong` : undefined}
        className="h-11 w-full min-w-0 rounded-lg border border-edge bg-raised px-3 text-sm text-text tabular-nums focus:border-accent focus:outline-3 focus:outline-offset-0 focus:outline-accent/30 aria-invalid:border-put"
      />
      {wrong && (
        <p id={`${id}-wrong`} className="mt-1 text-xs text-put">
          From {PAYOUT_PERCENT.least} to {PAYOUT_PERCENT.most}
        </p>
      )}
    </div>
  );
}
