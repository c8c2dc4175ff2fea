import { SLOT_MS, slotStart } from '@quantalgo/contracts/core/slots';
import { HOUR_MS } from '@quantalgo/contracts/core/time';
import { type Firestore, Timestamp } from 'firebase-admin/firestore';
import type { Clock } from '../core/clock';
import { readAll } from '../core/documents';
import { logger } from '../core/log';
import type { MarketData } from '../market/marketData';
import {
  chartPath,
  fetchChartCandles,
  parseReadableSignals,
  type StoredSettledSignal,
  toChartWrite,
} from './signals';

/** Long enough for a second try in the next run. */
const RECENT_MS = 2 * SLOT_MS;

const RETRY_WINDOW_MS = 3 * HOUR_MS;

/** Leaves the job time for a last read that waits for the source's next minute. */
const CHARTS_TIMEOUT_MS = 30_000;

/** Hourly, at half past, because daily jobs need the source's credits at midnight. */
const isRetryDue = (now: number): boolean => slotStart(now) % HOUR_MS === HOUR_MS / 2;

/** Signals that were settled since `from` (epoch ms), newest first. */
async function findWithoutChart(
  database: Firestore,
  from: number,
): Promise<readonly StoredSettledSignal[]> {
  const { docs } = await database
    .collection('signals')
    .where('settlement.settledAt', '>=', Timestamp.fromMillis(from))
    .orderBy('settlement.settledAt', 'desc')
    .get();
  const signals = parseReadableSignals(docs).flatMap(({ settlement, ...signal }) =>
    settlement ? [{ ...signal, settlement }] : [],
  );
  if (signals.length === 0) return [];
  const charts = await readAll(database, ...signals.map(({ id }) => database.doc(chartPath(id))));
  return signals.filter((_, index) => charts[index]?.exists === false);
}

/** Only logs failures, because outcomes don't depend on the chart. */
async function storeChart(
  database: Firestore,
  signal: StoredSettledSignal,
  market: MarketData,
): Promise<void> {
  try {
    const candles = await fetchChartCandles(market, signal, signal.settlement);
    const { path, data } = toChartWrite(signal.id, candles);
    await database.doc(path).set(data);
  } catch (error) {
    logger.warn(`Failed to store the chart of signal ${signal.id}`, { reason: String(error) });
  }
}

/**
 * Stores the charts of signals settled lately. Retries missing ones for three hours. Newest first,
 * so that retries can't delay new charts.
 */
export async function storeCharts(
  database: Firestore,
  { market, clock }: { readonly market: MarketData; readonly clock: Clock },
): Promise<void> {
  const now = clock();
  const from = now - (isRetryDue(now) ? RETRY_WINDOW_MS : RECENT_MS);
  for (const signal of await findWithoutChart(database, from)) {
    if (clock() - now > CHARTS_TIMEOUT_MS) return;
    await storeChart(database, signal, market);
  }
}
