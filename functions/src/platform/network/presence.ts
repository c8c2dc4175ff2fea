import {
  ONLINE_TTL_MS,
  PRESENCE_COUNT_INTERVAL_MS,
  PRESENCE_INTERVAL_MS,
  type PresenceCount,
  presenceDocumentSchema,
} from '@quantalgo/contracts/network/presence';
import {
  type DocumentReference,
  type DocumentSnapshot,
  type Firestore,
  Timestamp,
} from 'firebase-admin/firestore';
import { isContention, isStaleWrite, parseDocument } from '../core/documents';
import {
  type NetworkMemberRecord,
  parseNetworkMember,
  networkMemberRef,
  toStoredMember,
} from './documents';

async function writeCount(
  reference: DocumentReference,
  snapshot: DocumentSnapshot,
  count: { readonly online: number; readonly countedAt: Timestamp },
): Promise<boolean> {
  try {
    if (snapshot.updateTime) await reference.update(count, { lastUpdateTime: snapshot.updateTime });
    else await reference.set(count);
    return true;
  } catch (error) {
    if (isStaleWrite(error) || isContention(error)) return false;
    throw error;
  }
}

/** Recounts after {@link PRESENCE_COUNT_INTERVAL_MS}. Of concurrent requests, only one writes. */
export async function countPresence(firestore: Firestore, now: number): Promise<PresenceCount> {
  const reference = firestore.doc('presence/now');
  const snapshot = await reference.get();
  const lastCount = parseDocument(presenceDocumentSchema, snapshot);
  if (lastCount && now - lastCount.countedAt < PRESENCE_COUNT_INTERVAL_MS) return lastCount;
  const since = Timestamp.fromMillis(now - ONLINE_TTL_MS);
  const onlineQuery = firestore.collection('networkMembers').where('seenAt', '>=', since);
  const { count: online } = (await onlineQuery.count().get()).data();
  const count = { online, countedAt: Timestamp.fromMillis(now) };
  if (await writeCount(reference, snapshot, count)) return { online, countedAt: now };
  return parseDocument(presenceDocumentSchema, await reference.get()) ?? { online, countedAt: now };
}

/**
 * Shortest interval (ms) between writes, so that several devices of a member write once. The other
 * half of the slack before {@link ONLINE_TTL_MS} allows for late calls.
 */
const getRecordInterval = (intervalMs: number) => (ONLINE_TTL_MS - intervalMs) / 2;

/** @param intervalMs interval at which the app calls this */
export async function recordPresence(
  firestore: Firestore,
  uid: string,
  now: number,
  intervalMs = PRESENCE_INTERVAL_MS,
): Promise<NetworkMemberRecord> {
  const reference = networkMemberRef(firestore, uid);
  const snapshot = await reference.get();
  const member = parseNetworkMember(uid, snapshot);
  if (member.seenAt !== null && now - member.seenAt < getRecordInterval(intervalMs)) return member;
  if (snapshot.exists) await reference.update({ seenAt: Timestamp.fromMillis(now) });
  else await reference.create(toStoredMember({ ...member, seenAt: now })).catch(() => undefined);
  return member;
}
