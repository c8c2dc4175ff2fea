import {
  FieldPath,
  type Timestamp,
  type DocumentSnapshot,
  type Firestore,
  type Query,
} from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { userAnchorDocument, userAnchorsHeadDocument } from '../../collections/console';
import { parseDocument } from '../core/documents';

/** Number of users from one anchor to the next. */
export const ANCHOR_EVERY = 50;

/** Number of users that the job reads at a time. */
const BATCH = 1000;

/** A user's position in the list of all users, oldest first. */
interface Anchor {
  readonly uid: string;
  /** When they joined, in the precision in which it is stored. */
  readonly createdAt: Timestamp;
}

const headRef = (firestore: Firestore) => firestore.doc('userAnchors/head');
const anchorRef = (firestore: Firestore, index: number) => firestore.doc(`userAnchors/${index}`);

/** All users, oldest or newest first; ties by their id. */
export const usersInOrder = (firestore: Firestore, direction: 'asc' | 'desc'): Query =>
  firestore
    .collection('users')
    .orderBy('createdAt', direction)
    .orderBy(FieldPath.documentId(), direction);

/** The number of anchors. The one at `index` is the user of rank {@link ANCHOR_EVERY} · index, oldest first. */
export async function countAnchors(firestore: Firestore): Promise<number> {
  return parseDocument(userAnchorsHeadDocument, await headRef(firestore).get())?.anchors ?? 0;
}

export const readAnchor = async (firestore: Firestore, index: number): Promise<Anchor | null> =>
  parseDocument(userAnchorDocument, await anchorRef(firestore, index).get());

/** The query from an anchor on, or from the first user where there is none. */
export const fromAnchor = (query: Query, anchor: Anchor | null): Query =>
  anchor ? query.startAt(anchor.createdAt, anchor.uid) : query;

/** Writes the anchors among users of consecutive ranks. */
async function writeAnchors(
  firestore: Firestore,
  users: readonly DocumentSnapshot[],
  firstRank: number,
): Promise<void> {
  const batch = firestore.batch();
  for (const [index, user] of users.entries()) {
    const rank = firstRank + index;
    if (rank % ANCHOR_EVERY !== 0) continue;
    const data = {
      uid: user.id,
      createdAt: z.parse(userAnchorDocument.shape.createdAt, user.get('createdAt')),
    };
    batch.set(anchorRef(firestore, rank / ANCHOR_EVERY), data);
  }
  await batch.commit();
}

/**
 * Writes anchors from the `begin` existing ones up to the newest user.
 * @param reached called after each batch with the number of anchors so far
 * @returns the final number of anchors
 */
async function setAnchors(
  firestore: Firestore,
  begin: number,
  reached: (anchors: number) => Promise<unknown> = () => Promise.resolve(),
): Promise<number> {
  for (let anchors = begin; ;) {
    const last = anchors === 0 ? null : await readAnchor(firestore, anchors - 1);
    const { docs } = await fromAnchor(usersInOrder(firestore, 'asc'), last)
      .select('createdAt')
      .limit(BATCH)
      .get();
    const firstRank = Math.max(0, anchors - 1) * ANCHOR_EVERY;
    await writeAnchors(firestore, docs, firstRank);
    anchors = Math.ceil((firstRank + docs.length) / ANCHOR_EVERY);
    await reached(anchors);
    if (docs.length < BATCH) return anchors;
  }
}

/**
 * Writes anchors for users who joined since the last run. An interrupted run can be repeated: the head with their
 * number is written after the anchors.
 * @returns the number of anchors
 */
export async function extendAnchors(firestore: Firestore): Promise<number> {
  let known = await countAnchors(firestore);
  return setAnchors(firestore, known, async (anchors) => {
    if (anchors !== known) await headRef(firestore).set({ anchors });
    known = anchors;
  });
}

/** The number of users by the anchors: up to the last one by its rank, the rest by a count query. */
export async function countUsers(firestore: Firestore, anchors: number): Promise<number> {
  const last = anchors === 0 ? null : await readAnchor(firestore, anchors - 1);
  const tail = await fromAnchor(usersInOrder(firestore, 'asc'), last).count().get();
  return (last ? (anchors - 1) * ANCHOR_EVERY : 0) + tail.data().count;
}

/**
 * Rewrites all anchors if users were deleted, which shifts the ranks after them. The old anchors stay in use meanwhile:
 * without any, each page of the console would read all users up to it.
 * @returns false where no user was deleted
 */
export async function rebuildAnchors(firestore: Firestore): Promise<boolean> {
  const counted = await countUsers(firestore, await countAnchors(firestore));
  const all = await firestore.collection('users').count().get();
  if (all.data().count === counted) return false;
  await headRef(firestore).set({ anchors: await setAnchors(firestore, 0) });
  return true;
}
