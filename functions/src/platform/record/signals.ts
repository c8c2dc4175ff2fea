import { SLOT_MS, slotId } from '@quantalgo/contracts/core/slots';
import {
  type PerformanceCounters,
  performanceCountersSchema,
} from '@quantalgo/contracts/record/performance';
import type { LadderRules } from '@quantalgo/contracts/signals/rules';
import {
  type Audience,
  AUDIENCES,
  type Settlement,
  type Signal,
  signalDocumentSchema,
} from '@quantalgo/contracts/signals/signal';
import {
  type CollectionReference,
  type DocumentSnapshot,
  type Firestore,
  type Query,
  Timestamp,
} from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { chartDocument } from '../../collections/record';
import type { Candle } from '../../domain/market/candles';
import type { RecentSignal } from '../../domain/signals/runningLadders';
import { parseDocument, readPages } from '../core/documents';
import { reportUnreadableSignal } from '../core/unreadableSignals';
import type { MarketData } from '../market/marketData';
import { COUNTERS_PATH, type Write } from './ledger';

export interface SignalListQuery {
  readonly limit: number;
  readonly sortOrder: 'asc' | 'desc';
  /** Epoch ms. If set, signals are ordered by their last change. */
  readonly updatedAfter?: number | undefined;
  /** Last id of the previous page, which changed at `updatedAfter`. */
  readonly afterId?: string | undefined;
  /** Epoch ms, exclusive. */
  readonly before?: number | undefined;
}

const filterAudiences = (signals: Query, audiences: readonly Audience[]): Query =>
  AUDIENCES.every((audience) => audiences.includes(audience))
    ? signals
    : signals.where('audience', 'in', audiences);

/** Null if the signal has changed since, because its position in the order is then different. */
async function readPageStart(
  signals: CollectionReference,
  { updatedAfter, afterId }: SignalListQuery,
): Promise<DocumentSnapshot | null> {
  if (updatedAfter === undefined || afterId === undefined) return null;
  const lastSignal = await signals.doc(afterId).get();
  const { data } = changeSchema.safeParse(lastSignal.data());
  return data?.updatedAt === updatedAfter ? lastSignal : null;
}

/** Separates unreadable documents, so that one doesn't hold up the others. */
export function parseSignals(docs: readonly DocumentSnapshot[]) {
  const results = docs.map((document) => ({
    id: document.id,
    ...signalDocumentSchema.safeParse(document.data()),
  }));
  return {
    signals: results.flatMap(({ data }) => data ?? []),
    unreadable: results.flatMap(({ id, error }) => (error ? [{ id, error }] : [])),
  };
}

/** Leaves out unreadable documents, and logs them. */
export function parseReadableSignals(docs: readonly DocumentSnapshot[]): Signal[] {
  const { signals, unreadable } = parseSignals(docs);
  for (const { id, error } of unreadable) reportUnreadableSignal(id, error, 'lists');
  return signals;
}

const changeSchema = z.pick(signalDocumentSchema, { updatedAt: true });

function orderSignals(
  signals: Query,
  { sortOrder, updatedAfter, afterId, before }: SignalListQuery,
  pageStart: DocumentSnapshot | null,
): Query {
  if (pageStart) return signals.orderBy('updatedAt', 'asc').startAfter(pageStart);
  if (updatedAfter !== undefined)
    return signals
      .where('updatedAt', afterId === undefined ? '>' : '>=', Timestamp.fromMillis(updatedAfter))
      .orderBy('updatedAt', 'asc');
  if (before !== undefined)
    return signals
      .where('createdAt', '<', Timestamp.fromMillis(before))
      .orderBy('createdAt', 'desc');
  return signals.orderBy('createdAt', sortOrder);
}

/**
 * Ordered by slot, or by last change if `updatedAfter` is set. Without `afterId`, such a page may
 * repeat the last signal, because stored times are finer than a millisecond, but never omits a
 * readable one. Only the last page has fewer signals than the limit.
 */
export async function listSignals(
  firestore: Firestore,
  audiences: readonly Audience[],
  listQuery: SignalListQuery,
): Promise<Signal[]> {
  const signals = firestore.collection('signals');
  const pageStart = await readPageStart(signals, listQuery);
  const { limit } = listQuery;
  const orderedSignals = orderSignals(filterAudiences(signals, audiences), listQuery, pageStart);
  const page: Signal[] = [];
  for await (const docs of readPages(orderedSignals, limit)) {
    page.push(...parseReadableSignals(docs));
    if (page.length >= limit) break;
  }
  return page.slice(0, limit);
}

export async function readSignal(
  firestore: Firestore,
  audiences: readonly Audience[],
  id: string,
): Promise<Signal | null> {
  const signal = parseDocument(signalDocumentSchema, await firestore.doc(`signals/${id}`).get());
  return signal && audiences.includes(signal.audience) ? signal : null;
}

const recentSchema = z.pick(signalDocumentSchema, { pair: true, direction: true });

/** Signals of the slots before `slot` (epoch ms), one per ladder level: older ones have ended. */
export async function readRecentSignals(
  firestore: Firestore,
  slot: number,
  { levels }: LadderRules,
): Promise<RecentSignal[]> {
  const slots = Array.from({ length: levels }, (_, level) => slot - SLOT_MS * (level + 1));
  const snapshots = await firestore.getAll(
    ...slots.map((at) => firestore.doc(`signals/${slotId(at)}`)),
  );
  return snapshots.flatMap((document, index) => {
    const { data } = recentSchema.safeParse(document.data());
    const at = slots[index];
    return data && at !== undefined ? [{ slot: at, ...data }] : [];
  });
}

export type StoredSettledSignal = Signal & { readonly settlement: Settlement };

async function readSettled(firestore: Firestore, limit: number): Promise<Signal[]> {
  const { docs } = await firestore
    .collection('signals')
    .orderBy('settlement.settledAt', 'desc')
    .limit(limit)
    .get();
  return parseReadableSignals(docs);
}

const couldBeEntered = ({ entered }: Signal): boolean => entered !== false;

/** About one signal in three is a no-go. */
const MAX_LATEST_READS = 8;

/** Skips signals that couldn't be entered, because they neither won nor lost. */
export async function readLatestSettled(firestore: Firestore): Promise<StoredSettledSignal | null> {
  const [newest] = await readSettled(firestore, 1);
  const latest =
    newest && couldBeEntered(newest)
      ? newest
      : (await readSettled(firestore, MAX_LATEST_READS)).find(couldBeEntered);
  if (!latest) return null;
  const { settlement, ...signal } = latest;
  if (!settlement) throw new Error(`The settlement of signal ${signal.id} is missing`);
  return { ...signal, settlement };
}

/** Both numbers stay small, so each count costs one read. */
export async function countSignals(
  firestore: Firestore,
): Promise<{ readonly unsettled: number; readonly seeded: number }> {
  const signals = firestore.collection('signals');
  const [unsettled, seeded] = await Promise.all([
    signals.where('settlement', '==', null).count().get(),
    signals.where('seeded', '==', true).count().get(),
  ]);
  return { unsettled: unsettled.data().count, seeded: seeded.data().count };
}

export const readPerformance = async (firestore: Firestore): Promise<PerformanceCounters | null> =>
  parseDocument(performanceCountersSchema, await firestore.doc(COUNTERS_PATH).get());

const MAX_CANDLES_BEFORE = 12;

export const chartPath = (signalId: string) => `charts/${signalId}`;

export type ChartCandle = z.infer<typeof chartDocument>['candles'][number];

/** Starts an hour before the slot and ends at the last deciding close. */
export async function fetchChartCandles(
  market: MarketData,
  { pair, createdAt }: Pick<Signal, 'pair' | 'createdAt'>,
  { closes }: Pick<Settlement, 'closes'>,
): Promise<readonly Candle[]> {
  const until = closes.at(-1)?.at ?? createdAt;
  const from = createdAt - MAX_CANDLES_BEFORE * SLOT_MS;
  const candles = await market.candles(pair, until, (until - from) / SLOT_MS);
  return candles.filter(({ time }) => time >= from);
}

export const toChartWrite = (signalId: string, candles: readonly Candle[]): Write => ({
  path: chartPath(signalId),
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

export async function readChart(
  database: Firestore,
  signalId: string,
): Promise<readonly ChartCandle[]> {
  const snapshot = await database.doc(chartPath(signalId)).get();
  return parseDocument(chartDocument, snapshot)?.candles ?? [];
}
