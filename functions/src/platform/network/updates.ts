import { COUNTRY_NAMES } from '@quantalgo/contracts/auth/registration';
import { DAY_MS, iso } from '@quantalgo/contracts/core/time';
import {
  type NetworkFigures,
  type NetworkMember,
  type Post,
  POSTS_KEPT,
  ROOM_POLL_MS,
  type RoomRestrictions,
  toPost,
  type WrittenRoom,
} from '@quantalgo/contracts/network/post';
import { type Firestore, type Query, Timestamp } from 'firebase-admin/firestore';
import { postLikeDocument, roomDocument } from '../../collections/network';
import { silenceAt } from '../../domain/network/network';
import { parseDocument } from '../core/documents';
import { type NetworkMemberRecord, postIn, postRef, postsIn } from './documents';
import { countedFigures, countOf } from '../core/counts';
import { countPresence, notePresence } from './presence';

/** Countries that the sign-up doesn't list count as one. */
async function countFigures(firestore: Firestore, now: number): Promise<NetworkFigures> {
  const unlocked = firestore.collection('users').where('dashboardUnlocked', '==', true);
  const day = Timestamp.fromMillis(now - (now % DAY_MS));
  const [members, { online }, postsToday, countryPages] = await Promise.all([
    countOf(unlocked),
    countPresence(firestore, now),
    countOf(firestore.collection('posts').where('createdAt', '>=', day)),
    Promise.all(
      COUNTRY_NAMES.map((name) => unlocked.where('country', '==', name).select().limit(1).get()),
    ),
  ]);
  const countries = countryPages.filter(({ empty }) => !empty).length;
  return { members, online, postsToday, countries };
}

const MAX_LIKES_PER_RECOUNT = 500;

/** @param syncedFrom creation time of the oldest synced post, epoch ms */
export async function recountLikes(
  firestore: Firestore,
  ids: ReadonlySet<string>,
  now: number,
  syncedFrom = 0,
): Promise<void> {
  const recount = async (id: string) => {
    const liked = firestore.collection('postLikes').where('post', '==', id).where('on', '==', true);
    const likes = await countOf(liked);
    const reference = postRef(firestore, 'network', id);
    await firestore.runTransaction(async (transaction) => {
      const post = postIn(await transaction.get(reference));
      if (!post || post.gone !== null || post.likes === likes) return;
      const updatedAt = Timestamp.fromMillis(now);
      transaction.update(reference, { likes, ...(post.createdAt >= syncedFrom && { updatedAt }) });
    });
  };
  await Promise.all([...ids].map(recount));
}

async function readLikedPosts(firestore: Firestore, since: number): Promise<ReadonlySet<string>> {
  const from = Timestamp.fromMillis(since);
  const likes = firestore.collection('postLikes').where('at', '>=', from).orderBy('at', 'asc');
  const { docs } = await likes.limit(MAX_LIKES_PER_RECOUNT).get();
  return new Set(docs.flatMap((like) => parseDocument(postLikeDocument, like)?.post ?? []));
}

const LIKE_OVERLAP_MS = 10_000;

/** Recounts at the first visit a minute after the last count. */
async function readFigures(firestore: Firestore, now: number): Promise<NetworkFigures> {
  const every = { now, everyMs: ROOM_POLL_MS };
  const room = await firestore.doc('rooms/network').get();
  const { figures } = await countedFigures(room, roomDocument, every, async (last) => {
    const since = (last ?? now - DAY_MS) - LIKE_OVERLAP_MS;
    const [newFigures] = await Promise.all([
      countFigures(firestore, now),
      readLikedPosts(firestore, since).then((ids) => recountLikes(firestore, ids, now)),
    ]);
    return newFigures;
  });
  return figures;
}

export async function postsOf(query: Query, limit = POSTS_KEPT): Promise<Post[]> {
  const { docs } = await query.limit(limit).get();
  return docs.flatMap((document) => {
    const post = postIn(document);
    return post ? [toPost(document.id, post)] : [];
  });
}

const openPostsQuery = (firestore: Firestore, room: WrittenRoom) =>
  postsIn(firestore, room).where('open', '==', true);

const newestPostsQuery = (firestore: Firestore, room: WrittenRoom) =>
  openPostsQuery(firestore, room).orderBy('createdAt', 'desc');

/** Creation time (epoch ms) of the oldest post that devices keep; 0 while they keep all. */
export async function keptFrom(firestore: Firestore, room: WrittenRoom): Promise<number> {
  const [oldest] = await postsOf(newestPostsQuery(firestore, room).offset(POSTS_KEPT - 1), 1);
  return oldest ? Date.parse(oldest.createdAt) : 0;
}

/** Changes may be committed this long after their time. */
const CHANGE_OVERLAP_MS = 10_000;

/**
 * Posts changed since `after` (epoch ms; null for none). If those may exceed one response, the
 * newest posts, which are all that a device keeps.
 */
export async function changedPosts(
  firestore: Firestore,
  room: WrittenRoom,
  after: number | null,
): Promise<Post[]> {
  if (after !== null) {
    const since = Timestamp.fromMillis(Math.max(0, after - CHANGE_OVERLAP_MS));
    const changedQuery = openPostsQuery(firestore, room).where('updatedAt', '>', since);
    const posts = await postsOf(changedQuery.orderBy('updatedAt', 'desc'));
    if (posts.length < POSTS_KEPT) return posts;
  }
  return postsOf(newestPostsQuery(firestore, room));
}

export const heldPosts = (firestore: Firestore, room: WrittenRoom, uid: string): Promise<Post[]> =>
  postsOf(
    postsIn(firestore, room)
      .where('uid', '==', uid)
      .where('open', '==', false)
      .orderBy('createdAt', 'desc'),
  );

async function readLikes(firestore: Firestore, uid: string): Promise<string[]> {
  const likes = firestore.collection('postLikes').where('uid', '==', uid).orderBy('at', 'desc');
  const { docs } = await likes.limit(POSTS_KEPT).get();
  const likeRecords = docs.flatMap((like) => parseDocument(postLikeDocument, like) ?? []);
  return likeRecords.flatMap(({ post, on }) => (on ? [post] : []));
}

export function restrictionsOf(member: NetworkMemberRecord, now: number): RoomRestrictions {
  const silence = silenceAt(member, now);
  return {
    mutedUntil: silence?.kind === 'muted' ? iso(silence.until) : null,
    banned: silence?.kind === 'banned',
    reason: silence && silence.reason,
    blocked: member.blocked,
  };
}

async function recordRoomVisit(
  firestore: Firestore,
  uid: string,
  now: number,
): Promise<NetworkMember> {
  const [member, liked] = await Promise.all([
    notePresence(firestore, uid, now, ROOM_POLL_MS),
    readLikes(firestore, uid),
  ]);
  return { ...restrictionsOf(member, now), liked };
}

export interface NetworkUpdates {
  readonly figures: NetworkFigures;
  readonly me: NetworkMember;
  readonly posts: Post[];
  readonly held: Post[];
}

/** Also records the visit. @param after time of the device's newest change (epoch ms) */
export async function getNetworkUpdates(
  firestore: Firestore,
  uid: string,
  after: number | null,
  now: number,
): Promise<NetworkUpdates> {
  const me = await recordRoomVisit(firestore, uid, now);
  const [figures, posts, held] = await Promise.all([
    readFigures(firestore, now),
    changedPosts(firestore, 'network', after),
    heldPosts(firestore, 'network', uid),
  ]);
  return { figures, me, posts, held };
}
