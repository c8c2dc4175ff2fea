import { SLOT_MS, type Settlement, type Signal } from '@quantalgo/contracts';
import { Timestamp, type Firestore } from 'firebase-admin/firestore';
import type * as z from 'zod/mini';
import type { Candle } from '../../domain/candles';
import { chartDocument } from '../../documents';
import type { MarketData } from '../market/marketData';
import type { Write } from './writes';

/** Candles that a chart shows before the one that ends at the signal's slot, that one included: an hour. */
const CANDLES_BEFORE = 12;

const pathOf = (signalId: string) => `charts/${signalId}`;

/** A candle as a chart shows it; `time` (epoch ms) is when it opened. */
export type ChartCandle = z.infer<typeof chartDocument>['candles'][number];

/** The market around a settled signal: from an hour before its slot to the last close that it was judged on. */
export async function chartCandles(
  market: MarketData,
  { pair, createdAt }: Pick<Signal, 'pair' | 'createdAt'>,
  { closes }: Pick<Settlement, 'closes'>,
): Promise<readonly Candle[]> {
  const until = closes.at(-1)?.at ?? createdAt;
  const from = createdAt - CANDLES_BEFORE * SLOT_MS;
  const candles = await market.candles(pair, until, (until - from) / SLOT_MS);
  return candles.filter(({ time }) => time >= from);
}

/** `charts/{signal}` with these candles. */
export const chartWrite = (signalId: string, candles: readonly Candle[]): Write => ({
  path: pathOf(signalId),
  data: {
    candles: candles.map(({ time, open, high, low, close }) => ({
      time: Timestamp.fromMillis(time),
      open,
      high,
      low,
      close,
    })),
  },
  once: false,
});

/**
 * The candles around a settled signal, oldest first; none where they were not kept.
 * @throws Error when the stored chart is not one.
 */
export async function readChart(
  database: Firestore,
  signalId: string,
): Promise<readonly ChartCandle[]> {
  const snapshot = await database.doc(pathOf(signalId)).get();
  return snapshot.exists ? chartDocument.parse(snapshot.data()).candles : [];
}
