import { type Post, POSTS_KEPT } from '@quantalgo/contracts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Connection } from '../../../../src/data/firestore/connection';
import { readPosts, storePosts } from '../../../../src/data/rooms/network/rows';
import { watchPosts } from '../../../../src/data/rooms/network/stream';
import { withDatabase } from '../../../../src/data/storage/memberDatabase';
import { member } from '../../../support/member';
import { signedInAs } from '../../../support/render';
import { aDocument } from '../../../support/aDocument';
import { aPost } from '../../../support/aPost';

interface Listener {
  /** The field by which the listener's posts are ordered. */
  readonly by: string;
  readonly bring: (posts: readonly Post[]) => void;
  stopped: boolean;
}

const listeners: Listener[] = [];

const timeIn = (iso: string | null) => (iso === null ? null : new Date(iso));

const documentFor = ({ id, signal: _signal, embed: _embed, picture: _picture, ...post }: Post) =>
  aDocument(`posts/${id}`, {
    ...post,
    signal: null,
    embed: null,
    picture: null,
    editedAt: timeIn(post.editedAt),
    createdAt: timeIn(post.createdAt),
    updatedAt: timeIn(post.updatedAt),
  });

const connection: Connection = {
  listen: (query, { onSnapshot }) => {
    if (!('collection' in query)) throw new Error('A room is a list');
    const listener: Listener = {
      by: query.orderBy[0],
      bring: (posts) => {
        const documents = posts.map(documentFor);
        onSnapshot({ documents, changed: documents });
      },
      stopped: false,
    };
    listeners.push(listener);
    return () => {
      listener.stopped = true;
    };
  },
  fetch: () => Promise.resolve([]),
  close: () => undefined,
};

let uid: string;
let count = 0;
let stop: () => void;

const watch = () => {
  const failed = (error: unknown) => expect.unreachable(String(error));
  stop = watchPosts(connection, { uid, table: 'posts' }, failed);
};

const listening = () => listeners.flatMap((listener) => (listener.stopped ? [] : [listener.by]));

const ids = () =>
  withDatabase(uid, async (database) => (await readPosts(database)).map(({ id }) => id));

beforeEach(() => {
  listeners.length = 0;
  uid = `watcher-${++count}`;
  signedInAs(member({ id: uid }));
});
afterEach(() => {
  stop();
  signedInAs(null);
});

describe('a device that listens to a room', () => {
  it('begins with the newest posts, where it has none', async () => {
    watch();
    await vi.waitFor(() => expect(listening()).toEqual(['createdAt']));
    listeners[0]?.bring([aPost(2), aPost(1)]);
    await vi.waitFor(async () => expect(await ids()).toEqual(['post-2', 'post-1']));
  });

  it('goes on behind the newest change that it has', async () => {
    await withDatabase(uid, (database) => storePosts(database, [aPost(1)]));
    watch();
    await vi.waitFor(() => expect(listening()).toEqual(['updatedAt']));
    listeners[0]?.bring([aPost(2)]);
    await vi.waitFor(async () => expect(await ids()).toEqual(['post-2', 'post-1']));
  });

  it('turns to the newest posts, where more may have changed than it is brought', async () => {
    await withDatabase(uid, (database) => storePosts(database, [aPost(1)]));
    watch();
    await vi.waitFor(() => expect(listening()).toEqual(['updatedAt']));
    const { updatedAt } = aPost(900);
    listeners[0]?.bring(
      Array.from({ length: POSTS_KEPT }, (_, index) => aPost(-index - 1, { updatedAt })),
    );
    expect(listening()).toEqual(['createdAt']);
    listeners[1]?.bring([aPost(3), aPost(2)]);
    await vi.waitFor(async () => expect(await ids()).toEqual(['post-3', 'post-2', 'post-1']));
    stop();
    expect(listening()).toEqual([]);
  });
});
