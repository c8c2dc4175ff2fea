import { firestoreTime, slotId, sourceSchema, type Pair } from '@quantalgo/contracts';
import { GrpcStatus, Timestamp, type Firestore } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import type { Clock } from '../clock';
import { gatherCloses } from '../marketData/gather';
import type { MarketData } from '../marketData/marketData';

/** A close as it was first seen. Nothing changes it afterwards, so that every judgement rests on the same price. */
export interface StoredClose {
  readonly price: number;
  readonly fetchedAt: number;
}

const KEPT_MS = 30 * 24 * 60 * 60_000;

const closeSchema = z.object({ close: z.number(), source: sourceSchema, fetchedAt: firestoreTime });

const pathOf = (pair: Pair, time: number) => `candles/${pair}_${slotId(time)}`;

async function read(database: Firestore, pair: Pair, times: readonly number[]) {
  const snapshots = await database.getAll(...times.map((time) => database.doc(pathOf(pair, time))));
  const closes = new Map<number, StoredClose>();
  for (const [index, time] of times.entries()) {
    const snapshot = snapshots[index];
    if (!snapshot?.exists) continue;
    const { close, fetchedAt } = closeSchema.parse(snapshot.data());
    closes.set(time, { price: close, fetchedAt });
  }
  return closes;
}

const isThereAlready = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === GrpcStatus.ALREADY_EXISTS;

/** Keeps a close, unless another run kept one first. */
async function keep(
  database: Firestore,
  {
    pair,
    time,
    close,
    market,
    at,
  }: {
    pair: Pair;
    time: number;
    close: number;
    market: MarketData;
    at: number;
  },
): Promise<void> {
  const data = {
    pair,
    slot: slotId(time),
    close,
    source: market.source,
    fetchedAt: Timestamp.fromMillis(at),
    expireAt: Timestamp.fromMillis(at + KEPT_MS),
  };
  await database
    .doc(pathOf(pair, time))
    .create(data)
    .catch((error: unknown) => {
      if (!isThereAlready(error)) throw error;
    });
}

/**
 * The stored closes of a pair at these times (epoch ms, in order). Those that are not stored yet are fetched and stored;
 * what the market doesn't have either is left out.
 */
export async function storedCloses(
  database: Firestore,
  market: MarketData,
  { pair, times, clock }: { pair: Pair; times: readonly number[]; clock: Clock },
): Promise<ReadonlyMap<number, StoredClose>> {
  if (times.length === 0) return new Map();
  const stored = await read(database, pair, times);
  const missing = times.filter((time) => !stored.has(time));
  const fetched = await gatherCloses(market, pair, missing);
  if (fetched.size === 0) return stored;
  const at = clock();
  await Promise.all(
    [...fetched].map(([time, close]) => keep(database, { pair, time, close, market, at })),
  );
  return read(database, pair, times);
}
