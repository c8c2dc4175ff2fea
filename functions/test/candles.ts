import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import type { Pair } from '@quantalgo/contracts/market/pairs';
import fc from 'fast-check';
import { endOf, type Candle } from '../src/domain/market/candles';
import type { MarketData } from '../src/platform/market/marketData';

/** Start of a slot that tests count from: Friday 20 November 2026, 12:00 UTC. */
export const NOON = Date.UTC(2026, 10, 20, 12);

const move = fc.record({
  change: fc.integer({ min: -40, max: 40 }),
  above: fc.integer({ min: 0, max: 20 }),
  below: fc.integer({ min: 0, max: 20 }),
  volume: fc.integer({ min: 0, max: 900 }),
});
type Move = typeof move extends fc.Arbitrary<infer M> ? M : never;

const PIPETTE = 1e5;
const price = (pipettes: number) => pipettes / PIPETTE;

/** Candles that follow each other without a gap, from `moves` of whole pipettes, the newest ending at `end` (epoch ms). */
export function candlesOf(moves: readonly Move[], end: number): Candle[] {
  let last = 108_500;
  return moves.map(({ change, above, below, volume }, index) => {
    const open = last;
    last += change;
    return {
      time: end - SLOT_MS * (moves.length - index),
      open: price(open),
      high: price(Math.max(open, last) + above),
      low: price(Math.min(open, last) - below),
      close: price(last),
      volume,
    };
  });
}

/** Sound candles of one pair, the newest ending at `end` (epoch ms). */
export const someCandles = (count: number, end = NOON): fc.Arbitrary<Candle[]> =>
  fc.array(move, { minLength: count, maxLength: count }).map((moves) => candlesOf(moves, end));

/** A market of these candles that is open where any pair has one. */
export function marketOf(candles: Readonly<Record<Pair, readonly Candle[]>>): MarketData {
  const ends = new Set(Object.values(candles).flatMap((list) => list.map(endOf)));
  return {
    source: 'replay',
    pairs: Object.keys(candles),
    isOpen: (slot) => ends.has(slot),
    candles: (pair, until, count) =>
      Promise.resolve(
        (candles[pair] ?? []).filter((candle) => endOf(candle) <= until).slice(-count),
      ),
  };
}
