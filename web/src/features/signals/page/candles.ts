import { SLOT_MS, type Pair, type RecordCandle } from '@quantalgo/contracts';
import type { PlayedLevel } from '../levels';

/** A candle with what happened at its close; times in epoch ms. */
export interface MarkedCandle {
  readonly from: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** `entry` of a level at its close, `exit` of the one before. */
  readonly marks: readonly string[];
}

export interface Drawn {
  readonly pair: Pair;
  readonly candles: readonly MarkedCandle[];
}

function marksAt(closedAt: number, levels: readonly PlayedLevel[]): string[] {
  const played = levels.filter(({ state }) => state !== 'unplayed');
  const exits = played.filter(({ expiryTime }) => expiryTime === closedAt);
  const entries = played.filter(({ entryTime }) => entryTime === closedAt);
  return [
    ...exits.map(({ level }) => `Exit ${level}`),
    ...entries.map(({ level }) => `Entry ${level}`),
  ];
}

/** The candles with the entries and exits of the levels that were played: each price is a candle's close. */
export const markedCandles = (
  candles: readonly RecordCandle[],
  levels: readonly PlayedLevel[],
): MarkedCandle[] =>
  candles.map(({ at, ...prices }) => {
    const from = Date.parse(at);
    return { from, ...prices, marks: marksAt(from + SLOT_MS, levels) };
  });
