import type { Pair } from '@quantalgo/contracts/market/pairs';
import type { Audience, Direction } from '@quantalgo/contracts/signals/signal';
import type { Candle } from '../../market/candles';

export interface Opinion {
  readonly direction: Direction;
  /** Above 0; a calibration treats all scores from 1 up alike. */
  readonly score: number;
  /** Rendered only for the opinion that becomes a signal. */
  readonly reasons: () => readonly string[];
  /** What a strategy with weights learns from, as if the price were to rise. */
  readonly features?: Float64Array;
}

/** Candles of all pairs at one time; `pair` is the pair to judge. */
export interface Windows {
  readonly pair: Pair;
  /** The newest closed candles per pair, at most {@link LOOKBACK}; a pair may have fewer, older or none. */
  readonly windows: ReadonlyMap<Pair, readonly Candle[]>;
}

/** A pure function of {@link LOOKBACK} closed candles per pair. None uses their volume. */
export interface Strategy {
  readonly id: string;
  readonly audiences: readonly Audience[];
  readonly parameters: Readonly<Record<string, number>>;
  /** Gives no signals until what it would have given beats a coin beyond chance. */
  readonly onTrial?: boolean;
  readonly evaluate: (candles: readonly Candle[], windows: Windows) => Opinion | null;
  /** Win rate (0–1) of a moved first entry by score, before its own results; rises. A coin’s by default. */
  readonly expects?: (score: number) => number;
  /** For a strategy that learns nightly: its opinion by other weights than `evaluate` uses. */
  readonly weigh?: (features: Float64Array, weights: readonly number[]) => Opinion | null;
}

/** Three hours of closed candles, newest last. */
export const LOOKBACK = 36;

interface CacheEntry {
  readonly candles: readonly Candle[];
  readonly opinions: Map<Strategy, Opinion | null>;
}

// Enough for one slot of more pairs than a market usually has.
const MAX_CACHED_WINDOWS = 8;

const cache: CacheEntry[] = [];

function getCacheEntry(candles: readonly Candle[]): CacheEntry {
  const cached = cache.find((entry) => entry.candles === candles);
  if (cached) return cached;
  const entry = { candles, opinions: new Map<Strategy, Opinion | null>() };
  cache.push(entry);
  if (cache.length > MAX_CACHED_WINDOWS) cache.shift();
  return entry;
}

/**
 * Cached, because calibration and selection both evaluate it. `candles` must be a new array in each slot: the other
 * pairs' candles also affect the opinion.
 */
export function getOpinion(
  strategy: Strategy,
  candles: readonly Candle[],
  windows: Windows,
): Opinion | null {
  const { opinions } = getCacheEntry(candles);
  const cachedOpinion = opinions.get(strategy);
  if (cachedOpinion !== undefined) return cachedOpinion;
  const opinion = strategy.evaluate(candles, windows);
  opinions.set(strategy, opinion);
  return opinion;
}
