import {
  liveNoteDocumentSchema,
  liveSessionDocumentSchema,
  NOTES_KEPT,
  SESSIONS_KEPT,
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
import { arrivedIn, readableIn } from '../storage/documents';
import { withDatabase } from '../storage/memberDatabase';
import { newestNote, storeLiveRoom, storeNotes } from './rows';
import { liveStreamed } from './shown';

function watchSessions(
  firestore: Firestore,
  uid: string,
  onError: (error: unknown) => void,
): () => void {
  const newest = query(
    collection(firestore, 'liveSessions'),
    orderBy('openedAt', 'desc'),
    limit(SESSIONS_KEPT),
  );
  return onSnapshot(
    newest,
    ({ docs }) => {
      const documents = readableIn(liveSessionDocumentSchema, docs);
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
  const stopped = new AbortController();
  const start = async () => {
    const newest = await withDatabase(uid, newestNote);
    if (stopped.signal.aborted) return;
    const since = Timestamp.fromMillis(newest === null ? 0 : Date.parse(newest));
    const changed = query(
      collection(firestore, 'liveNotes'),
      where('updatedAt', '>', since),
      orderBy('updatedAt', 'desc'),
      limit(NOTES_KEPT),
    );
    const stopSessions = watchSessions(firestore, uid, onError);
    const stopNotes = onSnapshot(
      changed,
      (snapshot) => {
        const documents = readableIn(liveNoteDocumentSchema, arrivedIn(snapshot));
        const notes = documents.map(({ id, record }) => toLiveNote(id, record));
        withDatabase(uid, (database) => storeNotes(database, notes)).catch(onError);
      },
      onError,
    );
    liveStreamed.set(true);
    stopped.signal.addEventListener('abort', () => {
      liveStreamed.set(false);
      stopSessions();
      stopNotes();
    });
  };
  start().catch(onError);
  return () => stopped.abort();
}
