import { type Pair, type Source } from '@quantalgo/contracts';
import type { Candle, IsOpen } from '../../domain/candles';

/** A market that prices come from. */
export interface MarketData {
  readonly source: Source;
  /** In the order in which equals are preferred. */
  readonly pairs: readonly Pair[];
  /** Whether the market traded in the candle that ends at this slot (epoch ms). */
  readonly isOpen: IsOpen;
  /** The newest `count` candles that ended at `until` (epoch ms) or before, oldest first; fewer where there are fewer. */
  readonly candles: (pair: Pair, until: number, count: number) => Promise<readonly Candle[]>;
}
