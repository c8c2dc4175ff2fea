import { type Pair, type Source } from '@quantalgo/contracts';
import type { Candle, IsOpen } from '../../domain/candles';

/** A market that prices come from. */
export interface MarketData {
  readonly source: Source;
  /** In the order in which equals are preferred. */
  readonly pairs: readonly Pair[];
  /** Whether signals are given at this slot (epoch ms), of a pair where one is named: its market trades. */
  readonly isOpen: IsOpen;
  /**
   * The newest `count` candles that ended at `until` (epoch ms) or before; fewer where there are fewer. Each is closed,
   * and later than the one before it.
   * @throws Error that says in words, fit for the public record, why the source can't tell.
   */
  readonly candles: (pair: Pair, until: number, count: number) => Promise<readonly Candle[]>;
}
