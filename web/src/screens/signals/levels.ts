import {
  LEVELS,
  type MartingaleLevel,
  martingaleLevels,
  REVEAL_WITHIN_MS,
  type Settlement,
  type Signal,
  signalPhase,
} from '@quantalgo/contracts';
import type { LevelState } from '../../ui/instruments/StakeLadder';

/** Longest time (ms) from the deciding close to the settlement's arrival, if the stream works. */
export const SETTLED_WITHIN_MS = 20_000;

export interface PlayedLevel extends MartingaleLevel {
  readonly state: LevelState;
  /** Stored closes at entry and expiry; null where unknown. */
  readonly entry: number | null;
  readonly exit: number | null;
}

type Judged = Pick<PlayedLevel, 'entry' | 'exit'>;

const LAST_LEVEL = LEVELS.length - 1;

function judgedState(
  { level }: MartingaleLevel,
  { entry, exit }: Judged,
  { outcome, level: winner }: Settlement,
): LevelState {
  const last = outcome === 'profit' ? winner : outcome === 'loss' ? LAST_LEVEL : 0;
  if (level > last) return 'unplayed';
  if (level === winner) return 'won';
  return entry === null || exit === null || entry === exit ? 'flat' : 'lost';
}

/** The levels of a settled signal with the closes that decided them. */
export function settledLevels(signal: Signal, settlement: Settlement): PlayedLevel[] {
  const closes = new Map(settlement.closes.map(({ at, price }) => [at, price]));
  const late = isJudgedLate(signal, settlement);
  return martingaleLevels(signal.createdAt).map((level) => {
    const judged = {
      entry: closes.get(level.entryTime) ?? null,
      exit: closes.get(level.expiryTime) ?? null,
    };
    return { ...level, ...judged, state: late ? 'void' : judgedState(level, judged, settlement) };
  });
}

function runningState(level: MartingaleLevel, now: number, knownUntil: number): LevelState {
  if (now >= level.expiryTime)
    return level.level < LAST_LEVEL && level.expiryTime + SETTLED_WITHIN_MS <= knownUntil
      ? 'not-won'
      : 'unknown';
  return level.level === 0 || now >= level.entryTime ? 'now' : 'ahead';
}

/**
 * The levels of a signal at `now` (epoch ms). A level that has ended counts as not won only if the server was last
 * heard, `knownUntil` (epoch ms), after its settlement was due: until then its result is unknown.
 */
export function playedLevels(signal: Signal, now: number, knownUntil: number): PlayedLevel[] {
  const phase = signalPhase(signal, now);
  if (phase.name === 'settled') return settledLevels(signal, phase.settlement);
  return martingaleLevels(signal.createdAt).map((level) => ({
    ...level,
    entry: null,
    exit: null,
    state: runningState(level, now, knownUntil),
  }));
}

/**
 * Whether a signal was settled after the deadline to reveal its commitment: then it is lost, whatever its closes are.
 */
export const isJudgedLate = (
  { createdAt }: Pick<Signal, 'createdAt'>,
  { settledAt }: Pick<Settlement, 'settledAt'>,
): boolean => settledAt > createdAt + REVEAL_WITHIN_MS;
