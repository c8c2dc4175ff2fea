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
import type { Recent } from '../../domain/signals/runningLadders';
import { parseDocument } from '../core/documents';
import type { MarketData } from '../market/marketData';
import { COUNTERS_PATH, type Write } from './ledger';

export interface SignalsWanted {
  readonly limit: number;
  readonly sortOrder: 'asc' | 'desc';
  /** Epoch ms: only signals changed later, in order of change. */
  readonly updatedAfter?: number | undefined;
  /** The last signal of the previous page, which changed at `updatedAfter`: only those after it. */
  readonly afterId?: string | undefined;
  /** Epoch ms: only signals of earlier slots. */
  readonly before?: number | undefined;
}

const inAudiences = (signals: Query, audiences: readonly Audience[]): Query =>
  AUDIENCES.every((audience) => audiences.includes(audience))
    ? signals
    : signals.where('audience', 'in', audiences);

/** The stored signal after which a page begins; null where it has changed since, and so moved in the order. */
async function pageStart(
  signals: CollectionReference,
  { updatedAfter, afterId }: SignalsWanted,
): Promise<DocumentSnapshot | null> {
  if (updatedAfter === undefined || afterId === undefined) return null;
  const last = await signals.doc(afterId).get();
  const { data } = changeSchema.safeParse(last.data());
  return data?.updatedAt === updatedAfter ? last : null;
}

const changeSchema = z.pick(signalDocumentSchema, { updatedAt: true });

function ordered(
  signals: Query,
  { sortOrder, updatedAfter, afterId, before }: SignalsWanted,
  start: DocumentSnapshot | null,
): Query {
  if (start) return signals.orderBy('updatedAt', 'asc').startAfter(start);
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
 * The signals for these audiences, by time of their slot or, in a catch-up, by time of change. A catch-up may repeat
 * the last signal, because stored times are finer than the milliseconds of its cursor, but never omits one. Pages of a
 * catch-up with `afterId` follow each other without overlap, however many signals changed at the same moment.
 * @throws Error where a stored signal doesn't match its schema
 */
export async function listSignals(
  firestore: Firestore,
  audiences: readonly Audience[],
  wanted: SignalsWanted,
): Promise<Signal[]> {
  const all = firestore.collection('signals');
  const start = await pageStart(all, wanted);
  const page = ordered(inAudiences(all, audiences), wanted, start).limit(wanted.limit);
  const { docs } = await page.get();
  return docs.flatMap((signal) => parseDocument(signalDocumentSchema, signal) ?? []);
}

/**
 * The signal with this id if it is for these audiences, null otherwise.
 * @throws Error where the stored signal doesn't match its schema
 */
export async function readSignal(
  firestore: Firestore,
  audiences: readonly Audience[],
  id: string,
): Promise<Signal | null> {
  const signal = parseDocument(signalDocumentSchema, await firestore.doc(`signals/${id}`).get());
  return signal && audiences.includes(signal.audience) ? signal : null;
}

const recentSchema = z.pick(signalDocumentSchema, { pair: true, direction: true });

/** The signals of the slots before this one (epoch ms), as many as a ladder has levels: no other can still run. */
export async function recentSignals(
  firestore: Firestore,
  slot: number,
  { levels }: LadderRules,
): Promise<Recent[]> {
  const slots = Array.from({ length: levels }, (_, level) => slot - SLOT_MS * (level + 1));
  const found = await firestore.getAll(
    ...slots.map((at) => firestore.doc(`signals/${slotId(at)}`)),
  );
  return found.flatMap((document, index) => {
    const { data } = recentSchema.safeParse(document.data());
    const at = slots[index];
    return data && at !== undefined ? [{ slot: at, ...data }] : [];
  });
}

/** A signal with its settlement. */
export type Settled = Signal & { readonly settlement: Settlement };

/**
 * The most recently settled signal, null before the first.
 * @throws Error where the stored signal doesn't match its schema
 */
export async function readLatestSettled(firestore: Firestore): Promise<Settled | null> {
  const { docs } = await firestore
    .collection('signals')
    .orderBy('settlement.settledAt', 'desc')
    .limit(1)
    .get();
  const [document] = docs;
  if (!document) return null;
  const { settlement, ...signal } = signalDocumentSchema.parse(document.data());
  if (!settlement) throw new Error(`The settlement of signal ${signal.id} was not read`);
  return { ...signal, settlement };
}

/** Numbers of unsettled and of seeded signals. Both stay small, so counting each costs one read. */
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

/** The record's counters, null before the first settlement. */
export const readPerformance = async (firestore: Firestore): Promise<PerformanceCounters | null> =>
  parseDocument(performanceCountersSchema, await firestore.doc(COUNTERS_PATH).get());

/** Candles that a chart shows up to the one that ends at the signal's slot, inclusive: an hour. */
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
 * The candles around a settled signal, oldest first; empty where none were stored.
 * @throws Error where the stored chart doesn't match its schema
 */
export async function readChart(
  database: Firestore,
  signalId: string,
): Promise<readonly ChartCandle[]> {
  const snapshot = await database.doc(pathOf(signalId)).get();
  return snapshot.exists ? chartDocument.parse(snapshot.data()).candles : [];
}
