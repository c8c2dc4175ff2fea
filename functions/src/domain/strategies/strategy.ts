import type { Audience, Direction } from '@quantalgo/contracts';
import type { Candle } from '../candles';

/** What a strategy thinks of a pair: where the price goes, how strongly (from 0), and why, in plain words. */
export interface Opinion {
  readonly direction: Direction;
  readonly score: number;
  readonly reasons: readonly string[];
}

/** A rule that sees {@link LOOKBACK} closed candles, nothing else, and says what it thinks. */
export interface Strategy {
  readonly id: string;
  readonly audience: Audience;
  readonly parameters: Readonly<Record<string, number>>;
  /** Null only where the candles lean to neither side. */
  readonly evaluate: (candles: readonly Candle[]) => Opinion | null;
}

/** Closed candles that a strategy is shown: three hours, the newest last. */
export const LOOKBACK = 36;
