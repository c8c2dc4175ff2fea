import { evaluateLadder, type LadderOutcome, type Level, LEVELS } from './ladder';
import type { Direction, Settlement, Signal } from './signal';

export const OPPOSITE: Readonly<Record<Direction, Direction>> = { CALL: 'PUT', PUT: 'CALL' };

export interface Hindsight {
  readonly opposite: LadderOutcome;
  /**
   * Percent chance of a coin to win within the levels, flipped once per level that isn't flat. 0 if
   * the first level is flat, because that ends the signal.
   */
  readonly coin: number;
}

function computeCoinChance(closes: readonly (number | null)[], levels: readonly Level[]): number {
  const isFlat = (level: Level) => {
    const [entry = null, exit = null] = [closes[level], closes[level + 1]];
    return entry === null || exit === null || entry === exit;
  };
  if (isFlat(0)) return 0;
  return 100 * (1 - 0.5 ** levels.filter((level) => !isFlat(level)).length);
}

/** Null if only the deciding closes are stored, not those of all levels. */
export function computeHindsight(
  { direction }: Pick<Signal, 'direction'>,
  { closes }: Pick<Settlement, 'closes'>,
): Hindsight | null {
  if (closes.length <= LEVELS.length) return null;
  const prices = closes.map(({ price }) => price);
  const opposite = evaluateLadder(OPPOSITE[direction], prices, { levels: LEVELS.length });
  return opposite && { opposite, coin: computeCoinChance(prices, LEVELS) };
}
