import { isRevealedLate } from '@quantalgo/contracts/signals/ended';
import {
  LEVELS,
  type MartingaleLevel,
  martingaleLevels,
} from '@quantalgo/contracts/signals/ladder';
import { type Settlement, type Signal, signalPhase } from '@quantalgo/contracts/signals/signal';
import type { LevelState } from '../../ui/instruments/StakeLadder';

export interface PlayedLevel extends MartingaleLevel {
  readonly state: LevelState;
  /** Stored closes at entry and expiry; null where unknown. */
  readonly entry: number | null;
  readonly exit: number | null;
}

type LevelPrices = Pick<PlayedLevel, 'entry' | 'exit'>;

const LAST_LEVEL = LEVELS.length - 1;

function judgedState(
  { level }: MartingaleLevel,
  { entry, exit }: LevelPrices,
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

function runningState({ level, entryTime, expiryTime }: MartingaleLevel, now: number): LevelState {
  if (now >= expiryTime) return 'waiting';
  if (level === 0) return 'now';
  return now >= entryTime ? 'due' : 'ahead';
}

/**
 * The levels of a signal at `now` (epoch ms). The settlement alone says that a level is lost, never the clock: closes may
 * come late, and whoever stakes the next level on a guess stakes more than twice as much for nothing.
 */
export function playedLevels(signal: Signal, now: number): PlayedLevel[] {
  const phase = signalPhase(signal, now);
  if (phase.name === 'settled') return settledLevels(signal, phase.settlement);
  return martingaleLevels(signal.createdAt).map((level) => ({
    ...level,
    entry: null,
    exit: null,
    state: runningState(level, now),
  }));
}

/**
 * Whether a signal was settled after the deadline to reveal its commitment: then it is lost, whatever its closes are.
 */
export const isJudgedLate = (
  { createdAt }: Pick<Signal, 'createdAt'>,
  { settledAt }: Pick<Settlement, 'settledAt'>,
): boolean => isRevealedLate(createdAt, settledAt);
