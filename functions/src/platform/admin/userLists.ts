import type { AdminUser, UserFilter } from '@quantalgo/contracts';
import {
  Timestamp,
  type DocumentSnapshot,
  type Firestore,
  type Query,
} from 'firebase-admin/firestore';
import { userRef } from '../users/users';
import { dividedBy, type UserPage } from './userPages';
import { rowOf, unconfirmedRowOf } from './userRows';

/** A list that is narrower than the one of all: its query in its order or the other way, and its rows. */
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
  /** Whoever waits longest first. */
  pending: {
    query: (firestore, isReversed) =>
      firestore
        .collection('users')
        .where('proofWaitingSince', '>', Timestamp.fromMillis(0))
        .orderBy('proofWaitingSince', isReversed ? 'desc' : 'asc'),
    row: rowOf,
    find: findUser,
  },
  /** The newest first: all of them expire equally long after they came. */
  unconfirmed: {
    query: (firestore, isReversed) =>
      firestore.collection('registrations').orderBy('expireAt', isReversed ? 'asc' : 'desc'),
    row: unconfirmedRowOf,
    find: async (firestore, id) =>
      (await firestore.collection('registrations').where('uid', '==', id).limit(1).get()).docs[0],
  },
};

interface Wanted {
  readonly filter: UserFilter;
  readonly page: number;
  readonly limit: number;
  readonly after?: string | undefined;
  readonly before?: string | undefined;
}

/** How the rows of a page are asked for; null where nothing says where in the list they stand. */
async function askFor(firestore: Firestore, wanted: Wanted, total: number) {
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
export async function pageOfFilter(firestore: Firestore, wanted: Wanted): Promise<UserPage | null> {
  const list = LISTS[wanted.filter];
  const counted = await list.query(firestore, false).count().get();
  const { count } = counted.data();
  const asked = await askFor(firestore, wanted, count);
  if (!asked) return null;
  const { docs } = await asked.query.get();
  const rows = docs.flatMap((one) => list.row(one) ?? []);
  return {
    rows: asked.isReversed ? rows.reverse() : rows,
    pagination: dividedBy(count, wanted),
  };
}
