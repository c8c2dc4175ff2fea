import type { Pair } from '@quantalgo/contracts/market/pairs';
import { listCloseTimes, evaluateLadder } from '@quantalgo/contracts/signals/ladder';
import type { LadderRules } from '@quantalgo/contracts/signals/rules';
import type { Direction } from '@quantalgo/contracts/signals/signal';
import { type Candle, getCandleEnd } from '../market/candles';

export interface RecentSignal {
  readonly slot: number;
  readonly pair: Pair;
  readonly direction: Direction;
}

/**
 * Judged by the closes known at `slot` (epoch ms). A missing candle is a flat level, as in the
 * record.
 */
export function findRunningLadders(
  recent: readonly RecentSignal[],
  windows: ReadonlyMap<Pair, readonly Candle[]>,
  { slot, rules }: { readonly slot: number; readonly rules: LadderRules },
): readonly RecentSignal[] {
  return recent.filter((signal) => {
    const candles = windows.get(signal.pair) ?? [];
    const closes = listCloseTimes(signal.slot, rules)
      .filter((time) => time <= slot)
      .map((time) => candles.findLast((candle) => getCandleEnd(candle) === time)?.close ?? null);
    return evaluateLadder(signal.direction, closes, rules) === null;
  });
}
