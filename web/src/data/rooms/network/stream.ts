import {
  postDocumentSchema,
  POSTS_KEPT,
  presenceDocumentSchema,
  toPost,
} from '@quantalgo/contracts';
import type { Connection } from '../../firestore/connection';
import { readAll } from '../../firestore/document';
import type { ListQuery } from '../../firestore/query';
import type { Snapshot } from '../../firestore/targets';
import { withDatabase } from '../../storage/memberDatabase';
import { storeCount } from '../presence';
import { newestChange, storePosts, type WrittenTable } from './rows';
import { chatStreamed, networkStreamed } from './shown';

const STREAMED = { posts: networkStreamed, messages: chatStreamed } as const;

/** Open posts of a room, of the same name as its table here, the newest or latest changed first. */
const openPosts = (
  table: WrittenTable,
  { where = [], orderBy }: Pick<ListQuery, 'where' | 'orderBy'>,
): ListQuery => ({
  collection: table,
  where: [{ field: 'open', equals: true }, ...where],
  orderBy,
  limit: POSTS_KEPT,
});

/** The newest open posts, which are all that a device keeps. */
const newestOf = (table: WrittenTable): ListQuery =>
  openPosts(table, { orderBy: ['createdAt', 'newest first'] });

/** Open posts that changed since a time (ISO), the latest change first. */
const changedOf = (table: WrittenTable, since: string): ListQuery =>
  openPosts(table, {
    where: [{ field: 'updatedAt', after: Date.parse(since) }],
    orderBy: ['updatedAt', 'newest first'],
  });

/**
 * Listens to open posts of a room that change from now on, and to those that changed since the newest on this device.
 * Where it has none, or more may have changed at once than a listener brings, it listens to the newest instead.
 * @returns the stop
 */
export function watchPosts(
  connection: Connection,
  { uid, table }: { readonly uid: string; readonly table: WrittenTable },
  onError: (error: unknown) => void,
): () => void {
  const stopped = new AbortController();
  const begin = async () => {
    const newest = await withDatabase(uid, (database) => newestChange(database, table));
    if (stopped.signal.aborted) return;
    const store = ({ changed }: Snapshot) => {
      const read = readAll(postDocumentSchema, changed);
      const posts = read.map(({ id, record }) => toPost(id, record));
      withDatabase(uid, (database) => storePosts(database, posts, table)).catch(onError);
    };
    const listenToNewest = () => connection.listen(newestOf(table), { onSnapshot: store, onError });
    const listenSince = (since: string) => {
      const onSnapshot = (snapshot: Snapshot) => {
        if (snapshot.changed.length < POSTS_KEPT) return store(snapshot);
        stop();
        stop = listenToNewest();
      };
      return connection.listen(changedOf(table, since), { onSnapshot, onError });
    };
    let stop = newest === null ? listenToNewest() : listenSince(newest);
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
export function watchPresence(
  connection: Connection,
  uid: string,
  onError: (error: unknown) => void,
): () => void {
  const onSnapshot = ({ documents: [document] }: Snapshot) => {
    const count = presenceDocumentSchema.safeParse(document?.data()).data;
    if (count) storeCount(uid, count).catch(onError);
  };
  return connection.listen({ path: 'presence/now' }, { onSnapshot, onError });
}
