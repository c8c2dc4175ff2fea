import { LADDER_RULES } from '../signals/rules';
import type { SignalEnd } from '../signals/signalEnd';
import { getRise } from '../signals/ladderResult';
import type { Direction, Probability } from '../signals/signal';
import { parseSlotId } from '../core/slots';
import type { Pair } from '../market/pairs';

export interface PaperSignal {
  readonly id: string;
  readonly pair: Pair;
  readonly direction: Direction;
  readonly firstEntry: Probability;
  readonly confidence: { readonly value: number };
  readonly ending: SignalEnd | null;
  readonly entered?: boolean;
}

const SIDES = ['signal', 'coin', 'opposite'] as const;

export type Side = (typeof SIDES)[number];

/** One letter per level up to the deciding one: `LFW` is lost, flat, won. */
type LevelResults = string;

const OPPOSITE: Readonly<Record<Direction, Direction>> = { CALL: 'PUT', PUT: 'CALL' };

function computeResults(
  direction: Direction,
  closes: SignalEnd['closes'],
  levels: number,
): LevelResults | null {
  let results = '';
  for (let level = 0; level < levels; level += 1) {
    if (level + 1 >= closes.length) return null;
    const rise = getRise(closes, level);
    if (level === 0 && rise === 0) return 'F';
    if (direction === 'CALL' ? rise > 0 : rise < 0) return `${results}W`;
    results += rise === 0 ? 'F' : 'L';
  }
  return results;
}

const ALL_LOST = 'L'.repeat(LADDER_RULES.levels);

function getSignalResults(
  direction: Direction,
  { outcome, level, closes, isLate }: SignalEnd,
): LevelResults {
  if (outcome === 'break-even') return 'F';
  if (isLate === true) return ALL_LOST;
  if (outcome === 'loss') return computeResults(direction, closes, LADDER_RULES.levels) ?? ALL_LOST;
  let results = '';
  for (let lostLevel = 0; lostLevel < (level ?? 0); lostLevel += 1)
    results += getRise(closes, lostLevel) === 0 ? 'F' : 'L';
  return `${results}W`;
}

/**
 * The same coin for everyone: the parity of the slot's hash (MurmurHash3 finaliser, A. Appleby).
 */
export function isHeads(id: string): boolean {
  let bits = Math.floor(parseSlotId(id) / 60_000) >>> 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return ((bits ^ (bits >>> 16)) & 1) === 1;
}

/**
 * Null if the stored closes don't determine the result (only possible for the opposite direction).
 */
export function getLevelResults(
  { id, direction }: Pick<PaperSignal, 'id' | 'direction'>,
  ending: SignalEnd,
  { side, levels }: { readonly side: Side; readonly levels: number },
): LevelResults | null {
  const isSignalSide = side === 'signal' || (side === 'coin' && isHeads(id));
  return isSignalSide
    ? getSignalResults(direction, ending).slice(0, levels)
    : computeResults(OPPOSITE[direction], ending.closes, levels);
}

export const coversBothSides = ({ outcome, closes }: SignalEnd, levels: number): boolean =>
  outcome === 'break-even' || closes.length > levels;
