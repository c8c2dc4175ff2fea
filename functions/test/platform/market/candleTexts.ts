import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HOUR_MS, MINUTE_MS } from '@quantalgo/contracts/core/time';
import type { Pair } from '@quantalgo/contracts/market/pairs';
import { afterEach, beforeEach } from 'vitest';
import type { Candle } from '../../../src/domain/market/candles';
import { readCandles } from '../../../src/platform/market/pairCandles';

export const MONDAY = Date.UTC(2026, 4, 11);

export const candle = (minutes: number, prices: readonly number[], volume: number): Candle => {
  const [open = 0, high = 0, low = 0, close = 0] = prices;
  return { time: MONDAY + minutes * MINUTE_MS, open, high, low, close, volume };
};

const PRICES = [
  [1.17, 1.1701, 1.16969, 1.16979],
  [1.16979, 1.16989, 1.16939, 1.16949],
  [1.16949, 1.16959, 1.16937, 1.16947],
] as const;

export const CANDLES = PRICES.map((prices, index) =>
  candle(index * 5, prices, [149, 164, 158][index] ?? 0),
);

export const WITHOUT_VOLUME = CANDLES.map((entry) => ({ ...entry, volume: 0 }));

export const shiftCandles = (candles: readonly Candle[], hours: number) =>
  candles.map((entry) => ({ ...entry, time: entry.time + hours * HOUR_MS }));

export const lines = (...rows: readonly string[]) => `${rows.join('\n')}\n`;

export const formatDatedRows = (header: string, times: readonly string[], separator = ',') =>
  lines(
    header,
    ...times.map((time, index) =>
      [time, ...(PRICES[index] ?? []), CANDLES[index]?.volume ?? 0].join(separator),
    ),
  );

export const CANDLE_TIMES = ['2026-05-11 00:00:00', '2026-05-11 00:05:00', '2026-05-11 00:10:00'];

export function useFolder() {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'candle-formats-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const write = (content: string | Uint8Array, name = 'EURUSD_M5.csv') =>
    writeFileSync(join(folder, name), content);
  const readAgain = (pair: Pair = 'EURUSD') => readCandles(folder, pair);
  return {
    write,
    readAgain,
    read: (content: string | Uint8Array, name?: string) => {
      write(content, name);
      return readAgain();
    },
  };
}
