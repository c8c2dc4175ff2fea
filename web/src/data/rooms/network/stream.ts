import {
  postDocumentSchema,
  POSTS_KEPT,
  presenceDocumentSchema,
  toPost,
} from '@quantalgo/contracts';
import {
  collection,
  doc,
  type Firestore,
  limit,
  onSnapshot,
  orderBy,
  query,
  Timestamp,
  where,
} from 'firebase/firestore';
import { withDatabase } from '../../storage/memberDatabase';
import { storeCount } from '../presence';
import { newestChange, storePosts, type WrittenTable } from './rows';
import { chatStreamed, networkStreamed } from './shown';

const STREAMED = { posts: networkStreamed, messages: chatStreamed } as const;

/** The collection of a room: of the same name as its table here. */
const COLLECTION_OF = {
  posts: (firestore: Firestore) => collection(firestore, 'posts'),
  messages: (firestore: Firestore) => collection(firestore, 'messages'),
} as const;

/**
 * Listens to open posts of a room that change from now on, and to those that changed since the newest on this device.
 * @returns the stop
 */
export function watchPosts(
  firestore: Firestore,
  { uid, table }: { readonly uid: string; readonly table: WrittenTable },
  onError: (error: unknown) => void,
): () => void {
  const stopped = new AbortController();
  const begin = async () => {
    const newest = await withDatabase(uid, (database) => newestChange(database, table));
    if (stopped.signal.aborted) return;
    const since = Timestamp.fromMillis(newest === null ? 0 : Date.parse(newest));
    const changed = query(
      COLLECTION_OF[table](firestore),
      where('open', '==', true),
      where('updatedAt', '>', since),
      orderBy('updatedAt', 'desc'),
      limit(POSTS_KEPT),
    );
    const stop = onSnapshot(
      changed,
      (snapshot) => {
        const posts = snapshot.docChanges().flatMap(({ type, doc }) => {
          const read = postDocumentSchema.safeParse(doc.data()).data;
          return type !== 'removed' && read ? [toPost(doc.id, read)] : [];
        });
        withDatabase(uid, (database) => storePosts(database, posts, table)).catch(onError);
      },
      onError,
    );
    STREAMED[table].set(true);
    stopped.signal.addEventListener('abort', () => {
      STREAMED[table].set(false);
      stop();
    });
  };
  begin().catch(onError);
  return () => stopped.abort();
}

/** Listens to the number of members online. @returns the stop */
export const watchPresence = (
  firestore: Firestore,
  uid: string,
  onError: (error: unknown) => void,
): (() => void) =>
  onSnapshot(
    doc(firestore, 'presence/now'),
    (snapshot) => {
      const count = presenceDocumentSchema.safeParse(snapshot.data()).data;
      if (count) storeCount(uid, count).catch(onError);
    },
    onError,
  );
