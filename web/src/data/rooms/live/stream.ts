import {
  liveNoteDocumentSchema,
  liveSessionDocumentSchema,
  NOTES_KEPT,
  SESSIONS_KEPT,
  toLiveNote,
  toLiveSession,
} from '@quantalgo/contracts';
import type { Connection } from '../../firestore/connection';
import { readAll } from '../../firestore/document';
import type { ListQuery } from '../../firestore/query';
import type { Snapshot } from '../../firestore/targets';
import { withDatabase } from '../../storage/memberDatabase';
import { newestNote, storeLiveRoom, storeNotes } from './rows';
import { liveStreamed } from './shown';

const NEWEST_SESSIONS: ListQuery = {
  collection: 'liveSessions',
  orderBy: ['openedAt', 'newest first'],
  limit: SESSIONS_KEPT,
};

/** The live sessions as they are opened, counted and closed. @returns the stop */
function watchSessions(
  connection: Connection,
  uid: string,
  onError: (error: unknown) => void,
): () => void {
  const onSnapshot = ({ documents }: Snapshot) => {
    const read = readAll(liveSessionDocumentSchema, documents);
    const sessions = read.map(({ id, record }) => toLiveSession(id, record));
    withDatabase(uid, (database) => storeLiveRoom(database, { sessions })).catch(onError);
  };
  return connection.listen(NEWEST_SESSIONS, { onSnapshot, onError });
}

/** Notes that changed after a time (epoch ms), the latest change first. */
const notesSince = (after: number): ListQuery => ({
  collection: 'liveNotes',
  where: [{ field: 'updatedAt', after }],
  orderBy: ['updatedAt', 'newest first'],
  limit: NOTES_KEPT,
});

/**
 * Listens to the live sessions, and to their notes that change from now on or changed since the newest on this device.
 * @returns the stop
 */
export function watchLive(
  connection: Connection,
  uid: string,
  onError: (error: unknown) => void,
): () => void {
  const stopped = new AbortController();
  const begin = async () => {
    const newest = await withDatabase(uid, newestNote);
    if (stopped.signal.aborted) return;
    const stopSessions = watchSessions(connection, uid, onError);
    const onSnapshot = ({ changed }: Snapshot) => {
      const read = readAll(liveNoteDocumentSchema, changed);
      const notes = read.map(({ id, record }) => toLiveNote(id, record));
      withDatabase(uid, (database) => storeNotes(database, notes)).catch(onError);
    };
    const since = newest === null ? 0 : Date.parse(newest);
    const stopNotes = connection.listen(notesSince(since), { onSnapshot, onError });
    liveStreamed.set(true);
    stopped.signal.addEventListener('abort', () => {
      liveStreamed.set(false);
      stopSessions();
      stopNotes();
    });
  };
  begin().catch(onError);
  return () => stopped.abort();
}
