import { DAY_MS, HOUR_MS, toIso } from '@quantalgo/contracts/core/time';
import {
  type NetworkFigures,
  type NetworkMember,
  type Post,
  MAX_ROOM_POSTS,
  ROOM_POLL_INTERVAL_MS,
  type RoomRestrictions,
  toPost,
  type TextRoom,
} from '@quantalgo/contracts/network/post';
import { type Firestore, type Query, Timestamp } from 'firebase-admin/firestore';
import { postLikeDocument, roomDocument } from '../../collections/network';
import { getSilence } from '../../domain/network/network';
import { parseDocument } from '../core/documents';
import { type NetworkMemberRecord, parsePost, postRef, getRoomPostsCollection } from './documents';
import { type CountedFigures, getOrCountFigures, countDocuments } from '../core/counts';
import { countPresence, recordPresence } from './presence';
import { COUNTRY_NAMES } from '@quantalgo/contracts/auth/countries';

const buildUnlockedQuery = (firestore: Firestore) =>
  firestore.collection('users').where('dashboardUnlocked', '==', true);

/** Countries that sign-up doesn't list count as one, “Other”. Takes a query per country. */
async function countCountries(firestore: Firestore): Promise<number> {
  const members = buildUnlockedQuery(firestore);
  const pages = await Promise.all(
    COUNTRY_NAMES.map((name) => members.where('country', '==', name).select().limit(1).get()),
  );
  return pages.filter(({ empty }) => !empty).length;
}

const isSameHour = (a: number, b: number) => Math.floor(a / HOUR_MS) === Math.floor(b / HOUR_MS);

async function computeNetworkFigures(
  firestore: Firestore,
  now: number,
  lastCount: CountedFigures<NetworkFigures> | null,
): Promise<NetworkFigures> {
  const day = Timestamp.fromMillis(now - (now % DAY_MS));
  const [members, { online }, postsToday, countries] = await Promise.all([
    countDocuments(buildUnlockedQuery(firestore)),
    countPresence(firestore, now),
    countDocuments(firestore.collection('posts').where('createdAt', '>=', day)),
    lastCount && isSameHour(lastCount.countedAt, now)
      ? lastCount.figures.countries
      : countCountries(firestore),
  ]);
  return { members, online, postsToday, countries };
}

const MAX_LIKES_PER_RECOUNT = 500;

/**
 * @param syncedFrom epoch ms; older posts aren't marked as changed, because devices don't keep them
 */
export async function recountLikes(
  firestore: Firestore,
  ids: ReadonlySet<string>,
  now: number,
  syncedFrom = 0,
): Promise<void> {
  const recount = async (id: string) => {
    const likesQuery = firestore
      .collection('postLikes')
      .where('post', '==', id)
      .where('on', '==', true);
    const likes = await countDocuments(likesQuery);
    const reference = postRef(firestore, 'network', id);
    await firestore.runTransaction(async (transaction) => {
      const post = parsePost(await transaction.get(reference));
      if (!post || post.gone !== null || post.likes === likes) return;
      const updatedAt = Timestamp.fromMillis(now);
      transaction.update(reference, { likes, ...(post.createdAt >= syncedFrom && { updatedAt }) });
    });
  };
  await Promise.all([...ids].map(recount));
}

async function readRecentlyLikedIds(
  firestore: Firestore,
  since: number,
): Promise<ReadonlySet<string>> {
  const from = Timestamp.fromMillis(since);
  const likes = firestore.collection('postLikes').where('at', '>=', from).orderBy('at', 'asc');
  const { docs } = await likes.limit(MAX_LIKES_PER_RECOUNT).get();
  return new Set(docs.map((like) => parseDocument(postLikeDocument, like).post));
}

const LIKE_OVERLAP_MS = 10_000;

/**
 * The first visit after {@link ROOM_POLL_INTERVAL_MS} recounts figures and likes, the hour's first
 * also countries.
 */
async function readFigures(firestore: Firestore, now: number): Promise<NetworkFigures> {
  const options = { now, intervalMs: ROOM_POLL_INTERVAL_MS };
  const room = await firestore.doc('rooms/network').get();
  const { figures } = await getOrCountFigures(room, roomDocument, options, async (lastCount) => {
    const since = (lastCount?.countedAt ?? now - DAY_MS) - LIKE_OVERLAP_MS;
    const [newFigures] = await Promise.all([
      computeNetworkFigures(firestore, now, lastCount),
      readRecentlyLikedIds(firestore, since).then((ids) => recountLikes(firestore, ids, now)),
    ]);
    return newFigures;
  });
  return figures;
}

export async function readPosts(query: Query, limit = MAX_ROOM_POSTS): Promise<Post[]> {
  const { docs } = await query.limit(limit).get();
  return docs.flatMap((document) => {
    const post = parsePost(document);
    return post ? [toPost(document.id, post)] : [];
  });
}

const buildOpenPostsQuery = (firestore: Firestore, room: TextRoom) =>
  getRoomPostsCollection(firestore, room).where('open', '==', true);

const buildNewestPostsQuery = (firestore: Firestore, room: TextRoom) =>
  buildOpenPostsQuery(firestore, room).orderBy('createdAt', 'desc');

/** Creation time (epoch ms) of the oldest post that devices keep; 0 if they keep every post. */
export async function readRetentionStart(firestore: Firestore, room: TextRoom): Promise<number> {
  const [oldest] = await readPosts(
    buildNewestPostsQuery(firestore, room).offset(MAX_ROOM_POSTS - 1),
    1,
  );
  return oldest ? Date.parse(oldest.createdAt) : 0;
}

/** A change may be committed this long after its `updatedAt`. */
const CHANGE_OVERLAP_MS = 10_000;

/**
 * Posts changed after `after` (epoch ms). The newest posts if it is null, or if the changes may
 * exceed one response: devices don't keep older ones.
 */
export async function readChangedPosts(
  firestore: Firestore,
  room: TextRoom,
  after: number | null,
): Promise<Post[]> {
  if (after !== null) {
    const since = Timestamp.fromMillis(Math.max(0, after - CHANGE_OVERLAP_MS));
    const changedQuery = buildOpenPostsQuery(firestore, room).where('updatedAt', '>', since);
    const posts = await readPosts(changedQuery.orderBy('updatedAt', 'desc'));
    if (posts.length < MAX_ROOM_POSTS) return posts;
  }
  return readPosts(buildNewestPostsQuery(firestore, room));
}

export const readHeldPosts = (firestore: Firestore, room: TextRoom, uid: string): Promise<Post[]> =>
  readPosts(
    getRoomPostsCollection(firestore, room)
      .where('uid', '==', uid)
      .where('open', '==', false)
      .orderBy('createdAt', 'desc'),
  );

async function readLikes(firestore: Firestore, uid: string): Promise<string[]> {
  const likes = firestore.collection('postLikes').where('uid', '==', uid).orderBy('at', 'desc');
  const { docs } = await likes.limit(MAX_ROOM_POSTS).get();
  const likeRecords = docs.map((like) => parseDocument(postLikeDocument, like));
  return likeRecords.flatMap(({ post, on }) => (on ? [post] : []));
}

export function toRestrictions(member: NetworkMemberRecord, now: number): RoomRestrictions {
  const silence = getSilence(member, now);
  return {
    mutedUntil: silence?.kind === 'muted' ? toIso(silence.until) : null,
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
    recordPresence(firestore, uid, now, ROOM_POLL_INTERVAL_MS),
    readLikes(firestore, uid),
  ]);
  return { ...toRestrictions(member, now), liked };
}

export interface NetworkUpdates {
  readonly figures: NetworkFigures;
  readonly me: NetworkMember;
  readonly posts: Post[];
  readonly held: Post[];
}

/** Also records the visit. @param after epoch ms of the newest change that the device has */
export async function loadNetworkUpdates(
  firestore: Firestore,
  uid: string,
  after: number | null,
  now: number,
): Promise<NetworkUpdates> {
  const me = await recordRoomVisit(firestore, uid, now);
  const [figures, posts, held] = await Promise.all([
    readFigures(firestore, now),
    readChangedPosts(firestore, 'network', after),
    readHeldPosts(firestore, 'network', uid),
  ]);
  return { figures, me, posts, held };
}
