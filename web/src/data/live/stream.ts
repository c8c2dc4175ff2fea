import {
  liveNoteDocumentSchema,
  liveSessionDocumentSchema,
  MAX_LIVE_NOTES,
  MAX_LIVE_SESSIONS,
  toLiveNote,
  toLiveSession,
} from '@quantalgo/contracts/live/session';
import {
  collection,
  type Firestore,
  limit,
  onSnapshot,
  orderBy,
  query,
  Timestamp,
  where,
} from 'firebase/firestore';
import { getChangedDocuments, parseValidDocuments } from '../storage/documents';
import { withDatabase } from '../storage/memberDatabase';
import { readNewestNoteTime, storeLiveRoom, storeNotes } from './rows';
import { liveStreamed } from './mountCounts';

function watchSessions(
  firestore: Firestore,
  uid: string,
  onError: (error: unknown) => void,
): () => void {
  const newestSessions = query(
    collection(firestore, 'liveSessions'),
    orderBy('openedAt', 'desc'),
    limit(MAX_LIVE_SESSIONS),
  );
  return onSnapshot(
    newestSessions,
    ({ docs }) => {
      const documents = parseValidDocuments(liveSessionDocumentSchema, docs);
      const sessions = documents.map(({ id, record }) => toLiveSession(id, record));
      withDatabase(uid, (database) => storeLiveRoom(database, { sessions })).catch(onError);
    },
    onError,
  );
}

export function watchLive(
  firestore: Firestore,
  uid: string,
  onError: (error: unknown) => void,
): () => void {
  const controller = new AbortController();
  const start = async () => {
    const newestTime = await withDatabase(uid, readNewestNoteTime);
    if (controller.signal.aborted) return;
    const since = Timestamp.fromMillis(newestTime === null ? 0 : Date.parse(newestTime));
    const changedNotes = query(
      collection(firestore, 'liveNotes'),
      where('updatedAt', '>', since),
      orderBy('updatedAt', 'desc'),
      limit(MAX_LIVE_NOTES),
    );
    const stopSessions = watchSessions(firestore, uid, onError);
    const stopNotes = onSnapshot(
      changedNotes,
      (snapshot) => {
        const documents = parseValidDocuments(
          liveNoteDocumentSchema,
          getChangedDocuments(snapshot),
        );
        const notes = documents.map(({ id, record }) => toLiveNote(id, record));
        withDatabase(uid, (database) => storeNotes(database, notes)).catch(onError);
      },
      onError,
    );
    liveStreamed.set(true);
    controller.signal.addEventListener('abort', () => {
      liveStreamed.set(false);
      stopSessions();
      stopNotes();
    });
  };
  start().catch(onError);
  return () => controller.abort();
}
