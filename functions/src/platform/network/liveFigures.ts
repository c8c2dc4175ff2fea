import { getSlotDay, slotId } from '@quantalgo/contracts/core/slots';
import { DAY_MS } from '@quantalgo/contracts/core/time';
import {
  LIVE_FIGURES_INTERVAL_MS,
  type LiveFigures,
} from '@quantalgo/contracts/network/liveFigures';
import { AggregateField, type Firestore, Timestamp } from 'firebase-admin/firestore';
import type * as z from 'zod/mini';
import { liveFiguresDocument } from '../../collections/live';
import { getPacksCollection } from '../account/pushPacks';
import { readHeartbeat } from '../record/heartbeat';
import { getOrCountFigures, countDocuments } from '../core/counts';
import { countPresence } from './presence';

async function countSignals(firestore: Firestore, now: number): Promise<number> {
  const day = getSlotDay(slotId(now - (now % DAY_MS)));
  const dayInventory = (await readHeartbeat(firestore))?.inventory?.[day] ?? {};
  return Object.values(dayInventory).reduce((total, { count }) => total + count, 0);
}

async function countDevices(firestore: Firestore): Promise<number> {
  const aggregation = { devices: AggregateField.sum('size') };
  return (await getPacksCollection(firestore).aggregate(aggregation).get()).data().devices;
}

async function countLive(firestore: Firestore, now: number): Promise<LiveFigures> {
  const day = Timestamp.fromMillis(now - (now % DAY_MS));
  const [{ online }, signals, devices, posts] = await Promise.all([
    countPresence(firestore, now),
    countSignals(firestore, now),
    countDevices(firestore),
    countDocuments(firestore.collection('posts').where('createdAt', '>=', day)),
  ]);
  return { online, signals, devices, posts };
}

/** The first request after {@link LIVE_FIGURES_INTERVAL_MS} counts again. */
export async function readLiveFigures(
  firestore: Firestore,
  now: number,
): Promise<z.infer<typeof liveFiguresDocument>> {
  const snapshot = await firestore.doc('liveFigures/current').get();
  return getOrCountFigures(
    snapshot,
    liveFiguresDocument,
    { now, intervalMs: LIVE_FIGURES_INTERVAL_MS },
    () => countLive(firestore, now),
  );
}
