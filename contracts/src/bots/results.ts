import { LADDER_RULES } from '../signals/rules';
import type { Ended } from '../signals/ended';
import { riseOf } from '../signals/figures';
import type { Direction, Probability } from '../signals/signal';
import { slotStartOfId } from '../core/slots';
import type { Pair } from '../market/pairs';

/** A signal as a paper bot sees it: a stored signal, its digest, or what the public log revealed. */
export interface PaperSignal {
  /** The id of its slot. */
  readonly id: string;
  readonly pair: Pair;
  readonly direction: Direction;
  readonly firstEntry: Probability;
  readonly confidence: { readonly value: number };
  /** Null until it is settled. */
  readonly ending: Ended | null;
  /** Whether it could be entered; absent where nobody confirmed it. */
  readonly entered?: boolean;
}

/** Whose direction is played: the signal's, the other one, or what a coin says for each signal. */
const SIDES = ['signal', 'coin', 'opposite'] as const;

export type Side = (typeof SIDES)[number];

/** The results of a signal's levels up to the one that ends it: `LFW` is lost, flat, won. */
type LevelResults = string;

const OTHER: Readonly<Record<Direction, Direction>> = { CALL: 'PUT', PUT: 'CALL' };

/** The results of a direction by the closes, the levels as a settlement plays them; null where too few closes tell. */
function resultsBy(
  direction: Direction,
  closes: Ended['closes'],
  levels: number,
): LevelResults | null {
  let results = '';
  for (let level = 0; level < levels; level += 1) {
    if (level + 1 >= closes.length) return null;
    const rise = riseOf(closes, level);
    if (level === 0 && rise === 0) return 'F';
    if (direction === 'CALL' ? rise > 0 : rise < 0) return `${results}W`;
    results += rise === 0 ? 'F' : 'L';
  }
  return results;
}

const ALL_LOST = 'L'.repeat(LADDER_RULES.levels);

/** The results for the signal's own direction, as its record settled it. */
function ownResults(direction: Direction, { outcome, level, closes, isLate }: Ended): LevelResults {
  if (outcome === 'break-even') return 'F';
  if (isLate === true) return ALL_LOST;
  if (outcome === 'loss') return resultsBy(direction, closes, LADDER_RULES.levels) ?? ALL_LOST;
  let results = '';
  for (let lost = 0; lost < (level ?? 0); lost += 1)
    results += riseOf(closes, lost) === 0 ? 'F' : 'L';
  return `${results}W`;
}

/**
 * What a coin says of a slot, the same for everybody: heads by the parity of a hash of its start (the finaliser of
 * MurmurHash3, A. Appleby).
 */
export function isHeads(id: string): boolean {
  let bits = Math.floor(slotStartOfId(id) / 60_000) >>> 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return ((bits ^ (bits >>> 16)) & 1) === 1;
}

/**
 * How the levels of a settled signal ended for a side that plays `levels` of them; null where the stored closes don't
 * say it, which can only be of the opposite direction.
 */
export function levelResults(
  { id, direction }: Pick<PaperSignal, 'id' | 'direction'>,
  ending: Ended,
  { side, levels }: { readonly side: Side; readonly levels: number },
): LevelResults | null {
  const isOwn = side === 'signal' || (side === 'coin' && isHeads(id));
  return isOwn
    ? ownResults(direction, ending).slice(0, levels)
    : resultsBy(OTHER[direction], ending.closes, levels);
}

/**
 * Whether a settled signal's closes say how either direction ended over so many levels. Signals of an older record end
 * with the close that decided them.
 */
export const saysBothSides = ({ outcome, closes }: Ended, levels: number): boolean =>
  outcome === 'break-even' || closes.length > levels;
