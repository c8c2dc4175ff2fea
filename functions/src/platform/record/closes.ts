import { SLOT_MS, slotId, slotStart } from '@quantalgo/contracts/core/slots';
import type { Pair } from '@quantalgo/contracts/market/pairs';
import { REVEAL_TIMEOUT_MS } from '@quantalgo/contracts/signals/signalEnd';
import { listCloseTimes } from '@quantalgo/contracts/signals/ladder';
import type { LadderRules } from '@quantalgo/contracts/signals/rules';
import type { Signal, Source } from '@quantalgo/contracts/signals/signal';
import {
  type DocumentSnapshot,
  type Firestore,
  GrpcStatus,
  Timestamp,
} from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { candleDocument } from '../../collections/record';
import { type Candle, getCandleEnd, isJump } from '../../domain/market/candles';
import { type CloseReading, NO_CLOSE } from '../../domain/record/record';
import { COLLECTIONS } from '../../collections/collections';
import type { Clock } from '../core/clock';
import type { MarketData } from '../market/marketData';

/** Immutable once `isDoubtful` is false. */
export interface StoredClose {
  readonly price: number;
  readonly fetchedAt: number;
  /** Epoch ms of the first reading; `fetchedAt` is that of the last. */
  readonly firstReadAt: number;
  /** True for a jump that was read only once. No signal is judged by it. */
  readonly isDoubtful: boolean;
}

export type StoredCloseValue = StoredClose | typeof NO_CLOSE.unreadable;

export function toKnownClose(stored: StoredCloseValue): CloseReading {
  if (typeof stored === 'string') return stored;
  const { price, isDoubtful, firstReadAt } = stored;
  return isDoubtful ? { firstReadAt } : price;
}

/** A second reading must come this much later, because concurrent runs read the same candle. */
const MIN_REREAD_INTERVAL_MS = 60_000;

const closeSchema = z.pick(candleDocument, {
  close: true,
  source: true,
  fetchedAt: true,
  firstReadAt: true,
  isDoubtful: true,
});

export const getClosePath = (pair: Pair, time: number): string => `candles/${pair}_${slotId(time)}`;

export function parseStoredClose(snapshot: DocumentSnapshot): StoredCloseValue | null {
  if (!snapshot.exists) return null;
  const { data } = closeSchema.safeParse(snapshot.data());
  if (!data) return NO_CLOSE.unreadable;
  const { close: price, ...reading } = data;
  return { price, ...reading };
}

function needsReading(snapshot: DocumentSnapshot): boolean {
  const stored = parseStoredClose(snapshot);
  return stored === null || (stored !== NO_CLOSE.unreadable && stored.isDoubtful);
}

const isLostRace = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === GrpcStatus.ALREADY_EXISTS || error.code === GrpcStatus.FAILED_PRECONDITION);

interface Reading {
  readonly pair: Pair;
  readonly time: number;
  readonly close: number;
  readonly isJump: boolean;
  readonly source: Source;
  readonly at: number;
}

export function toCloseDocument(
  { pair, time, close, source, at, isJump: isUnusualMove }: Reading,
  previous: StoredClose | null = null,
) {
  return {
    pair,
    slot: slotId(time),
    close,
    source,
    isDoubtful: isUnusualMove && previous?.price !== close,
    fetchedAt: Timestamp.fromMillis(at),
    firstReadAt: Timestamp.fromMillis(previous?.firstReadAt ?? at),
    expireAt: Timestamp.fromMillis(at + COLLECTIONS.candles.retentionMs),
  };
}

async function storeClose(snapshot: DocumentSnapshot, reading: Reading): Promise<void> {
  const previous = parseStoredClose(snapshot);
  // Signals may have been judged on an unreadable close, so it is never overwritten.
  if (previous === NO_CLOSE.unreadable) return;
  if (previous && reading.at - previous.fetchedAt < MIN_REREAD_INTERVAL_MS) return;
  const data = toCloseDocument(reading, previous);
  const { ref: document, updateTime: lastUpdateTime } = snapshot;
  const write = lastUpdateTime ? document.update(data, { lastUpdateTime }) : document.create(data);
  await write.catch((error: unknown) => {
    if (!isLostRace(error)) throw error;
  });
}

export interface CloseRequest {
  readonly pair: Pair;
  readonly times: readonly number[];
  readonly until: number;
  readonly count: number;
}

/**
 * Reads missing and doubtful closes from the market and stores them. Omits closes that the market
 * lacks, too.
 * @throws if the market fails, which doesn't mean that candles are missing
 */
async function loadCloses(
  database: Firestore,
  { market, clock }: { market: MarketData; clock: Clock },
  { pair, times, until, count }: CloseRequest,
): Promise<Closes> {
  if (times.length === 0) return new Map();
  const snapshots = await database.getAll(
    ...times.map((time) => database.doc(getClosePath(pair, time))),
  );
  const openSnapshots = snapshots.filter(needsReading);
  if (openSnapshots.length === 0) return parseCloses(times, snapshots);
  const candles = await market.candles(pair, until, count);
  const closes = new Map(candles.map((candle: Candle) => [getCandleEnd(candle), candle.close]));
  const [at, { source }] = [clock(), market];
  const storeAt = async (time: number, index: number) => {
    const [snapshot, close] = [snapshots[index], closes.get(time)];
    if (!snapshot || close === undefined || !needsReading(snapshot)) return;
    await storeClose(snapshot, { pair, time, close, isJump: isJump(candles, time), source, at });
  };
  await Promise.all(times.map(storeAt));
  const stored = await database.getAll(...openSnapshots.map(({ ref }) => ref));
  const refreshedSnapshots = new Map(stored.map((snapshot) => [snapshot.id, snapshot]));
  return parseCloses(
    times,
    snapshots.map((snapshot) => refreshedSnapshots.get(snapshot.id) ?? snapshot),
  );
}

function parseCloses(times: readonly number[], snapshots: readonly DocumentSnapshot[]): Closes {
  return new Map(
    times.flatMap((time, index) => {
      const stored = snapshots[index] && parseStoredClose(snapshots[index]);
      return stored ? [[time, stored] as const] : [];
    }),
  );
}

export type Closes = ReadonlyMap<number, StoredCloseValue>;

const CANDLES_BEFORE_SIGNAL = 40;

/**
 * Signals past their reveal deadline are lost whatever their closes are, so none are read for them.
 */
const MAX_CANDLES = REVEAL_TIMEOUT_MS / SLOT_MS + CANDLES_BEFORE_SIGNAL;

/**
 * Closes by pair, or the pair's failure. All pairs use the same range, so that one request can
 * serve them.
 */
export async function loadDueCloses(
  database: Firestore,
  signals: readonly Signal[],
  context: { readonly market: MarketData; readonly clock: Clock; readonly rules: LadderRules },
): Promise<ReadonlyMap<Pair, PromiseSettledResult<Closes>>> {
  if (signals.length === 0) return new Map();
  const until = slotStart(context.clock());
  const oldestSlot = Math.min(...signals.map(({ createdAt }) => createdAt));
  const count = Math.min((until - oldestSlot) / SLOT_MS + CANDLES_BEFORE_SIGNAL, MAX_CANDLES);
  const closesByPair = new Map<Pair, PromiseSettledResult<Closes>>();
  const read = async (pair: Pair) => {
    const pairSignals = signals.filter((signal) => signal.pair === pair);
    const neededTimes = new Set(
      pairSignals.flatMap(({ createdAt }) => listCloseTimes(createdAt, context.rules)),
    );
    const times = [...neededTimes].filter((time) => time <= until).sort((a, b) => a - b);
    const reading = loadCloses(database, context, { pair, times, until, count });
    const [result] = await Promise.allSettled([reading]);
    closesByPair.set(pair, result);
  };
  await Promise.all([...new Set(signals.map(({ pair }) => pair))].map(read));
  return closesByPair;
}
