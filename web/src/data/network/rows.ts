import {
  networkFiguresSchema,
  networkMemberSchema,
  type NetworkFigures,
  type NetworkMember,
  type Post,
  POSTS_KEPT,
  postSchema,
} from '@quantalgo/contracts/network/post';
import * as z from 'zod/mini';
import type { MemberDatabase } from '../storage/database';
import type { MetaRow } from '../storage/tableAccess';

const ROOM = 'network' satisfies MetaRow;

/** The tables of what members write, one a room. */
export type WrittenTable = 'posts' | 'messages';

const roomSchema = z.object({
  figures: networkFiguresSchema,
  me: networkMemberSchema,
  /** When they were asked for (epoch ms). */
  at: z.number(),
});

/** What the room said at the last sync. */
export interface NetworkRoom {
  readonly figures: NetworkFigures;
  readonly me: NetworkMember;
  /** Epoch ms. */
  readonly at: number;
}

/** The room as of the last sync of this device; null before the first. */
export const readRoom = async ({ meta }: MemberDatabase): Promise<NetworkRoom | null> =>
  roomSchema.safeParse(await meta.get(ROOM)).data ?? null;

export const storeRoom = async ({ meta }: MemberDatabase, room: NetworkRoom): Promise<void> => {
  await meta.put({ id: ROOM, ...room });
};

/** The posts on this device, newest first; omits those that another version wrote and this one can't read. */
export async function readPosts(
  database: MemberDatabase,
  table: WrittenTable = 'posts',
): Promise<Post[]> {
  const rows: readonly unknown[] = await database[table].toArray();
  const read = rows.flatMap((row) => postSchema.safeParse(row).data ?? []);
  return read.sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
}

/** When the newest change of an open post on this device was made (ISO); null where there is none. */
export async function newestChange(
  database: MemberDatabase,
  table: WrittenTable = 'posts',
): Promise<string | null> {
  const changes = (await readPosts(database, table)).flatMap(({ open, updatedAt }) =>
    open ? [updatedAt] : [],
  );
  return changes.sort().at(-1) ?? null;
}

/** Removes all but the newest open posts. Held ones take nobody's place: they leave as {@link storeHeld} says. */
async function prune(database: MemberDatabase, table: WrittenTable): Promise<void> {
  const open = (await readPosts(database, table)).filter((post) => post.open);
  const extra = open.slice(POSTS_KEPT);
  if (extra.length > 0) await database[table].bulkDelete(extra.map(({ id }) => id));
}

/** Stores posts that arrived, never an older version over a newer one, and keeps the newest. */
export const storePosts = (
  database: MemberDatabase,
  arrived: readonly Post[],
  table: WrittenTable = 'posts',
): Promise<void> =>
  database.transaction('rw', database[table], async () => {
    const posts = database[table];
    const known = await posts.bulkGet(arrived.map(({ id }) => id));
    const newer = arrived.filter(({ updatedAt }, index) => {
      const before = known[index]?.['updatedAt'];
      return typeof before !== 'string' || before <= updatedAt;
    });
    if (newer.length > 0) await posts.bulkPut(newer);
    await prune(database, table);
  });

const answerSchema = z.object({ post: postSchema });

/** Stores the post in the server's answer to an act, if there is one that this build can read. */
export async function storeAnswer(
  database: MemberDatabase,
  answer: unknown,
  table: WrittenTable = 'posts',
): Promise<void> {
  const post = answerSchema.safeParse(answer).data?.post;
  if (post) await storePosts(database, [post], table);
}

/** Stores the member's own posts that moderators hold or refused, and forgets those that are no longer among them. */
export const storeHeld = (
  database: MemberDatabase,
  held: readonly Post[],
  table: WrittenTable = 'posts',
): Promise<void> =>
  database.transaction('rw', database[table], async () => {
    const ids = new Set(held.map(({ id }) => id));
    const over = (await readPosts(database, table)).filter(({ id, open }) => !open && !ids.has(id));
    await database[table].bulkDelete(over.map(({ id }) => id));
    await database[table].bulkPut([...held]);
  });
