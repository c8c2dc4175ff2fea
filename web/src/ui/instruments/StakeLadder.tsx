import { formatShortDecimal } from '@quantalgo/contracts/core/format';
/** `due`: played unless an earlier level won. `waiting`: ended, result pending. */
export type LevelState =
  | 'ahead'
  | 'now'
  | 'due'
  | 'waiting'
  | 'won'
  | 'lost'
  | 'flat'
  | 'unplayed'
  | 'void';

export const LEVEL_TEXT: Record<LevelState, string> = {
  ahead: 'upcoming',
  now: 'now',
  due: 'only if no earlier level won',
  waiting: 'waiting for the close',
  won: 'won',
  lost: 'lost',
  flat: 'flat, stake returned',
  unplayed: 'not played',
  void: 'not judged in time',
};

const LEVEL_FILL: Record<LevelState, string> = {
  ahead: 'bg-line',
  now: 'bg-accent',
  due: 'bg-edge',
  waiting: 'bg-faint',
  won: 'bg-call',
  lost: 'bg-put',
  flat: 'bg-flat',
  unplayed: 'bg-line',
  void: 'bg-faint',
};

interface Rung {
  readonly level: number;
  /** Multiple of the first stake. */
  readonly stake: number;
  /** `14:10`, without its zone. */
  readonly time: string;
  readonly state: LevelState;
}

/** Height (px) of the first stake's bar. */
const UNIT_HEIGHT_PX = 4;

const getBarHeight = (stake: number): number => stake * UNIT_HEIGHT_PX;

const ENDED_WITHOUT_WIN: readonly LevelState[] = ['lost', 'flat'];

/** `×1`, `×2.2`, `×10.6`. */
const formatStake = (stake: number) => `×${formatShortDecimal(stake)}`;

function Bar({ level, stake, time, state, quiet }: Rung & { readonly quiet: boolean }) {
  const current = state === 'now' || state === 'won';
  const isOver = ENDED_WITHOUT_WIN.includes(state);
  return (
    <li className="flex flex-col justify-end">
      <span
        translate="no"
        className={`mb-1 text-xs tabular-nums ${current ? 'text-text' : 'text-faint'}`}
      >
        <span className="sr-only">stake </span>
        <span>{formatStake(stake)}</span>
      </span>
      <span
        className={`rounded-t-[3px] forced-color-adjust-none ${quiet && state === 'now' ? 'bg-text' : LEVEL_FILL[state]}`}
        style={{ height: getBarHeight(stake) }}
      />
      <span
        translate="no"
        className={`text-sm font-semibold tabular-nums pt-1.5 ${isOver ? 'text-muted line-through decoration-1' : ''}`}
      >
        {time}
      </span>
      <span className="text-xs text-muted">
        <span>{`Level ${level}`}</span>
        <span translate="no" className="sr-only">{`, ${LEVEL_TEXT[state]}`}</span>
      </span>
    </li>
  );
}

/** `quiet` drops the current level's colour. */
export function StakeLadder({
  rungs,
  quiet = false,
}: {
  readonly rungs: readonly Rung[];
  readonly quiet?: boolean;
}) {
  return (
    <ol
      aria-label="Stake at each level"
      className="grid grid-cols-[repeat(auto-fit,minmax(3.25rem,1fr))] items-end gap-1.5"
    >
      {rungs.map((rung) => (
        <Bar key={rung.level} {...rung} quiet={quiet} />
      ))}
    </ol>
  );
}

export function LevelStrip({ states }: { readonly states: readonly LevelState[] }) {
  const words = states.map((state, level) => `level ${level} ${LEVEL_TEXT[state]}`).join(', ');
  return (
    <span role="img" aria-label={words} className="flex gap-[3px] forced-color-adjust-none">
      {states.map((state, level) => (
        <span key={level} className={`h-1.5 w-3.5 rounded-full ${LEVEL_FILL[state]}`} />
      ))}
    </span>
  );
}
