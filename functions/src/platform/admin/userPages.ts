import type { AdminUser, Pagination } from '@quantalgo/contracts';
import type { DocumentSnapshot, Firestore } from 'firebase-admin/firestore';
import {
  ANCHOR_EVERY,
  countAnchors,
  countUsers,
  fromAnchor,
  readAnchor,
  usersInOrder,
} from './userAnchors';
import { rowOf } from './userRows';

/** A page of rows. */
export interface UserPage {
  readonly rows: readonly AdminUser[];
  readonly pagination: Pagination;
}

interface Wanted {
  readonly page: number;
  readonly limit: number;
}

/** How a list of `total` is divided. */
export const dividedBy = (total: number, { page, limit }: Wanted): Pagination => ({
  total,
  pages: Math.ceil(total / limit),
  current: page,
});

/** The newest users, newest first: no anchor is needed for them. */
async function firstPage(firestore: Firestore, limit: number): Promise<DocumentSnapshot[]> {
  return (await usersInOrder(firestore, 'desc').limit(limit).get()).docs;
}

/**
 * Users from a rank down, newest first. The nearest anchor at or below the rank is read up from, to the rank, and down
 * from, for the rest: together no more than the page and what stands between the rank and its anchor.
 * @param rank 0 is the oldest user
 */
async function downFrom(
  firestore: Firestore,
  rank: number,
  limit: number,
  anchors: number,
): Promise<DocumentSnapshot[]> {
  const index = Math.min(Math.floor(rank / ANCHOR_EVERY), Math.max(0, anchors - 1));
  const anchor = index === 0 ? null : await readAnchor(firestore, index);
  const up = await fromAnchor(usersInOrder(firestore, 'asc'), anchor)
    .limit(rank - index * ANCHOR_EVERY + 1)
    .get();
  const rows = up.docs.reverse().slice(0, limit);
  if (!anchor || rows.length === limit) return rows;
  const down = await usersInOrder(firestore, 'desc')
    .startAfter(anchor.createdAt, anchor.uid)
    .limit(limit - rows.length)
    .get();
  return [...rows, ...down.docs];
}

/**
 * A page of all users, newest first, at the same cost wherever it stands. A user who was deleted since the last run of
 * the anchors' job can make a row appear on two pages, never on none.
 */
export async function pageOfUsers(firestore: Firestore, wanted: Wanted): Promise<UserPage> {
  const { page, limit } = wanted;
  const anchors = await countAnchors(firestore);
  const total = await countUsers(firestore, anchors);
  const rank = total - 1 - (page - 1) * limit;
  const documents =
    page === 1
      ? await firstPage(firestore, limit)
      : rank < 0
        ? []
        : await downFrom(firestore, rank, limit, anchors);
  return {
    rows: documents.flatMap((user) => rowOf(user) ?? []),
    pagination: dividedBy(total, wanted),
  };
}
