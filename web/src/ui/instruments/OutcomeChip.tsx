import type { Outcome } from '@quantalgo/contracts';

/** What an outcome is called on screens. */
export const OUTCOME_WORDS: Record<Outcome, string> = {
  profit: 'Won',
  loss: 'Lost',
  'break-even': 'Break-even',
};

const LOOK: Record<Outcome, { readonly chip: string; readonly shape: string }> = {
  profit: { chip: 'border-transparent bg-call-bg text-call', shape: 'M1 5l3 3 5-6' },
  loss: { chip: 'border-transparent bg-put-bg text-put', shape: 'M2 2l6 6M8 2l-6 6' },
  'break-even': { chip: 'border-line text-flat', shape: 'M1 5h8' },
};

/** The shape of an outcome alone, for where its word stands beside it. */
export function OutcomeShape({
  outcome,
  className,
}: {
  readonly outcome: Outcome;
  readonly className: string;
}) {
  return (
    <svg aria-hidden="true" viewBox="0 0 10 10" className={className}>
      <path d={LOOK[outcome].shape} stroke="currentColor" strokeWidth="1.8" fill="none" />
    </svg>
  );
}

/** How a signal ended: a shape and a word. */
export function OutcomeChip({ outcome }: { readonly outcome: Outcome }) {
  return (
    <span
      className={`inline-flex h-[22px] items-center gap-[5px] rounded-sm border px-2 text-xs font-semibold whitespace-nowrap ${LOOK[outcome].chip}`}
    >
      <OutcomeShape outcome={outcome} className="size-2.5" />
      {OUTCOME_WORDS[outcome]}
    </span>
  );
}
