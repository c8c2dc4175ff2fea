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
import { findNewestChangeTime, type MaybeAnswer, putNewerRows } from '../database/changedRows';
import type { MemberDatabase, SharedMetaRow } from '../database/tables';

const ROOM_ROW = 'network' satisfies SharedMetaRow;

export type PostTable = 'posts' | 'messages';

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
  table: PostTable = 'posts',
): Promise<Post[]> {
  const rows: readonly unknown[] = await database[table].toArray();
  const posts = rows.flatMap((row) => postSchema.safeParse(row).data ?? []);
  return posts.sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
}

/** Time of the newest received change (ISO; null if none). Ignores unpublished posts. */
export const readNewestChangeTime = (
  database: MemberDatabase,
  table: PostTable = 'posts',
): Promise<string | null> =>
  findNewestChangeTime(database[table], (row) => {
    const post = postSchema.safeParse(row).data;
    return post?.open === true ? post : undefined;
  });

/** Stored with the messages, so that it is cleared with them when access ends. */
const GONE_ROW = 'gone';

const goneRowSchema = z.object({ posts: z.array(postSchema) });

/** Deleted and removed messages that were pruned. An open screen may hold older versions of them. */
export const readPrunedGone = async ({ messages }: MemberDatabase): Promise<readonly Post[]> =>
  goneRowSchema.safeParse(await messages.get(GONE_ROW)).data?.posts ?? [];

async function storePrunedGone(database: MemberDatabase, pruned: readonly Post[]): Promise<void> {
  const added = pruned.filter(({ gone }) => gone !== null);
  if (added.length === 0) return;
  const addedIds = new Set(added.map(({ id }) => id));
  const others = (await readPrunedGone(database)).filter(({ id }) => !addedIds.has(id));
  const posts = [...added, ...others].slice(0, MAX_ROOM_POSTS);
  await database.messages.put({ id: GONE_ROW, posts });
}

async function prune(database: MemberDatabase, table: PostTable): Promise<void> {
  const open = (await readPosts(database, table)).filter((post) => post.open);
  const extra = open.slice(MAX_ROOM_POSTS);
  if (extra.length === 0) return;
  await database[table].bulkDelete(extra.map(({ id }) => id));
  await database.postPictures.bulkDelete(extra.flatMap(({ picture }) => picture ?? []));
  if (table === 'messages') await storePrunedGone(database, extra);
}

/** Call it before the new versions are stored, because they no longer name their pictures. */
async function erasePictures(
  database: MemberDatabase,
  table: PostTable,
  received: readonly Post[],
): Promise<void> {
  const goneIds = received.flatMap(({ id, gone }) => (gone === null ? [] : id));
  const rows: readonly unknown[] = await database[table].bulkGet(goneIds);
  const pictureIds = rows.flatMap((row) => postSchema.safeParse(row).data?.picture ?? []);
  for (const pictures of [database.pictures, database.postPictures])
    await pictures.bulkDelete(pictureIds);
}

/** Never overwrites a newer version. Retains only the newest posts. */
export const storePosts = (
  database: MemberDatabase,
  received: readonly (Post & MaybeAnswer)[],
  table: PostTable = 'posts',
): Promise<void> =>
  database.transaction(
    'rw',
    database[table],
    database.pictures,
    database.postPictures,
    async () => {
      await erasePictures(database, table, received);
      await putNewerRows(database[table], received);
      await prune(database, table);
    },
  );

const responseSchema = z.object({ post: postSchema });

export async function storeActionResponse(
  database: MemberDatabase,
  response: unknown,
  table: PostTable = 'posts',
): Promise<void> {
  const post = responseSchema.safeParse(response).data?.post;
  if (post) await storePosts(database, [{ ...post, isAnswer: true }], table);
}

export const storeHeldPosts = (
  database: MemberDatabase,
  heldPosts: readonly Post[],
  table: PostTable = 'posts',
): Promise<void> =>
  database.transaction('rw', database[table], async () => {
    const ids = new Set(heldPosts.map(({ id }) => id));
    const released = (await readPosts(database, table)).filter(
      ({ id, open }) => !open && !ids.has(id),
    );
    await database[table].bulkDelete(released.map(({ id }) => id));
    await database[table].bulkPut([...heldPosts]);
  });
