import type { Direction, Outcome } from '@quantalgo/contracts';
import { ShieldCheck } from 'lucide-react';

const DIRECTION_LOOK = {
  CALL: { tone: 'text-call', plate: 'bg-call-bg', shape: 'M6 1 11.5 11H.5z' },
  PUT: { tone: 'text-put', plate: 'bg-put-bg', shape: 'M6 11 .5 1h11z' },
} as const satisfies Record<Direction, object>;

const SIZES = {
  small: { text: 'gap-1 text-xs', shape: 'size-2.5' },
  medium: { text: 'gap-1 text-sm', shape: 'size-3' },
  large: { text: 'gap-2 rounded-md py-1.5 pr-3.5 pl-3 text-xl tracking-tight', shape: 'size-6' },
} as const;

/** CALL or PUT: a shape, a word and a colour, so that it never depends on colour alone. `large` is the card's plate. */
export function DirectionMark({
  direction,
  size = 'medium',
  word = direction,
}: {
  readonly direction: Direction;
  readonly size?: keyof typeof SIZES;
  /** The market's word if it doesn't use CALL and PUT. */
  readonly word?: string;
}) {
  const { tone, plate, shape } = DIRECTION_LOOK[direction];
  return (
    <span
      className={`inline-flex items-center font-semibold ${tone} ${SIZES[size].text} ${size === 'large' ? plate : ''}`}
    >
      <svg aria-hidden="true" viewBox="0 0 12 12" className={SIZES[size].shape} fill="currentColor">
        <path d={shape} />
      </svg>
      {word}
    </span>
  );
}

/** The display names of outcomes. */
export const OUTCOME_WORDS: Record<Outcome, string> = {
  profit: 'Won',
  loss: 'Lost',
  'break-even': 'Break-even',
};

const OUTCOME_LOOK: Record<Outcome, { readonly chip: string; readonly shape: string }> = {
  profit: { chip: 'border-transparent bg-call-bg text-call', shape: 'M1 5l3 3 5-6' },
  loss: { chip: 'border-transparent bg-put-bg text-put', shape: 'M2 2l6 6M8 2l-6 6' },
  'break-even': { chip: 'border-line text-flat', shape: 'M1 5h8' },
};

/** The shape of an outcome, for use beside its word. */
export function OutcomeShape({
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

/** A signal's outcome: a shape and a word. */
export function OutcomeChip({ outcome }: { readonly outcome: Outcome }) {
  return (
    <span
      className={`inline-flex h-[22px] items-center gap-[5px] rounded-sm border px-2 text-xs font-semibold whitespace-nowrap ${OUTCOME_LOOK[outcome].chip}`}
    >
      <OutcomeShape outcome={outcome} className="size-2.5" />
      {OUTCOME_WORDS[outcome]}
    </span>
  );
}

/** The ledger number of a seal, as a button that opens the proof. */
export const Seal = ({ number, onOpen }: { number: string; onOpen: () => void }) => (
  <button
    type="button"
    aria-haspopup="dialog"
    onClick={onOpen}
    className="-ml-2 flex min-h-11 items-center gap-1.5 rounded-md px-2 text-xs whitespace-nowrap text-text tabular-nums hover:underline"
  >
    <ShieldCheck size={14} aria-hidden />
    Sealed #{number}
  </button>
);
