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

/** Counts the room at `now` (epoch ms), all countries that the sign-up doesn't list as one. */
async function countFigures(firestore: Firestore, now: number): Promise<NetworkFigures> {
  const unlocked = firestore.collection('users').where('dashboardUnlocked', '==', true);
  const day = Timestamp.fromMillis(now - (now % DAY_MS));
  const [members, { online }, postsToday, found] = await Promise.all([
    countOf(unlocked),
    countPresence(firestore, now),
    countOf(firestore.collection('posts').where('createdAt', '>=', day)),
    Promise.all(
      COUNTRY_NAMES.map((name) => unlocked.where('country', '==', name).select().limit(1).get()),
    ),
  ]);
  const countries = found.filter(({ empty }) => !empty).length;
  return { members, online, postsToday, countries };
}

/** Likes that are counted in one go. */
const LIKES_AT_ONCE = 500;

/**
 * Counts the likes of posts anew, and writes those whose count has changed.
 * @param now epoch ms
 * @param syncedFrom when the oldest post was written of which devices are told (epoch ms)
 */
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

/** Posts whose likes changed since `since` (epoch ms), as far as they are counted in one go. */
async function likedSince(firestore: Firestore, since: number): Promise<ReadonlySet<string>> {
  const from = Timestamp.fromMillis(since);
  const likes = firestore.collection('postLikes').where('at', '>=', from).orderBy('at', 'asc');
  const { docs } = await likes.limit(LIKES_AT_ONCE).get();
  return new Set(docs.flatMap((like) => parseDocument(postLikeDocument, like)?.post ?? []));
}

/** Allows for likes that were committed a little after their time. */
const LATE_MS = 10_000;

/**
 * The room's figures, counted at the first visit a minute after the last count; so are likes, into their posts.
 * @param now epoch ms
 */
async function figuresAt(firestore: Firestore, now: number): Promise<NetworkFigures> {
  const every = { now, everyMs: ROOM_POLL_MS };
  const room = await firestore.doc('rooms/network').get();
  const { figures } = await countedFigures(room, roomDocument, every, async (last) => {
    const since = (last ?? now - DAY_MS) - LATE_MS;
    const [counted] = await Promise.all([
      countFigures(firestore, now),
      likedSince(firestore, since).then((ids) => recountLikes(firestore, ids, now)),
    ]);
    return counted;
  });
  return figures;
}

/** Posts that a query finds, the first ones. */
export async function postsOf(query: Query, most = POSTS_KEPT): Promise<Post[]> {
  const { docs } = await query.limit(most).get();
  return docs.flatMap((document) => {
    const post = postIn(document);
    return post ? [toPost(document.id, post)] : [];
  });
}

const openIn = (firestore: Firestore, room: WrittenRoom) =>
  postsIn(firestore, room).where('open', '==', true);

const newestFirst = (firestore: Firestore, room: WrittenRoom) =>
  openIn(firestore, room).orderBy('createdAt', 'desc');

/** When the oldest post that devices keep of a room was written (epoch ms); 0 while they keep all. */
export async function keptFrom(firestore: Firestore, room: WrittenRoom): Promise<number> {
  const [oldest] = await postsOf(newestFirst(firestore, room).offset(POSTS_KEPT - 1), 1);
  return oldest ? Date.parse(oldest.createdAt) : 0;
}

/** A device may have missed changes that were committed this long (ms) after their time. */
const OVERLAP_MS = 10_000;

/**
 * What a device lacks of a room's open posts if its newest change was made at `after` (epoch ms; null for none): those
 * that changed since. Where that may be more than one answer holds, the newest posts, which are all that it keeps.
 */
export async function changedPosts(
  firestore: Firestore,
  room: WrittenRoom,
  after: number | null,
): Promise<Post[]> {
  if (after !== null) {
    const since = Timestamp.fromMillis(Math.max(0, after - OVERLAP_MS));
    const changed = openIn(firestore, room).where('updatedAt', '>', since);
    const posts = await postsOf(changed.orderBy('updatedAt', 'desc'));
    if (posts.length < POSTS_KEPT) return posts;
  }
  return postsOf(newestFirst(firestore, room));
}

/** The member's own posts in a room that moderators hold or refused, newest first. */
export const heldPosts = (firestore: Firestore, room: WrittenRoom, uid: string): Promise<Post[]> =>
  postsOf(
    postsIn(firestore, room)
      .where('uid', '==', uid)
      .where('open', '==', false)
      .orderBy('createdAt', 'desc'),
  );

async function likedBy(firestore: Firestore, uid: string): Promise<string[]> {
  const likes = firestore.collection('postLikes').where('uid', '==', uid).orderBy('at', 'desc');
  const { docs } = await likes.limit(POSTS_KEPT).get();
  const found = docs.flatMap((like) => parseDocument(postLikeDocument, like) ?? []);
  return found.flatMap(({ post, on }) => (on ? [post] : []));
}

/** What the rooms tell a member about themselves at `now` (epoch ms). */
export function restrictionsOf(member: NetworkMemberRecord, now: number): RoomRestrictions {
  const silence = silenceAt(member, now);
  return {
    mutedUntil: silence?.kind === 'muted' ? iso(silence.until) : null,
    banned: silence?.kind === 'banned',
    reason: silence && silence.reason,
    blocked: member.blocked,
  };
}

/** Records a member’s visit to the room. @returns what the room knows of them */
async function recordVisit(firestore: Firestore, uid: string, now: number): Promise<NetworkMember> {
  const [member, liked] = await Promise.all([
    notePresence(firestore, uid, now, ROOM_POLL_MS),
    likedBy(firestore, uid),
  ]);
  return { ...restrictionsOf(member, now), liked };
}

/** What changed in the room. */
export interface NetworkUpdates {
  readonly figures: NetworkFigures;
  readonly me: NetworkMember;
  /** Open posts that changed, or the newest. */
  readonly posts: Post[];
  /** The member's own posts that moderators hold or refused. */
  readonly held: Post[];
}

/**
 * What changed in the room for a member at `now` (epoch ms); records their visit.
 * @param after when the newest change that they have was made (epoch ms), null for none
 */
export async function getNetworkUpdates(
  firestore: Firestore,
  uid: string,
  after: number | null,
  now: number,
): Promise<NetworkUpdates> {
  const me = await recordVisit(firestore, uid, now);
  const [figures, posts, held] = await Promise.all([
    figuresAt(firestore, now),
    changedPosts(firestore, 'network', after),
    heldPosts(firestore, 'network', uid),
  ]);
  return { figures, me, posts, held };
}
