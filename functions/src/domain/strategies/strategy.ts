import type { Audience, Direction } from '@quantalgo/contracts';
import type { Candle } from '../candles';

/** What a strategy thinks of a pair: where the price goes, how strongly, and why. */
export interface Opinion {
  readonly direction: Direction;
  /** How strongly it leans, above 0; from 1 on it can't be stronger. */
  readonly score: number;
  /** Why, in plain words: written only for the opinion that becomes a signal. */
  readonly reasons: () => readonly string[];
}

/** A pure function of {@link LOOKBACK} closed candles, nothing else. */
export interface Strategy {
  readonly id: string;
  readonly audience: Audience;
  readonly parameters: Readonly<Record<string, number>>;
  /** Null where the candles say nothing to it. */
  readonly evaluate: (candles: readonly Candle[]) => Opinion | null;
}

/** Closed candles that a strategy is shown: three hours, the newest last. */
export const LOOKBACK = 36;
