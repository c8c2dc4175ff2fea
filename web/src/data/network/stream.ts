import { postDocumentSchema, MAX_ROOM_POSTS, toPost } from '@quantalgo/contracts/network/post';
import { presenceDocumentSchema } from '@quantalgo/contracts/network/presence';
import {
  collection,
  type CollectionReference,
  doc,
  type Firestore,
  limit,
  onSnapshot,
  orderBy,
  type Query,
  query,
  Timestamp,
  type Unsubscribe,
  where,
} from 'firebase/firestore';
import { getChangedDocuments, parseValidDocuments, type RawDocument } from '../storage/documents';
import { withDatabase } from '../storage/memberDatabase';
import { storeCount } from './presence';
import { readNewestChangeTime, storePosts, type PostTable } from './rows';
import { chatStreamed, networkStreamed } from './mountCounts';

const STREAMED = { posts: networkStreamed, messages: chatStreamed } as const;

const COLLECTIONS = {
  posts: (firestore: Firestore) => collection(firestore, 'posts'),
  messages: (firestore: Firestore) => collection(firestore, 'messages'),
} as const;

const queryNewest = (room: CollectionReference): Query =>
  query(room, where('open', '==', true), orderBy('createdAt', 'desc'), limit(MAX_ROOM_POSTS));

const queryChanged = (room: CollectionReference, since: string): Query =>
  query(
    room,
    where('open', '==', true),
    where('updatedAt', '>', Timestamp.fromMillis(Date.parse(since))),
    orderBy('updatedAt', 'desc'),
    limit(MAX_ROOM_POSTS),
  );

/**
 * Listens to open posts that changed since the newest one on this device. If there is none, or if
 * more changed than a listener returns, it listens to the newest posts instead.
 */
export function watchPosts(
  firestore: Firestore,
  { uid, table }: { readonly uid: string; readonly table: PostTable },
  onError: (error: unknown) => void,
): () => void {
  const controller = new AbortController();
  const start = async () => {
    const newestTime = await withDatabase(uid, (database) => readNewestChangeTime(database, table));
    if (controller.signal.aborted) return;
    const room = COLLECTIONS[table](firestore);
    const store = (changed: readonly RawDocument[]) => {
      const documents = parseValidDocuments(postDocumentSchema, changed);
      const posts = documents.map(({ id, record }) => toPost(id, record));
      withDatabase(uid, (database) => storePosts(database, posts, table)).catch(onError);
    };
    const listenToNewest = () =>
      onSnapshot(queryNewest(room), (snapshot) => store(getChangedDocuments(snapshot)), onError);
    const listenSince = (since: string) =>
      onSnapshot(
        queryChanged(room, since),
        (snapshot) => {
          const changed = getChangedDocuments(snapshot);
          if (changed.length < MAX_ROOM_POSTS) return store(changed);
          stop();
          stop = listenToNewest();
        },
        onError,
      );
    let stop: Unsubscribe = newestTime === null ? listenToNewest() : listenSince(newestTime);
    STREAMED[table].set(true);
    controller.signal.addEventListener('abort', () => {
      STREAMED[table].set(false);
      stop();
    });
  };
  start().catch(onError);
  return () => controller.abort();
}

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
