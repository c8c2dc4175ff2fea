import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import type { Pair } from '@quantalgo/contracts/market/pairs';
import fc from 'fast-check';
import { getCandleEnd, type Candle } from '../src/domain/market/candles';
import type { MarketData } from '../src/platform/market/marketData';

/** Friday 20 November 2026, 12:00 UTC, the start of a slot. */
export const NOON = Date.UTC(2026, 10, 20, 12);

const arbitraryMove = fc.record({
  change: fc.integer({ min: -40, max: 40 }),
  above: fc.integer({ min: 0, max: 20 }),
  below: fc.integer({ min: 0, max: 20 }),
  volume: fc.integer({ min: 0, max: 900 }),
});
type Move = typeof arbitraryMove extends fc.Arbitrary<infer M> ? M : never;

const PIPETTE = 1e5;
const toPrice = (pipettes: number) => pipettes / PIPETTE;

/** Gapless candles. @param moves in pipettes @param end of the newest candle, epoch ms */
export function buildCandles(moves: readonly Move[], end: number): Candle[] {
  let pipettes = 108_500;
  return moves.map(({ change, above, below, volume }, index) => {
    const open = pipettes;
    pipettes += change;
    return {
      time: end - SLOT_MS * (moves.length - index),
      open: toPrice(open),
      high: toPrice(Math.max(open, pipettes) + above),
      low: toPrice(Math.min(open, pipettes) - below),
      close: toPrice(pipettes),
      volume,
    };
  });
}

/** Valid candles of one pair. @param end of the newest candle, epoch ms */
export const someCandles = (count: number, end = NOON): fc.Arbitrary<Candle[]> =>
  fc
    .array(arbitraryMove, { minLength: count, maxLength: count })
    .map((moves) => buildCandles(moves, end));

export function createMarket(candles: Readonly<Record<Pair, readonly Candle[]>>): MarketData {
  const ends = new Set(Object.values(candles).flatMap((list) => list.map(getCandleEnd)));
  return {
    source: 'replay',
    pairs: Object.keys(candles),
    isOpen: (slot) => ends.has(slot),
    candles: (pair, until, count) =>
      Promise.resolve(
        (candles[pair] ?? []).filter((candle) => getCandleEnd(candle) <= until).slice(-count),
      ),
  };
}
