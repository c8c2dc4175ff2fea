import type { Pair } from '@quantalgo/contracts/market/pairs';
import type { Audience, Direction } from '@quantalgo/contracts/signals/signal';
import type { Candle } from '../../market/candles';

/** A strategy's opinion of a pair: direction, strength and reasons. */
export interface Opinion {
  readonly direction: Direction;
  /** Strength of the opinion, above 0; a calibration treats all scores from 1 up alike. */
  readonly score: number;
  /** The reasons in plain words, rendered only for the opinion that becomes a signal. */
  readonly reasons: () => readonly string[];
}

/** The candles of all pairs at the same time, and whose opinion is asked for. */
export interface Windows {
  readonly pair: Pair;
  /** The newest closed candles of each pair, at most {@link LOOKBACK}; a pair may have fewer, older or none. */
  readonly windows: ReadonlyMap<Pair, readonly Candle[]>;
}

/** A pure function of {@link LOOKBACK} closed candles of each pair, nothing else. None needs their volume. */
export interface Strategy {
  readonly id: string;
  /** In whose slots it may speak; a signal is for the audience of its slot. */
  readonly audiences: readonly Audience[];
  readonly parameters: Readonly<Record<string, number>>;
  /** Null where it has no opinion of the pair, whose candles come first. */
  readonly evaluate: (candles: readonly Candle[], windows: Windows) => Opinion | null;
}

/** Closed candles passed to a strategy: three hours, the newest last. */
export const LOOKBACK = 36;

interface Asked {
  readonly candles: readonly Candle[];
  readonly opinions: Map<Strategy, Opinion | null>;
}

/** Windows whose opinions are cached: enough for one slot of more pairs than a market usually has. */
const REMEMBERED = 8;

const newest: Asked[] = [];

function askedOf(candles: readonly Candle[]): Asked {
  const known = newest.find((asked) => asked.candles === candles);
  if (known) return known;
  const asked = { candles, opinions: new Map<Strategy, Opinion | null>() };
  newest.push(asked);
  if (newest.length > REMEMBERED) newest.shift();
  return asked;
}

/**
 * A strategy's opinion of a pair's candles, cached because calibration and selection both ask for it. `candles` must be
 * an array of its own in each slot, as the others' are part of the opinion.
 */
export function opinionOf(
  strategy: Strategy,
  candles: readonly Candle[],
  windows: Windows,
): Opinion | null {
  const { opinions } = askedOf(candles);
  const found = opinions.get(strategy);
  if (found !== undefined) return found;
  const opinion = strategy.evaluate(candles, windows);
  opinions.set(strategy, opinion);
  return opinion;
}
