import type { Outcome } from '@quantalgo/contracts/signals/signal';
import type { VerdictName } from '@quantalgo/contracts/signals/verdict';
import { VERDICT_TEXT } from '@quantalgo/contracts/signals/verdictText';
import { formatResultWord } from '@quantalgo/contracts/signals/stateText';
import { ShieldCheck } from 'lucide-react';

const VERDICT_LOOK: Readonly<
  Record<VerdictName, { readonly chip: string; readonly tone: string; readonly fill: string }>
> = {
  pays: {
    chip: 'border-accent text-accent',
    tone: 'text-call',
    fill: 'M5 1a4 4 0 1 0 0 8a4 4 0 1 0 0-8',
  },
  unclear: { chip: 'border-line text-text', tone: 'text-text', fill: 'M5 1a4 4 0 1 0 0 8z' },
  paper: { chip: 'border-line text-muted', tone: 'text-muted', fill: '' },
};

const CHIP_CLASS = 'h-6 gap-1.5 rounded-sm border px-2 text-xs font-semibold';

const CircleShape = ({ fill }: { readonly fill: string }) => (
  <svg aria-hidden="true" viewBox="0 0 10 10" className="size-2.5">
    <circle cx="5" cy="5" r="4.2" fill="none" stroke="currentColor" strokeWidth="1.4" />
    <path d={fill} fill="currentColor" />
  </svg>
);

/** `chip` is for cards and `text` for lines of lists. `quiet` drops the colour. */
export function VerdictMark({
  verdict,
  variant = 'text',
  quiet = false,
}: {
  readonly verdict: VerdictName;
  readonly variant?: 'chip' | 'text';
  readonly quiet?: boolean;
}) {
  const { fill, chip, tone } = VERDICT_LOOK[verdict];
  const look =
    variant === 'chip' ? `${CHIP_CLASS} ${chip}` : `gap-1 text-xs ${quiet ? 'text-muted' : tone}`;
  return (
    <span translate="no" className={`inline-flex items-center whitespace-nowrap ${look}`}>
      <CircleShape fill={fill} />
      <span>{VERDICT_TEXT[verdict]}</span>
    </span>
  );
}

const OUTCOME_LOOK: Record<Outcome, { readonly chip: string; readonly shape: string }> = {
  profit: { chip: 'border-transparent bg-call-bg text-call', shape: 'M1 5l3 3 5-6' },
  loss: { chip: 'border-transparent bg-put-bg text-put', shape: 'M2 2l6 6M8 2l-6 6' },
  'break-even': { chip: 'border-line text-flat', shape: 'M1 5h8' },
};

function OutcomeShape({
  outcome,
  className,
}: {
  readonly outcome: Outcome;
  readonly className: string;
}) {
  return (
    <svg aria-hidden="true" viewBox="0 0 10 10" className={className}>
      <path d={OUTCOME_LOOK[outcome].shape} stroke="currentColor" strokeWidth="1.8" fill="none" />
    </svg>
  );
}

/** Grey for a no-go: nobody could enter it, so it neither won nor lost. */
export function OutcomeChip({
  outcome,
  entered = true,
}: {
  readonly outcome: Outcome;
  readonly entered?: boolean | undefined;
}) {
  const look = entered ? OUTCOME_LOOK[outcome].chip : 'border-line text-muted';
  return (
    <span
      translate="no"
      className={`inline-flex min-h-5.5 w-max max-w-full items-center gap-[5px] rounded-sm border px-2 text-xs font-semibold ${look}`}
    >
      {entered ? (
        <OutcomeShape outcome={outcome} className="size-2.5" />
      ) : (
        <CircleShape fill="M1.8 7.2l5.4-5.4l1 1l-5.4 5.4z" />
      )}
      <span>{formatResultWord(outcome, entered)}</span>
    </span>
  );
}

export const Seal = ({ number, onOpen }: { number: string; onOpen: () => void }) => (
  <button
    translate="no"
    type="button"
    aria-haspopup="dialog"
    onClick={onOpen}
    className="-ml-2 flex min-h-11 items-center gap-1.5 rounded-md px-2 text-xs whitespace-nowrap text-text tabular-nums hover:underline"
  >
    <ShieldCheck size={14} aria-hidden />
    <span>{`Sealed #${number}`}</span>
  </button>
);
