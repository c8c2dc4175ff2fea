import { type Post, MAX_ROOM_POSTS } from '@quantalgo/contracts/network/post';
import { getFirestore } from 'firebase/firestore';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readPosts, storePosts } from '../../../src/data/network/rows';
import { watchPosts } from '../../../src/data/network/stream';
import { withDatabase } from '../../../src/data/storage/memberDatabase';
import { member } from '../../support/member';
import { loggedInAs } from '../../support/render';
import { aPost } from '../../support/aPost';

interface Listener {
  /** The field that the listener orders by. */
  readonly by: string | undefined;
  readonly bring: (posts: readonly Post[]) => void;
  stopped: boolean;
}

const listeners = vi.hoisted((): Listener[] => []);

const timeIn = (iso: string | null) => (iso === null ? null : { toMillis: () => Date.parse(iso) });

const changeTo = ({ id, ...post }: Post) => ({
  type: 'added',
  doc: {
    id,
    data: () => ({
      ...post,
      editedAt: timeIn(post.editedAt),
      createdAt: timeIn(post.createdAt),
      updatedAt: timeIn(post.updatedAt),
    }),
  },
});

vi.mock('firebase/firestore', () => ({
  getFirestore: () => null,
  Timestamp: { fromMillis: (at: number) => at },
  collection: () => null,
  where: () => null,
  limit: () => null,
  orderBy: (field: string) => field,
  query: (_room: unknown, ...parts: (string | null)[]) =>
    parts.find((part) => typeof part === 'string'),
  onSnapshot: (by: string | undefined, next: (snapshot: object) => void) => {
    const listener: Listener = {
      by,
      bring: (posts) => next({ docChanges: () => posts.map(changeTo) }),
      stopped: false,
    };
    listeners.push(listener);
    return () => {
      listener.stopped = true;
    };
  },
}));

let uid: string;
let count = 0;
let stop: () => void;

const watch = () => {
  const failed = (error: unknown) => expect.unreachable(String(error));
  stop = watchPosts(getFirestore(), { uid, table: 'posts' }, failed);
};

const listening = () => listeners.flatMap((listener) => (listener.stopped ? [] : [listener.by]));

const ids = () =>
  withDatabase(uid, async (database) => (await readPosts(database)).map(({ id }) => id));

beforeEach(() => {
  listeners.length = 0;
  uid = `watcher-${++count}`;
  loggedInAs(member({ id: uid }));
});
afterEach(() => {
  stop();
  loggedInAs(null);
});

describe('watchPosts', () => {
  it('listens to the newest posts if none are stored', async () => {
    watch();
    await vi.waitFor(() => expect(listening()).toEqual(['createdAt']));
    listeners[0]?.bring([aPost(2), aPost(1)]);
    await vi.waitFor(async () => expect(await ids()).toEqual(['post-2', 'post-1']));
  });

  it('listens to changes after the newest stored one', async () => {
    await withDatabase(uid, (database) => storePosts(database, [aPost(1)]));
    watch();
    await vi.waitFor(() => expect(listening()).toEqual(['updatedAt']));
    listeners[0]?.bring([aPost(2)]);
    await vi.waitFor(async () => expect(await ids()).toEqual(['post-2', 'post-1']));
  });

  it('switches to the newest posts if a full page of changes arrives', async () => {
    await withDatabase(uid, (database) => storePosts(database, [aPost(1)]));
    watch();
    await vi.waitFor(() => expect(listening()).toEqual(['updatedAt']));
    const { updatedAt } = aPost(900);
    listeners[0]?.bring(
      Array.from({ length: MAX_ROOM_POSTS }, (_, index) => aPost(-index - 1, { updatedAt })),
    );
    expect(listening()).toEqual(['createdAt']);
    listeners[1]?.bring([aPost(3), aPost(2)]);
    await vi.waitFor(async () => expect(await ids()).toEqual(['post-3', 'post-2', 'post-1']));
    stop();
    expect(listening()).toEqual([]);
  });
});
