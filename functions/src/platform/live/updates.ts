import {
  isLiveAt,
  type LiveNote,
  type LiveSession,
  type LiveSessionRecord,
  MAX_LIVE_NOTES,
  MAX_LIVE_SESSIONS,
  toLiveNote,
  toLiveSession,
  VIEWER_TTL_MS,
} from '@quantalgo/contracts/live/session';
import { ROOM_POLL_INTERVAL_MS } from '@quantalgo/contracts/network/post';
import { type Firestore, type Query, Timestamp } from 'firebase-admin/firestore';
import { getSilenceReason } from '../../domain/network/network';
import { isStaleWrite } from '../core/documents';
import { parseNetworkMember, networkMemberRef } from '../network/documents';
import { parseLiveNote, parseLiveSession, liveSessionRef } from './live';

interface IdentifiedSession {
  readonly id: string;
  readonly session: LiveSessionRecord;
}

async function readNewestSessions(firestore: Firestore): Promise<readonly IdentifiedSession[]> {
  const newest = firestore.collection('liveSessions').orderBy('openedAt', 'desc');
  const { docs } = await newest.limit(MAX_LIVE_SESSIONS).get();
  return docs.flatMap((document) => {
    const session = parseLiveSession(document);
    return session ? [{ id: document.id, session }] : [];
  });
}

function ignoreStaleWrite(error: unknown): void {
  if (!isStaleWrite(error)) throw error;
}

async function refreshViewers(
  firestore: Firestore,
  current: IdentifiedSession,
  now: number,
): Promise<IdentifiedSession> {
  const { id, session } = current;
  if (!isLiveAt(session, now) || now - session.countedAt < ROOM_POLL_INTERVAL_MS) return current;
  const seenSince = Timestamp.fromMillis(now - VIEWER_TTL_MS);
  const viewersQuery = firestore.collection('liveViewers').where('seenAt', '>=', seenSince);
  const viewers = (await viewersQuery.count().get()).data().count;
  const count = { viewers, countedAt: Timestamp.fromMillis(now) };
  // The session may have been moved in the meantime.
  await liveSessionRef(firestore, id).update(count).catch(ignoreStaleWrite);
  return { id, session: { ...session, viewers, countedAt: now } };
}

async function readNotes(query: Query): Promise<LiveNote[]> {
  const { docs } = await query.limit(MAX_LIVE_NOTES).get();
  return docs.flatMap((document) => {
    const note = parseLiveNote(document);
    return note ? [toLiveNote(document.id, note)] : [];
  });
}

/** Changes may be committed this long after their `updatedAt`. */
const CHANGE_OVERLAP_MS = 10_000;

interface LiveUpdates {
  readonly sessions: LiveSession[];
  readonly notes: LiveNote[];
}

/** @param after reads changes since then (epoch ms), or all if null */
export async function readLiveUpdates(
  firestore: Firestore,
  after: number | null,
  now: number,
): Promise<LiveUpdates> {
  const since = Timestamp.fromMillis(after === null ? 0 : Math.max(0, after - CHANGE_OVERLAP_MS));
  const changedQuery = firestore.collection('liveNotes').where('updatedAt', '>', since);
  const [sessions, notes] = await Promise.all([
    readNewestSessions(firestore),
    readNotes(changedQuery.orderBy('updatedAt', 'desc')),
  ]);
  const [newest, ...olderSessions] = sessions;
  const refreshedSessions = newest
    ? [await refreshViewers(firestore, newest, now), ...olderSessions]
    : [];
  return {
    sessions: refreshedSessions.map(({ id, session }) => toLiveSession(id, session)),
    notes,
  };
}

/**
 * Also counts the member as a viewer.
 * @param after time of the device's newest change (epoch ms)
 */
export async function getLiveUpdates(
  firestore: Firestore,
  uid: string,
  after: number | null,
  now: number,
): Promise<LiveUpdates & { readonly me: { readonly silence: string | null } }> {
  const viewer = firestore.collection('liveViewers').doc(uid);
  const [memberSnapshot] = await Promise.all([
    networkMemberRef(firestore, uid).get(),
    viewer.set({ uid, seenAt: Timestamp.fromMillis(now) }),
  ]);
  const silence = getSilenceReason(parseNetworkMember(uid, memberSnapshot), now);
  return { me: { silence }, ...(await readLiveUpdates(firestore, after, now)) };
}
