import {
  isLiveAt,
  type LiveNote,
  type LiveSession,
  type LiveSessionRecord,
  NOTES_KEPT,
  SESSIONS_KEPT,
  toLiveNote,
  toLiveSession,
  VIEWED_MS,
} from '@quantalgo/contracts/live/session';
import { ROOM_POLL_MS } from '@quantalgo/contracts/network/post';
import { type Firestore, type Query, Timestamp } from 'firebase-admin/firestore';
import { silenceOf } from '../../domain/network/network';
import { isStaleWrite } from '../core/documents';
import { networkMemberIn, networkMemberRef } from '../network/documents';
import { liveNoteIn, liveSessionIn, liveSessionRef } from './live';

/** A live session with its id. */
interface Found {
  readonly id: string;
  readonly session: LiveSessionRecord;
}

/** The live sessions that were opened last, the newest first. */
async function newestSessions(firestore: Firestore): Promise<readonly Found[]> {
  const newest = firestore.collection('liveSessions').orderBy('openedAt', 'desc');
  const { docs } = await newest.limit(SESSIONS_KEPT).get();
  return docs.flatMap((document) => {
    const session = liveSessionIn(document);
    return session ? [{ id: document.id, session }] : [];
  });
}

/** @throws what was thrown, unless the document of the write was no longer there */
function unlessStale(error: unknown): void {
  if (!isStaleWrite(error)) throw error;
}

/** Counts the viewers of a live session that goes on, where the last count is a minute old. @returns it as it is then */
async function counted(firestore: Firestore, found: Found, now: number): Promise<Found> {
  const { id, session } = found;
  if (!isLiveAt(session, now) || now - session.countedAt < ROOM_POLL_MS) return found;
  const seen = Timestamp.fromMillis(now - VIEWED_MS);
  const watching = firestore.collection('liveViewers').where('seenAt', '>=', seen);
  const viewers = (await watching.count().get()).data().count;
  const count = { viewers, countedAt: Timestamp.fromMillis(now) };
  // It may have moved away meanwhile.
  await liveSessionRef(firestore, id).update(count).catch(unlessStale);
  return { id, session: { ...session, viewers, countedAt: now } };
}

async function notesOf(query: Query): Promise<LiveNote[]> {
  const { docs } = await query.limit(NOTES_KEPT).get();
  return docs.flatMap((document) => {
    const note = liveNoteIn(document);
    return note ? [toLiveNote(document.id, note)] : [];
  });
}

/** A device may have missed changes that were committed this long (ms) after their time. */
const OVERLAP_MS = 10_000;

/** What changed in the live sessions. */
interface LiveUpdates {
  /** The newest first. */
  readonly sessions: LiveSession[];
  /** Notes that changed, the latest change first. */
  readonly notes: LiveNote[];
}

/** The live sessions and their notes that changed after `after` (epoch ms; null for all). `now` in epoch ms. */
export async function liveAt(
  firestore: Firestore,
  after: number | null,
  now: number,
): Promise<LiveUpdates> {
  const since = Timestamp.fromMillis(after === null ? 0 : Math.max(0, after - OVERLAP_MS));
  const changed = firestore.collection('liveNotes').where('updatedAt', '>', since);
  const [sessions, notes] = await Promise.all([
    newestSessions(firestore),
    notesOf(changed.orderBy('updatedAt', 'desc')),
  ]);
  const [newest, ...others] = sessions;
  const known = newest ? [await counted(firestore, newest, now), ...others] : [];
  return { sessions: known.map(({ id, session }) => toLiveSession(id, session)), notes };
}

/**
 * What changed in the live sessions for a member, who counts as watching.
 * @param after when the newest change of a note that they have was made (epoch ms), null for none
 * @param now epoch ms
 */
export async function getLiveUpdates(
  firestore: Firestore,
  uid: string,
  after: number | null,
  now: number,
): Promise<LiveUpdates & { readonly me: { readonly silence: string | null } }> {
  const viewer = firestore.collection('liveViewers').doc(uid);
  const [found] = await Promise.all([
    networkMemberRef(firestore, uid).get(),
    viewer.set({ uid, seenAt: Timestamp.fromMillis(now) }),
  ]);
  const silence = silenceOf(networkMemberIn(uid, found), now);
  return { me: { silence }, ...(await liveAt(firestore, after, now)) };
}
