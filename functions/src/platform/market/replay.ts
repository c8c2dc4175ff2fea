import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { WEEK_MS } from '@quantalgo/contracts/core/time';
import { isTrading } from '@quantalgo/contracts/market/marketHours';
import type { Pair } from '@quantalgo/contracts/market/pairs';
import { type Candle, getCandleEnd } from '../../domain/market/candles';
import { readCandles } from './pairCandles';
import type { MarketData } from './marketData';

function countEnded(candles: readonly Candle[], until: number): number {
  let [from, to] = [0, candles.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const candle = candles[middle];
    if (candle && getCandleEnd(candle) <= until) from = middle + 1;
    else to = middle;
  }
  return from;
}

/**
 * Replays recorded candles, shifted by whole weeks into the present. The market is closed while no
 * pair has a candle, and for a pair in its daily pause.
 * @throws Error that names the unreadable file and row
 */
export async function createReplayMarket(
  folder: string,
  pairs: readonly Pair[],
): Promise<MarketData> {
  const files = await Promise.all(pairs.map((pair) => readCandles(folder, pair)));
  const byPair = new Map(pairs.map((pair, index) => [pair, files[index] ?? []]));
  const openingTimes = new Set(files.flat().map(({ time }) => time));
  const shiftAt = createReplayShift(files);
  return {
    source: 'replay',
    pairs,
    isOpen: (slot, pair) => {
      const opening = slot - SLOT_MS - shiftAt(slot - SLOT_MS);
      return openingTimes.has(opening) && (pair === undefined || isTrading(pair, opening));
    },
    candles: (pair, until, count) => {
      const candles = byPair.get(pair) ?? [];
      const shift = shiftAt(until - SLOT_MS);
      const endIndex = countEnded(candles, until - shift);
      const newest = candles.slice(Math.max(0, endIndex - count), endIndex);
      return Promise.resolve(newest.map((candle) => ({ ...candle, time: candle.time + shift })));
    },
  };
}

/** Noon on Saturday (UTC), when no currency market is open. 3 January 1970 was a Saturday. */
const WEEK_START_MS = 2.5 * 24 * 60 * 60_000;

const getWeek = (time: number): number => Math.floor((time - WEEK_START_MS) / WEEK_MS);

type PairHistory = readonly Candle[];

function isInside(time: number, week: number, files: readonly PairHistory[]): boolean {
  const shifted = time - (getWeek(time) - week) * WEEK_MS;
  return files.some(
    (file) => (file[0]?.time ?? Infinity) <= shifted && shifted <= (file.at(-1)?.time ?? -Infinity),
  );
}

/**
 * Shifts (ms, whole weeks) a time (epoch ms) onto the recorded week that has the most candles
 * together with the week before it. Depends only on the files and the time's week, so that all
 * processes agree.
 */
export function createReplayShift(files: readonly PairHistory[]): (time: number) => number {
  const candlesByWeek = new Map<number, number>();
  for (const { time } of files.flat())
    candlesByWeek.set(getWeek(time), (candlesByWeek.get(getWeek(time)) ?? 0) + 1);
  const countCandles = (week: number) =>
    (candlesByWeek.get(week) ?? 0) + (candlesByWeek.get(week - 1) ?? 0);
  const weeksByCount = [...candlesByWeek.keys()].toSorted(
    (a, b) => countCandles(b) - countCandles(a) || b - a,
  );
  return (time) => {
    const week =
      weeksByCount.find((candidate) => isInside(time, candidate, files)) ??
      weeksByCount[0] ??
      getWeek(time);
    return (getWeek(time) - week) * WEEK_MS;
  };
}
