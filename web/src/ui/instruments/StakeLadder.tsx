import { LEVEL_FILL, LEVEL_WORDS, type LevelState } from './tones';

export interface Rung {
  readonly level: number;
  /** As a multiple of the first stake. */
  readonly stake: number;
  /** When the level enters, with its zone said elsewhere: `14:10`. */
  readonly time: string;
  readonly state: LevelState;
}

/** Height of the first stake's bar in px; the others stand to it as their stakes do. */
const UNIT = 4;

/** Levels that are behind, whatever came of them, but for the one that won. */
const OVER: readonly LevelState[] = ['lost', 'not-won', 'flat', 'unknown'];

/** `×1`, `×2.2`, `×10.6`. */
const stakeText = (stake: number) => `×${Number(stake.toFixed(1))}`;

function Bar({ level, stake, time, state }: Rung) {
  const current = state === 'now' || state === 'won';
  const over = OVER.includes(state);
  return (
    <li className="flex flex-col justify-end">
      <span className={`mb-1 text-xs tabular-nums ${current ? 'text-text' : 'text-faint'}`}>
        <span className="sr-only">stake </span>
        {stakeText(stake)}
      </span>
      <span
        className={`rounded-t-[3px] forced-color-adjust-none ${LEVEL_FILL[state]}`}
        style={{ height: stake * UNIT }}
      />
      <span
        className={`text-sm font-semibold tabular-nums pt-1.5 ${over ? 'text-muted line-through decoration-1' : ''}`}
      >
        {time}
      </span>
      <span className="text-xs text-muted">
        Level {level}
        <span className="sr-only">, {LEVEL_WORDS[state]}</span>
      </span>
    </li>
  );
}

/** The martingale as four steps whose bars are as tall as the stakes, with the time at which each enters. */
export function StakeLadder({ rungs }: { readonly rungs: readonly Rung[] }) {
  return (
    <ol
      aria-label="Martingale levels"
      className="grid grid-cols-[repeat(auto-fit,minmax(3.25rem,1fr))] items-end gap-1.5"
    >
      {rungs.map((rung) => (
        <Bar key={rung.level} {...rung} />
      ))}
    </ol>
  );
}
