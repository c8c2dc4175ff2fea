import {
  ONLINE_MS,
  PRESENCE_COUNTED_MS,
  PRESENCE_MS,
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
  networkMemberIn,
  networkMemberRef,
  storedMember,
} from './documents';

/**
 * Writes the count, unless somebody else has written one since `found` was read; the very first is written in any case.
 * @returns whether it was written
 */
async function countedFirst(
  reference: DocumentReference,
  found: DocumentSnapshot,
  count: { readonly online: number; readonly countedAt: Timestamp },
): Promise<boolean> {
  try {
    if (found.updateTime) await reference.update(count, { lastUpdateTime: found.updateTime });
    else await reference.set(count);
    return true;
  } catch (error) {
    if (isStaleWrite(error) || isContention(error)) return false;
    throw error;
  }
}

/**
 * How many members are online, counted anew by the first who asks a minute after the last count: of many who ask at once
 * one writes, so the document is written once a minute however many there are.
 * @param now epoch ms
 */
export async function countPresence(firestore: Firestore, now: number): Promise<PresenceCount> {
  const reference = firestore.doc('presence/now');
  const found = await reference.get();
  const last = parseDocument(presenceDocumentSchema, found);
  if (last && now - last.countedAt < PRESENCE_COUNTED_MS) return last;
  const since = Timestamp.fromMillis(now - ONLINE_MS);
  const seen = firestore.collection('networkMembers').where('seenAt', '>=', since);
  const { count: online } = (await seen.count().get()).data();
  const count = { online, countedAt: Timestamp.fromMillis(now) };
  if (await countedFirst(reference, found, count)) return { online, countedAt: now };
  return parseDocument(presenceDocumentSchema, await reference.get()) ?? { online, countedAt: now };
}

/**
 * A member who was noted this lately (ms) is not noted again: several devices of theirs write once. Their next call may
 * come a whole `everyMs` later, so this is half of what {@link ONLINE_MS} leaves, the other half being for late calls.
 */
const notedMs = (everyMs: number) => (ONLINE_MS - everyMs) / 2;

/**
 * Notes that a member has a room in sight at `now` (epoch ms).
 * @param everyMs how often such a call comes from a room in sight
 * @returns what the rooms know of them
 */
export async function notePresence(
  firestore: Firestore,
  uid: string,
  now: number,
  everyMs = PRESENCE_MS,
): Promise<NetworkMemberRecord> {
  const reference = networkMemberRef(firestore, uid);
  const found = await reference.get();
  const member = networkMemberIn(uid, found);
  if (member.seenAt !== null && now - member.seenAt < notedMs(everyMs)) return member;
  if (found.exists) await reference.update({ seenAt: Timestamp.fromMillis(now) });
  else await reference.create(storedMember({ ...member, seenAt: now })).catch(() => undefined);
  return member;
}
