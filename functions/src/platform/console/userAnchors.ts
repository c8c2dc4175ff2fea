import { userDocumentSchema } from '@quantalgo/contracts';
import {
  FieldPath,
  type Timestamp,
  type DocumentSnapshot,
  type Firestore,
  type Query,
} from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { userAnchorDocument, userAnchorsHeadDocument } from '../../documents';
import { parseDocument } from '../core/documents';
import { lowerName } from '../members/users';

/** Users from one anchor to the next. */
export const ANCHOR_EVERY = 50;

/** Users that the job reads at a time. */
const BATCH = 1000;

/** Where a user stands in the list of all, oldest first. */
interface Anchor {
  readonly uid: string;
  /** When they joined: the instant as it is stored. */
  readonly createdAt: Timestamp;
}

const headRef = (firestore: Firestore) => firestore.doc('userAnchors/head');
const anchorRef = (firestore: Firestore, index: number) => firestore.doc(`userAnchors/${index}`);

/** All users, oldest first or newest first; those of one instant by their id. */
export const usersInOrder = (firestore: Firestore, direction: 'asc' | 'desc'): Query =>
  firestore
    .collection('users')
    .orderBy('createdAt', direction)
    .orderBy(FieldPath.documentId(), direction);

/** How many anchors there are: the one at `index` is the user of rank {@link ANCHOR_EVERY} · index, oldest first. */
export async function countAnchors(firestore: Firestore): Promise<number> {
  return parseDocument(userAnchorsHeadDocument, await headRef(firestore).get())?.anchors ?? 0;
}

export const readAnchor = async (firestore: Firestore, index: number): Promise<Anchor | null> =>
  parseDocument(userAnchorDocument, await anchorRef(firestore, index).get());

/** The query from a user on, or from the first where there is none. */
export const fromAnchor = (query: Query, anchor: Anchor | null): Query =>
  anchor ? query.startAt(anchor.createdAt, anchor.uid) : query;

const nameSchema = z.pick(userDocumentSchema, {
  fullName: true,
  nameLower: true,
  createdAt: true,
});

/** Members of before there was a search by name are given the field that it goes by. */
async function fillIn(firestore: Firestore, users: readonly DocumentSnapshot[]): Promise<void> {
  const batch = firestore.batch();
  for (const user of users) {
    const stored = parseDocument(nameSchema, user);
    const nameLower = stored && lowerName(stored.fullName);
    if (stored && nameLower !== stored.nameLower) batch.update(user.ref, { nameLower });
  }
  await batch.commit();
}

/** Writes the anchors that stand among users of consecutive ranks; gives how many anchors there are then. */
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
 * Sets anchors from those that there are, `begin` of them, to the newest user.
 * @param reached is told after each part how many there are then
 * @returns how many there are in the end
 */
async function setAnchors(
  firestore: Firestore,
  begin: number,
  reached: (anchors: number) => Promise<unknown> = () => Promise.resolve(),
): Promise<number> {
  for (let anchors = begin; ;) {
    const last = anchors === 0 ? null : await readAnchor(firestore, anchors - 1);
    const { docs } = await fromAnchor(usersInOrder(firestore, 'asc'), last)
      .select('createdAt', 'fullName', 'nameLower')
      .limit(BATCH)
      .get();
    await fillIn(firestore, docs);
    const firstRank = Math.max(0, anchors - 1) * ANCHOR_EVERY;
    await writeAnchors(firestore, docs, firstRank);
    anchors = Math.ceil((firstRank + docs.length) / ANCHOR_EVERY);
    await reached(anchors);
    if (docs.length < BATCH) return anchors;
  }
}

/**
 * Sets anchors among the users who joined since the last run. Broken off, it is done again to the same end: the head,
 * which says how many there are, is written after them.
 * @returns how many there are
 */
export async function extendAnchors(firestore: Firestore): Promise<number> {
  let known = await countAnchors(firestore);
  return setAnchors(firestore, known, async (anchors) => {
    if (anchors !== known) await headRef(firestore).set({ anchors });
    known = anchors;
  });
}

/** Users as the anchors count them: those before the last one by its rank, the others one by one. */
export async function countUsers(firestore: Firestore, anchors: number): Promise<number> {
  const last = anchors === 0 ? null : await readAnchor(firestore, anchors - 1);
  const tail = await fromAnchor(usersInOrder(firestore, 'asc'), last).count().get();
  return (last ? (anchors - 1) * ANCHOR_EVERY : 0) + tail.data().count;
}

/**
 * Sets all anchors anew where users were deleted since: the ranks behind them have moved. The old ones serve meanwhile:
 * without any, each page of the console would read all users up to it.
 */
export async function rebuildAnchors(firestore: Firestore): Promise<boolean> {
  const counted = await countUsers(firestore, await countAnchors(firestore));
  const all = await firestore.collection('users').count().get();
  if (all.data().count === counted) return false;
  await headRef(firestore).set({ anchors: await setAnchors(firestore, 0) });
  return true;
}
