import {
  REVEAL_WITHIN_MS,
  SLOT_MS,
  closeTimes,
  slotStart,
  type Pair,
  type Signal,
} from '@quantalgo/contracts';
import type { Firestore } from 'firebase-admin/firestore';
import type { Clock } from '../clock';
import type { MarketData } from '../marketData/marketData';
import { storedCloses, type StoredClose } from './closes';

/** Closes by their time, epoch ms. */
export type Closes = ReadonlyMap<number, StoredClose>;

/** Candles before the oldest signal that are read with its closes: what is usual, to know a jump by. */
const CANDLES_BEFORE = 40;
/** Signals older than their commitment are lost whatever their candles say: none older are asked for. */
const MOST_CANDLES = REVEAL_WITHIN_MS / SLOT_MS + CANDLES_BEFORE;

/**
 * The closes that waiting signals can need by now, by pair; of a pair whose source fails, the failure. All pairs are read
 * over the same stretch, so that a source can answer them at once.
 */
export async function dueCloses(
  database: Firestore,
  signals: readonly Signal[],
  settling: { readonly market: MarketData; readonly clock: Clock },
): Promise<ReadonlyMap<Pair, PromiseSettledResult<Closes>>> {
  const until = slotStart(settling.clock());
  const oldest = Math.min(...signals.map(({ createdAt }) => createdAt));
  const count = Math.min((until - oldest) / SLOT_MS + CANDLES_BEFORE, MOST_CANDLES);
  const due = new Map<Pair, PromiseSettledResult<Closes>>();
  const read = async (pair: Pair) => {
    const own = signals.filter((signal) => signal.pair === pair);
    const all = new Set(own.flatMap(({ createdAt }) => closeTimes(createdAt)));
    const times = [...all].filter((time) => time <= until).sort((a, b) => a - b);
    const reading = storedCloses(database, settling, { pair, times, until, count });
    const [result] = await Promise.allSettled([reading]);
    due.set(pair, result);
  };
  await Promise.all([...new Set(signals.map(({ pair }) => pair))].map(read));
  return due;
}
