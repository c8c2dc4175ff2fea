import {
  networkFiguresSchema,
  networkMemberSchema,
  type NetworkFigures,
  type NetworkMember,
  type Post,
  MAX_ROOM_POSTS,
  postSchema,
} from '@quantalgo/contracts/network/post';
import * as z from 'zod/mini';
import type { MemberDatabase, SharedMetaRow } from '../database/tables';

const ROOM_ROW = 'network' satisfies SharedMetaRow;

export type WrittenTable = 'posts' | 'messages';

const roomSchema = z.object({
  figures: networkFiguresSchema,
  me: networkMemberSchema,
  /** When they were requested (epoch ms). */
  at: z.number(),
});

export interface NetworkRoom {
  readonly figures: NetworkFigures;
  readonly me: NetworkMember;
  /** Epoch ms. */
  readonly at: number;
}

export const readRoom = async ({ meta }: MemberDatabase): Promise<NetworkRoom | null> =>
  roomSchema.safeParse(await meta.get(ROOM_ROW)).data ?? null;

export const storeRoom = async ({ meta }: MemberDatabase, room: NetworkRoom): Promise<void> => {
  await meta.put({ id: ROOM_ROW, ...room });
};

export async function readPosts(
  database: MemberDatabase,
  table: WrittenTable = 'posts',
): Promise<Post[]> {
  const rows: readonly unknown[] = await database[table].toArray();
  const posts = rows.flatMap((row) => postSchema.safeParse(row).data ?? []);
  return posts.sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
}

/** A row from the response to the member's own action. Earlier changes may be missing. */
const answerSchema = z.object({ isAnswer: z.literal(true) });

type MaybeAnswer = { readonly isAnswer?: true };

/** Up to when changes were received (ISO). Ignores unpublished posts. */
export async function readNewestChangeTime(
  database: MemberDatabase,
  table: WrittenTable = 'posts',
): Promise<string | null> {
  const rows: readonly unknown[] = await database[table].toArray();
  const changes = rows.flatMap((row) => {
    const post = answerSchema.safeParse(row).success ? undefined : postSchema.safeParse(row).data;
    return post?.open === true ? [post.updatedAt] : [];
  });
  return changes.sort().at(-1) ?? null;
}

async function prune(database: MemberDatabase, table: WrittenTable): Promise<void> {
  const open = (await readPosts(database, table)).filter((post) => post.open);
  const extra = open.slice(MAX_ROOM_POSTS);
  if (extra.length > 0) await database[table].bulkDelete(extra.map(({ id }) => id));
}

/** Never overwrites a newer version. Retains only the newest posts. */
export const storePosts = (
  database: MemberDatabase,
  received: readonly (Post & MaybeAnswer)[],
  table: WrittenTable = 'posts',
): Promise<void> =>
  database.transaction('rw', database[table], async () => {
    const posts = database[table];
    const stored = await posts.bulkGet(received.map(({ id }) => id));
    const newer = received.filter(({ updatedAt }, index) => {
      const storedTime = stored[index]?.['updatedAt'];
      return typeof storedTime !== 'string' || storedTime <= updatedAt;
    });
    if (newer.length > 0) await posts.bulkPut(newer);
    await prune(database, table);
  });

const responseSchema = z.object({ post: postSchema });

export async function storeAnswer(
  database: MemberDatabase,
  response: unknown,
  table: WrittenTable = 'posts',
): Promise<void> {
  const post = responseSchema.safeParse(response).data?.post;
  if (post) await storePosts(database, [{ ...post, isAnswer: true }], table);
}

export const storeHeld = (
  database: MemberDatabase,
  heldPosts: readonly Post[],
  table: WrittenTable = 'posts',
): Promise<void> =>
  database.transaction('rw', database[table], async () => {
    const ids = new Set(heldPosts.map(({ id }) => id));
    const released = (await readPosts(database, table)).filter(
      ({ id, open }) => !open && !ids.has(id),
    );
    await database[table].bulkDelete(released.map(({ id }) => id));
    await database[table].bulkPut([...heldPosts]);
  });
