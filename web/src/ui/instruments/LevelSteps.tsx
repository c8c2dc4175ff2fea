import { Check, X } from 'lucide-react';
import type { LevelState } from './StakeLadder';

export interface Step {
  readonly level: number;
  /** `14:10`, without its zone. */
  readonly time: string;
  readonly state: LevelState;
}

const DOT_CLASSES: Readonly<Partial<Record<LevelState, string>>> = {
  now: 'border-text bg-text text-ink',
  due: 'border-text bg-text text-ink',
  lost: 'border-put bg-put-bg text-put',
  won: 'border-call bg-call-bg text-call',
};

const STEP_TEXT: Readonly<Partial<Record<LevelState, string>>> = {
  waiting: 'no win yet',
  won: 'won',
  lost: 'lost',
  flat: 'flat',
  unplayed: 'not needed',
  void: 'not judged',
};

const TIME_CLASSES: Readonly<Partial<Record<LevelState, string>>> = {
  lost: 'font-semibold text-muted line-through decoration-1',
  flat: 'font-semibold text-muted line-through decoration-1',
  unplayed: 'text-muted',
};

function Dot({ level, state }: Step) {
  return (
    <span
      aria-hidden
      className={`relative z-1 mb-1 grid size-5 place-items-center rounded-full border-[1.5px] text-xs font-semibold forced-color-adjust-none ${DOT_CLASSES[state] ?? 'border-edge bg-raised text-muted'}`}
    >
      {state === 'won' && <Check size={11} strokeWidth={3} />}
      {state === 'lost' && <X size={11} strokeWidth={3} />}
      {state !== 'won' && state !== 'lost' && <span>{level}</span>}
    </span>
  );
}

/** The levels from left to right; the current one is filled. */
export const LevelSteps = ({ steps }: { readonly steps: readonly Step[] }) => (
  <ol
    translate="no"
    aria-label="Martingale levels"
    className="grid grid-cols-[repeat(auto-fit,minmax(3.5rem,1fr))] gap-y-2 border-t border-line-soft px-4 pt-3 pb-2.5 text-xs text-muted tabular-nums"
  >
    {steps.map((step) => (
      <li
        key={step.level}
        aria-current={step.state === 'now' || step.state === 'due' ? 'step' : undefined}
        className="relative before:absolute before:inset-x-0 before:top-2.5 before:left-5 before:h-px before:bg-line last:before:hidden"
      >
        <Dot {...step} />
        <span className={`block text-sm ${TIME_CLASSES[step.state] ?? 'font-semibold text-text'}`}>
          {step.time}
        </span>
        {step.state in STEP_TEXT && <span className="sr-only">{`, level ${step.level}: `}</span>}
        <span>{STEP_TEXT[step.state] ?? `level ${step.level}`}</span>
      </li>
    ))}
  </ol>
);
