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

export const ANCHOR_INTERVAL = 50;

const BATCH_SIZE = 1000;

interface Anchor {
  readonly uid: string;
  /** Not in ms, which would lose the stored precision. */
  readonly createdAt: Timestamp;
}

const headRef = (firestore: Firestore) => firestore.doc('userAnchors/head');
const anchorRef = (firestore: Firestore, index: number) => firestore.doc(`userAnchors/${index}`);

export const buildUsersQuery = (firestore: Firestore, direction: 'asc' | 'desc'): Query =>
  firestore
    .collection('users')
    .orderBy('createdAt', direction)
    .orderBy(FieldPath.documentId(), direction);

/** Anchor `index` is the user of rank {@link ANCHOR_INTERVAL} · index, oldest first. */
export async function countAnchors(firestore: Firestore): Promise<number> {
  return parseDocument(userAnchorsHeadDocument, await headRef(firestore).get())?.anchors ?? 0;
}

export const readAnchor = async (firestore: Firestore, index: number): Promise<Anchor | null> =>
  parseDocument(userAnchorDocument, await anchorRef(firestore, index).get());

export const startAtAnchor = (query: Query, anchor: Anchor | null): Query =>
  anchor ? query.startAt(anchor.createdAt, anchor.uid) : query;

async function writeAnchors(
  firestore: Firestore,
  users: readonly DocumentSnapshot[],
  firstRank: number,
): Promise<void> {
  const batch = firestore.batch();
  for (const [index, user] of users.entries()) {
    const rank = firstRank + index;
    if (rank % ANCHOR_INTERVAL !== 0) continue;
    const data = {
      uid: user.id,
      createdAt: z.parse(userAnchorDocument.shape.createdAt, user.get('createdAt')),
    };
    batch.set(anchorRef(firestore, rank / ANCHOR_INTERVAL), data);
  }
  await batch.commit();
}

async function writeAllAnchors(
  firestore: Firestore,
  firstAnchor: number,
  onBatch: (anchors: number) => Promise<unknown> = () => Promise.resolve(),
): Promise<number> {
  for (let anchors = firstAnchor; ;) {
    const lastAnchor = anchors === 0 ? null : await readAnchor(firestore, anchors - 1);
    const { docs } = await startAtAnchor(buildUsersQuery(firestore, 'asc'), lastAnchor)
      .select('createdAt')
      .limit(BATCH_SIZE)
      .get();
    const firstRank = Math.max(0, anchors - 1) * ANCHOR_INTERVAL;
    await writeAnchors(firestore, docs, firstRank);
    anchors = Math.ceil((firstRank + docs.length) / ANCHOR_INTERVAL);
    await onBatch(anchors);
    if (docs.length < BATCH_SIZE) return anchors;
  }
}

/**
 * Interrupted runs can be repeated, because the head is written after the anchors.
 * @returns the number of anchors
 */
export async function extendAnchors(firestore: Firestore): Promise<number> {
  let storedAnchors = await countAnchors(firestore);
  return writeAllAnchors(firestore, storedAnchors, async (anchors) => {
    if (anchors !== storedAnchors) await headRef(firestore).set({ anchors });
    storedAnchors = anchors;
  });
}

/** Takes the rank of the last anchor, and counts only the users after it. */
export async function countUsers(firestore: Firestore, anchors: number): Promise<number> {
  const lastAnchor = anchors === 0 ? null : await readAnchor(firestore, anchors - 1);
  const tail = await startAtAnchor(buildUsersQuery(firestore, 'asc'), lastAnchor).count().get();
  return (lastAnchor ? (anchors - 1) * ANCHOR_INTERVAL : 0) + tail.data().count;
}

/**
 * Rewrites all anchors if deleted users shifted the ranks. The old ones stay in use until then,
 * because without anchors each page would read all users before it.
 * @returns false if no user was deleted
 */
export async function rebuildAnchors(firestore: Firestore): Promise<boolean> {
  const anchoredCount = await countUsers(firestore, await countAnchors(firestore));
  const userCount = await firestore.collection('users').count().get();
  if (userCount.data().count === anchoredCount) return false;
  await headRef(firestore).set({ anchors: await writeAllAnchors(firestore, 0) });
  return true;
}
