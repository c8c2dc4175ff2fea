import { evaluateLadder, type LadderOutcome, type Level, LEVELS } from './ladder';
import type { Direction, Settlement, Signal } from './signal';

/** The direction that bets against a signal's. */
export const OPPOSITE: Readonly<Record<Direction, Direction>> = { CALL: 'PUT', PUT: 'CALL' };

/** What others would have made of a settled signal's candles. */
export interface Hindsight {
  /** How the opposite direction would have ended, by the same rules. */
  readonly opposite: LadderOutcome;
  /**
   * Percent of coins that win within the levels, thrown anew for each: a flat level is no throw, and a flat first one
   * ends the signal for everybody.
   */
  readonly coin: number;
}

/** A coin's chance, in percent, on these closes; as {@link evaluateLadder} counts, an equal or missing close is flat. */
function coinOn(closes: readonly (number | null)[], levels: readonly Level[]): number {
  const isFlat = (level: Level) => {
    const [entry = null, exit = null] = [closes[level], closes[level + 1]];
    return entry === null || exit === null || entry === exit;
  };
  if (isFlat(0)) return 0;
  return 100 * (1 - 0.5 ** levels.filter((level) => !isFlat(level)).length);
}

/** A settled signal in hindsight, on the closes of all its levels; null while only those are stored that decided it. */
export function hindsightOf(
  { direction }: Pick<Signal, 'direction'>,
  { closes }: Pick<Settlement, 'closes'>,
): Hindsight | null {
  if (closes.length <= LEVELS.length) return null;
  const prices = closes.map(({ price }) => price);
  const opposite = evaluateLadder(OPPOSITE[direction], prices, { levels: LEVELS.length });
  return opposite && { opposite, coin: coinOn(prices, LEVELS) };
}
