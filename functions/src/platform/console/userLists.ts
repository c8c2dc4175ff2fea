import type { AdminUser } from '@quantalgo/contracts/account/adminUser';
import type { UserFilter } from '@quantalgo/contracts/console/console';
import type { Pagination } from '@quantalgo/contracts/core/endpoint';
import { cleanEmail } from '@quantalgo/contracts/core/identity';
import {
  type DocumentSnapshot,
  type Firestore,
  type Query,
  Timestamp,
} from 'firebase-admin/firestore';
import { userRef } from '../account/users';
import { rowOf, unconfirmedRowOf } from './people';
import {
  ANCHOR_EVERY,
  countAnchors,
  countUsers,
  fromAnchor,
  readAnchor,
  usersInOrder,
} from './userAnchors';

/** A filtered list of users: its query, in its order or reversed, and its rows. */
interface FilteredList {
  readonly query: (firestore: Firestore, isReversed: boolean) => Query;
  readonly row: (snapshot: DocumentSnapshot) => AdminUser | null;
  /** The document of a row, by the row's id. */
  readonly find: (firestore: Firestore, id: string) => Promise<DocumentSnapshot | undefined>;
}

const findUser = (firestore: Firestore, id: string) => userRef(firestore, id).get();

/** Members of a tier, newest first. */
const ofTier = (tier: string): FilteredList => ({
  query: (firestore, isReversed) =>
    firestore
      .collection('users')
      .where('tier', '==', tier)
      .orderBy('createdAt', isReversed ? 'asc' : 'desc'),
  row: rowOf,
  find: findUser,
});

const LISTS: Record<UserFilter, FilteredList> = {
  guest: ofTier('guest'),
  starter: ofTier('starter'),
  essential: ofTier('essential'),
  /** The longest waiting first. */
  pending: {
    query: (firestore, isReversed) =>
      firestore
        .collection('users')
        .where('proofWaitingSince', '>', Timestamp.fromMillis(0))
        .orderBy('proofWaitingSince', isReversed ? 'desc' : 'asc'),
    row: rowOf,
    find: findUser,
  },
  /** The newest first, ordered by `expireAt`: all of them expire equally long after registration. */
  unconfirmed: {
    query: (firestore, isReversed) =>
      firestore.collection('registrations').orderBy('expireAt', isReversed ? 'asc' : 'desc'),
    row: unconfirmedRowOf,
    find: (firestore, id) => firestore.collection('registrations').doc(id).get(),
  },
};

interface FilterWanted {
  readonly filter: UserFilter;
  readonly page: number;
  readonly limit: number;
  readonly after?: string | undefined;
  readonly before?: string | undefined;
}

/** The query for a page's rows; null where their position in the list is unknown. */
async function askFor(firestore: Firestore, wanted: FilterWanted, total: number) {
  const { filter, page, limit, after, before } = wanted;
  const { query, find } = LISTS[filter];
  const from = async (id: string, isReversed: boolean) => {
    const row = await find(firestore, id);
    if (row?.exists !== true) return null;
    return { query: query(firestore, isReversed).startAfter(row).limit(limit), isReversed };
  };
  if (after !== undefined) return from(after, false);
  if (before !== undefined) return from(before, true);
  if (page === 1) return { query: query(firestore, false).limit(limit), isReversed: false };
  if (page !== Math.ceil(total / limit)) return null;
  const left = total - (page - 1) * limit;
  return { query: query(firestore, true).limit(left), isReversed: true };
}

/**
 * A page of a filtered list: its first, its last, or the one after or before a row.
 * @returns null where it is none of these
 */
export async function pageOfFilter(
  firestore: Firestore,
  wanted: FilterWanted,
): Promise<UserPage | null> {
  const list = LISTS[wanted.filter];
  const counted = await list.query(firestore, false).count().get();
  const { count } = counted.data();
  const asked = await askFor(firestore, wanted, count);
  if (!asked) return null;
  const { docs } = await asked.query.get();
  const rows = docs.flatMap((one) => list.row(one) ?? []);
  return {
    rows: asked.isReversed ? rows.reverse() : rows,
    pagination: paginationOf(count, wanted),
  };
}

/** A page of rows. */
interface UserPage {
  readonly rows: readonly AdminUser[];
  readonly pagination: Pagination;
}

interface PageWanted {
  readonly page: number;
  readonly limit: number;
}

/** The pagination of a list of `total` rows. */
const paginationOf = (total: number, { page, limit }: PageWanted): Pagination => ({
  total,
  pages: Math.ceil(total / limit),
  current: page,
});

/** The newest users, newest first, for which no anchor is needed. */
async function firstPage(firestore: Firestore, limit: number): Promise<DocumentSnapshot[]> {
  return (await usersInOrder(firestore, 'desc').limit(limit).get()).docs;
}

/**
 * Users from a rank down, newest first. It reads from the nearest anchor at or below the rank up to the rank, and from
 * that anchor down for the rest: in total no more than the page plus the users between the rank and its anchor.
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
 * A page of all users, newest first, at the same cost for every page. A user deleted since the last run of the anchors'
 * job can make a row appear on two pages, never on none.
 */
export async function pageOfUsers(firestore: Firestore, wanted: PageWanted): Promise<UserPage> {
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
    pagination: paginationOf(total, wanted),
  };
}

/** Most results of a search by each of its three fields. */
const MAX_RESULTS = 18;

/** Suffix that sorts after all texts with the same prefix. */
const END = '\uf8ff';

/** Members whose address, full name or admission code begins with `text`, in any case; newest first. */
export async function searchUsers(firestore: Firestore, text: string): Promise<AdminUser[]> {
  const users = firestore.collection('users');
  const lower = text.toLowerCase();
  const address = cleanEmail(text) || lower;
  const upper = text.toUpperCase();
  const found = await Promise.all([
    users
      .where('email', '>=', address)
      .where('email', '<', address + END)
      .limit(MAX_RESULTS)
      .get(),
    users
      .where('nameLower', '>=', lower)
      .where('nameLower', '<', lower + END)
      .limit(MAX_RESULTS)
      .get(),
    users
      .where('admissionCode', '>=', upper)
      .where('admissionCode', '<', upper + END)
      .limit(MAX_RESULTS)
      .get(),
  ]);
  const documents = new Map(found.flatMap(({ docs }) => docs.map((user) => [user.id, user])));
  const rows = [...documents.values()].flatMap((user) => rowOf(user) ?? []);
  return rows.sort((a, b) => b.createdAt.localeCompare(a.createdAt));
}
