import { SLOT_MS, slotId, slotStart } from '@quantalgo/contracts/core/slots';
import type { Pair } from '@quantalgo/contracts/market/pairs';
import { REVEAL_WITHIN_MS } from '@quantalgo/contracts/signals/ended';
import { closeTimes } from '@quantalgo/contracts/signals/ladder';
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
import { type Candle, endOf, isJump } from '../../domain/market/candles';
import { type KnownClose, NO_CLOSE } from '../../domain/record/record';
import { KEPT_MS } from '../../retention';
import type { Clock } from '../core/clock';
import type { MarketData } from '../market/marketData';

/** A close as first read and, where it was a jump, as read again. It never changes once it is no longer doubtful. */
export interface StoredClose {
  readonly price: number;
  readonly fetchedAt: number;
  /** When it was first read; `fetchedAt` is of the last reading. */
  readonly firstReadAt: number;
  /** A jump that was read only once: nothing is judged on it. */
  readonly isDoubtful: boolean;
}

/** What stands where a close is stored. */
export type StoredCloseValue = StoredClose | typeof NO_CLOSE.unreadable;

/** A stored close as a signal is judged on it. */
export function closeIn(stored: StoredCloseValue): KnownClose {
  if (typeof stored === 'string') return stored;
  const { price, isDoubtful, firstReadAt } = stored;
  return isDoubtful ? { firstReadAt } : price;
}

/** Least time (ms) between a first and a second reading: concurrent runs read the same candle. */
const READ_AGAIN_AFTER_MS = 60_000;

const closeSchema = z.pick(candleDocument, {
  close: true,
  source: true,
  fetchedAt: true,
  firstReadAt: true,
  isDoubtful: true,
});

/** Where the close of a pair at a time (epoch ms) is stored. */
export const closePath = (pair: Pair, time: number): string => `candles/${pair}_${slotId(time)}`;

/** The close as stored in a snapshot of {@link closePath}; null where there is none. */
export function storedIn(snapshot: DocumentSnapshot): StoredCloseValue | null {
  if (!snapshot.exists) return null;
  const { data } = closeSchema.safeParse(snapshot.data());
  if (!data) return NO_CLOSE.unreadable;
  const { close: price, ...read } = data;
  return { price, ...read };
}

/** True where a close is still to be read: it isn't stored, or was a jump. */
function isOpen(snapshot: DocumentSnapshot): boolean {
  const stored = storedIn(snapshot);
  return stored === null || (stored !== NO_CLOSE.unreadable && stored.isDoubtful);
}

const isLostRace = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === GrpcStatus.ALREADY_EXISTS || error.code === GrpcStatus.FAILED_PRECONDITION);

/** A close that was read from a source `at` a time (epoch ms). */
interface Reading {
  readonly pair: Pair;
  readonly time: number;
  readonly close: number;
  readonly isJump: boolean;
  readonly source: Source;
  readonly at: number;
}

/** The document of a close that was read, given what was stored before, if anything. */
export function closeData(
  { pair, time, close, source, at, isJump: isUnusual }: Reading,
  before: StoredClose | null = null,
) {
  return {
    pair,
    slot: slotId(time),
    close,
    source,
    isDoubtful: isUnusual && before?.price !== close,
    fetchedAt: Timestamp.fromMillis(at),
    firstReadAt: Timestamp.fromMillis(before?.firstReadAt ?? at),
    expireAt: Timestamp.fromMillis(at + KEPT_MS.candles),
  };
}

/** Stores a close that was read, unless another run was faster. */
async function storeClose(known: DocumentSnapshot, reading: Reading): Promise<void> {
  const before = storedIn(known);
  // What can't be read may have been judged on: nothing is written over it.
  if (before === NO_CLOSE.unreadable) return;
  if (before && reading.at - before.fetchedAt < READ_AGAIN_AFTER_MS) return;
  const data = closeData(reading, before);
  const { ref: document, updateTime: lastUpdateTime } = known;
  const write = lastUpdateTime ? document.update(data, { lastUpdateTime }) : document.create(data);
  await write.catch((error: unknown) => {
    if (!isLostRace(error)) throw error;
  });
}

/** A request for a pair's closes at these times (epoch ms), from a reading of `count` candles up to `until`. */
export interface WantedCloses {
  readonly pair: Pair;
  readonly times: readonly number[];
  readonly until: number;
  readonly count: number;
}

/**
 * The stored closes of a pair. Missing and doubtful ones are read from the market and stored; closes that the market
 * doesn't have either are left out, and those that can't be read say so.
 * @throws the source's errors: a failing source is not a missing candle
 */
async function storedCloses(
  database: Firestore,
  { market, clock }: { market: MarketData; clock: Clock },
  { pair, times, until, count }: WantedCloses,
): Promise<Closes> {
  if (times.length === 0) return new Map();
  const snapshots = await database.getAll(
    ...times.map((time) => database.doc(closePath(pair, time))),
  );
  const open = snapshots.filter(isOpen);
  if (open.length === 0) return closesIn(times, snapshots);
  const candles = await market.candles(pair, until, count);
  const closes = new Map(candles.map((candle: Candle) => [endOf(candle), candle.close]));
  const [at, { source }] = [clock(), market];
  const storeAt = async (time: number, index: number) => {
    const [known, close] = [snapshots[index], closes.get(time)];
    if (!known || close === undefined || !isOpen(known)) return;
    await storeClose(known, { pair, time, close, isJump: isJump(candles, time), source, at });
  };
  await Promise.all(times.map(storeAt));
  const stored = await database.getAll(...open.map(({ ref }) => ref));
  const now = new Map(stored.map((snapshot) => [snapshot.id, snapshot]));
  return closesIn(
    times,
    snapshots.map((snapshot) => now.get(snapshot.id) ?? snapshot),
  );
}

function closesIn(times: readonly number[], snapshots: readonly DocumentSnapshot[]): Closes {
  return new Map(
    times.flatMap((time, index) => {
      const stored = snapshots[index] && storedIn(snapshots[index]);
      return stored ? [[time, stored] as const] : [];
    }),
  );
}

/** Closes by their time, epoch ms. */
export type Closes = ReadonlyMap<number, StoredCloseValue>;

/** Candles before the oldest signal that are read with its closes, as the baseline for detecting jumps. */
const CANDLES_BEFORE = 40;

/** Most candles that are read: signals past their reveal deadline are lost whatever their closes are. */
const MAX_CANDLES = REVEAL_WITHIN_MS / SLOT_MS + CANDLES_BEFORE;

/**
 * The closes that waiting signals can need by now, by pair; for a pair whose source fails, the failure. All pairs are
 * read over the same range, so that a source can answer for all in one request.
 */
export async function dueCloses(
  database: Firestore,
  signals: readonly Signal[],
  settling: { readonly market: MarketData; readonly clock: Clock; readonly rules: LadderRules },
): Promise<ReadonlyMap<Pair, PromiseSettledResult<Closes>>> {
  if (signals.length === 0) return new Map();
  const until = slotStart(settling.clock());
  const oldest = Math.min(...signals.map(({ createdAt }) => createdAt));
  const count = Math.min((until - oldest) / SLOT_MS + CANDLES_BEFORE, MAX_CANDLES);
  const due = new Map<Pair, PromiseSettledResult<Closes>>();
  const read = async (pair: Pair) => {
    const own = signals.filter((signal) => signal.pair === pair);
    const all = new Set(own.flatMap(({ createdAt }) => closeTimes(createdAt, settling.rules)));
    const times = [...all].filter((time) => time <= until).sort((a, b) => a - b);
    const reading = storedCloses(database, settling, { pair, times, until, count });
    const [result] = await Promise.allSettled([reading]);
    due.set(pair, result);
  };
  await Promise.all([...new Set(signals.map(({ pair }) => pair))].map(read));
  return due;
}
