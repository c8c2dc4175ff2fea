import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import type { Pair } from '@quantalgo/contracts/market/pairs';
import { type Candle, endOf } from '../../domain/market/candles';
import { readCandles } from './pairCandles';
import type { MarketData } from './marketData';

/** The number of candles (in order) that ended at `until` or before. */
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
 * A market of recorded candles, shifted by whole weeks into the present; closed where no pair has a candle.
 * @param folder contains candle files of each pair
 * @throws Error that names the unreadable file and row
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

const WEEK_MS = 7 * 24 * 60 * 60_000;

/** Weeks are cut at noon on Saturday (UTC), when no currency market is open. 3 January 1970 was a Saturday. */
const CUT = 2.5 * 24 * 60 * 60_000;

const weekOf = (time: number): number => Math.floor((time - CUT) / WEEK_MS);

type File = readonly Candle[];

/** Whether the same weekday and time of day of another week lies within a file. */
function isInside(time: number, week: number, files: readonly File[]): boolean {
  const then = time - (weekOf(time) - week) * WEEK_MS;
  return files.some(
    (file) => (file[0]?.time ?? Infinity) <= then && then <= (file.at(-1)?.time ?? -Infinity),
  );
}

/**
 * How far (ms, whole weeks) the files' times are shifted so that a time (epoch ms) falls within them: onto the week
 * that has, together with the week before it, the most candles of all files; of ties the latest. It depends only on the
 * files and the week of that time, so all processes agree.
 */
export function replayShifts(files: readonly File[]): (time: number) => number {
  const candlesIn = new Map<number, number>();
  for (const { time } of files.flat())
    candlesIn.set(weekOf(time), (candlesIn.get(weekOf(time)) ?? 0) + 1);
  const filled = (week: number) => (candlesIn.get(week) ?? 0) + (candlesIn.get(week - 1) ?? 0);
  const fullest = [...candlesIn.keys()].toSorted((a, b) => filled(b) - filled(a) || b - a);
  return (time) => {
    const week = fullest.find((one) => isInside(time, one, files)) ?? fullest[0] ?? weekOf(time);
    return (weekOf(time) - week) * WEEK_MS;
  };
}
