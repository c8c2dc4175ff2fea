import { isRevealedLate } from '@quantalgo/contracts/signals/signalEnd';
import {
  LEVELS,
  type MartingaleLevel,
  listMartingaleLevels,
} from '@quantalgo/contracts/signals/ladder';
import { type Settlement, type Signal, getSignalPhase } from '@quantalgo/contracts/signals/signal';
import type { LevelState } from '../../ui/instruments/StakeLadder';

export interface PlayedLevel extends MartingaleLevel {
  readonly state: LevelState;
  /** Stored closes at entry and expiry; null if unknown. */
  readonly entry: number | null;
  readonly exit: number | null;
}

type LevelPrices = Pick<PlayedLevel, 'entry' | 'exit'>;

const LAST_LEVEL = LEVELS.length - 1;

function getJudgedState(
  { level }: MartingaleLevel,
  { entry, exit }: LevelPrices,
  { outcome, level: winner }: Settlement,
): LevelState {
  const lastLevel = outcome === 'profit' ? winner : outcome === 'loss' ? LAST_LEVEL : 0;
  if (level > lastLevel) return 'unplayed';
  if (level === winner) return 'won';
  return entry === null || exit === null || entry === exit ? 'flat' : 'lost';
}

export function getSettledLevels(signal: Signal, settlement: Settlement): PlayedLevel[] {
  const closes = new Map(settlement.closes.map(({ at, price }) => [at, price]));
  // A signal that is settled after its reveal deadline is lost, whatever its closes are.
  const isLate = isRevealedLate(signal.createdAt, settlement.settledAt);
  return listMartingaleLevels(signal.createdAt).map((level) => {
    const prices = {
      entry: closes.get(level.entryTime) ?? null,
      exit: closes.get(level.expiryTime) ?? null,
    };
    return {
      ...level,
      ...prices,
      state: isLate ? 'void' : getJudgedState(level, prices, settlement),
    };
  });
}

function getRunningState(
  { level, entryTime, expiryTime }: MartingaleLevel,
  now: number,
): LevelState {
  if (now >= expiryTime) return 'waiting';
  if (level === 0) return 'now';
  return now >= entryTime ? 'due' : 'ahead';
}

/**
 * A level counts as lost only once settled, never by the clock. Closes may arrive late, and nobody
 * should stake the next level on a guess. `now` in epoch ms.
 */
export function getPlayedLevels(signal: Signal, now: number): PlayedLevel[] {
  const phase = getSignalPhase(signal, now);
  if (phase.name === 'settled') return getSettledLevels(signal, phase.settlement);
  return listMartingaleLevels(signal.createdAt).map((level) => ({
    ...level,
    entry: null,
    exit: null,
    state: getRunningState(level, now),
  }));
}
