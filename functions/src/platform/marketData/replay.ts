import { SLOT_MS, type Pair } from '@quantalgo/contracts';
import { endOf, type Candle } from '../../domain/candles';
import { readCandles } from './candleFile';
import type { MarketData } from './marketData';
import { replayShifts } from './replayWeek';

/** How many of the candles, which are in order, ended at `until` or before. */
function endedBy(candles: readonly Candle[], until: number): number {
  let [from, to] = [0, candles.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const candle = candles[middle];
    if (candle && endOf(candle) <= until) from = middle + 1;
    else to = middle;
  }
  return from;
}

/**
 * The market of recorded candles, moved by whole weeks into the present; closed where no pair has a candle.
 * @param folder holds `<PAIR>_M5.csv` for each pair
 * @throws Error that names the file, and the row, that can't be read.
 */
export async function replayMarket(folder: string, pairs: readonly Pair[]): Promise<MarketData> {
  const files = await Promise.all(pairs.map((pair) => readCandles(folder, pair)));
  const byPair = new Map(pairs.map((pair, index) => [pair, files[index] ?? []]));
  const opens = new Set(files.flat().map(({ time }) => time));
  const shiftAt = replayShifts(files);
  return {
    source: 'replay',
    pairs,
    isOpen: (slot) => opens.has(slot - SLOT_MS - shiftAt(slot - SLOT_MS)),
    candles: (pair, until, count) => {
      const candles = byPair.get(pair) ?? [];
      const shift = shiftAt(until - SLOT_MS);
      const end = endedBy(candles, until - shift);
      const newest = candles.slice(Math.max(0, end - count), end);
      return Promise.resolve(newest.map((candle) => ({ ...candle, time: candle.time + shift })));
    },
  };
}
