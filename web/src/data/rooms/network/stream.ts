import { postDocumentSchema, POSTS_KEPT, toPost } from '@quantalgo/contracts';
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
import { withDatabase } from '../../storage/memberDatabase';
import { newestChange, storePosts } from './rows';
import { networkStreamed } from './shown';

/**
 * Listens to open posts that change from now on, and to those that changed since the newest on this device.
 * @returns the stop
 */
export function watchPosts(
  firestore: Firestore,
  uid: string,
  onError: (error: unknown) => void,
): () => void {
  const stopped = new AbortController();
  const begin = async () => {
    const newest = await withDatabase(uid, newestChange);
    if (stopped.signal.aborted) return;
    const since = Timestamp.fromMillis(newest === null ? 0 : Date.parse(newest));
    const changed = query(
      collection(firestore, 'posts'),
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
        withDatabase(uid, (database) => storePosts(database, posts)).catch(onError);
      },
      onError,
    );
    networkStreamed.set(true);
    stopped.signal.addEventListener('abort', () => {
      networkStreamed.set(false);
      stop();
    });
  };
  begin().catch(onError);
  return () => stopped.abort();
}
