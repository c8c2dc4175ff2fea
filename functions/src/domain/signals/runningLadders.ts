import type { Pair } from '@quantalgo/contracts/market/pairs';
import { closeTimes, evaluateLadder } from '@quantalgo/contracts/signals/ladder';
import type { LadderRules } from '@quantalgo/contracts/signals/rules';
import type { Direction } from '@quantalgo/contracts/signals/signal';
import { type Candle, endOf } from '../market/candles';

export interface Recent {
  readonly slot: number;
  readonly pair: Pair;
  readonly direction: Direction;
}

/** Judged by the closes known at `slot` (epoch ms). A missing candle is a flat level, as in the record. */
export function runningLadders(
  recent: readonly Recent[],
  windows: ReadonlyMap<Pair, readonly Candle[]>,
  { slot, rules }: { readonly slot: number; readonly rules: LadderRules },
): readonly Recent[] {
  return recent.filter((signal) => {
    const candles = windows.get(signal.pair) ?? [];
    const closes = closeTimes(signal.slot, rules)
      .filter((time) => time <= slot)
      .map((time) => candles.findLast((candle) => endOf(candle) === time)?.close ?? null);
    return evaluateLadder(signal.direction, closes, rules) === null;
  });
}
