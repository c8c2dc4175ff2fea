import { shortDecimal } from '@quantalgo/contracts/core/format';
/**
 * State of a martingale level: ahead, being played, to be played unless an earlier one won, or over with a result that is
 * known or still waited for.
 */
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

/** The display names of level states. */
export const LEVEL_TEXT: Record<LevelState, string> = {
  ahead: 'ahead',
  now: 'now',
  due: 'only if no level before it won',
  waiting: 'waiting for the close',
  won: 'won',
  lost: 'lost',
  flat: 'flat, stake returned',
  unplayed: 'not played',
  void: 'not judged in time',
};

/** The fill of each level state. */
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
  /** As a multiple of the first stake. */
  readonly stake: number;
  /** Time of its entry, with the zone given elsewhere: `14:10`. */
  readonly time: string;
  readonly state: LevelState;
}

/** Height (px) of the bar of the first stake; the others are in proportion. */
const UNIT = 4;

/** Height (px) of the bar of a stake, given as a multiple of the first. */
const barHeight = (stake: number): number => stake * UNIT;

/** Levels known to have ended without a win. */
const OVER: readonly LevelState[] = ['lost', 'flat'];

/** `×1`, `×2.2`, `×10.6`. */
const stakeText = (stake: number) => `×${shortDecimal(stake)}`;

function Bar({ level, stake, time, state, quiet }: Rung & { readonly quiet: boolean }) {
  const current = state === 'now' || state === 'won';
  const over = OVER.includes(state);
  return (
    <li className="flex flex-col justify-end">
      <span
        translate="no"
        className={`mb-1 text-xs tabular-nums ${current ? 'text-text' : 'text-faint'}`}
      >
        <span className="sr-only">stake </span>
        <span>{stakeText(stake)}</span>
      </span>
      <span
        className={`rounded-t-[3px] forced-color-adjust-none ${quiet && state === 'now' ? 'bg-text' : LEVEL_FILL[state]}`}
        style={{ height: barHeight(stake) }}
      />
      <span
        translate="no"
        className={`text-sm font-semibold tabular-nums pt-1.5 ${over ? 'text-muted line-through decoration-1' : ''}`}
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

/** The martingale as steps: bars in proportion to the stakes, each with its time of entry. `quiet`: none calls. */
export function StakeLadder({
  rungs,
  quiet = false,
}: {
  readonly rungs: readonly Rung[];
  readonly quiet?: boolean;
}) {
  return (
    <ol
      aria-label="Martingale levels"
      className="grid grid-cols-[repeat(auto-fit,minmax(3.25rem,1fr))] items-end gap-1.5"
    >
      {rungs.map((rung) => (
        <Bar key={rung.level} {...rung} quiet={quiet} />
      ))}
    </ol>
  );
}

/** The levels in a compact form: one segment each. */
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
