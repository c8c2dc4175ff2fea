import type { AdminUser } from '@quantalgo/contracts/account/adminUser';
import { toSearchName } from '@quantalgo/contracts/account/searchName';
import type { UserFilter } from '@quantalgo/contracts/console/console';
import type { Pagination } from '@quantalgo/contracts/core/endpoint';
import { cleanEmail } from '@quantalgo/contracts/core/identity';
import {
  type DocumentSnapshot,
  type Firestore,
  type Query,
  Timestamp,
} from 'firebase-admin/firestore';
import { parseAdmissionCode } from '../../domain/auth/codes';
import { toAccountKey } from '../../domain/submissions/brokerList';
import { userRef } from '../account/users';
import { toUserRow, toUnconfirmedRow } from './people';
import {
  ANCHOR_INTERVAL,
  countAnchors,
  countUsers,
  startAtAnchor,
  readAnchor,
  buildUsersQuery,
} from './userAnchors';

interface FilteredList {
  readonly query: (firestore: Firestore, isReversed: boolean) => Query;
  readonly row: (snapshot: DocumentSnapshot) => AdminUser | null;
  readonly find: (firestore: Firestore, id: string) => Promise<DocumentSnapshot | undefined>;
}

const findUser = (firestore: Firestore, id: string) => userRef(firestore, id).get();

const createTierList = (tier: string): FilteredList => ({
  query: (firestore, isReversed) =>
    firestore
      .collection('users')
      .where('tier', '==', tier)
      .orderBy('createdAt', isReversed ? 'asc' : 'desc'),
  row: toUserRow,
  find: findUser,
});

const FILTERED_LISTS: Record<UserFilter, FilteredList> = {
  guest: createTierList('guest'),
  starter: createTierList('starter'),
  essential: createTierList('essential'),
  pending: {
    query: (firestore, isReversed) =>
      firestore
        .collection('users')
        .where('proofWaitingSince', '>', Timestamp.fromMillis(0))
        .orderBy('proofWaitingSince', isReversed ? 'desc' : 'asc'),
    row: toUserRow,
    // A colleague may have decided the proof in the meantime.
    find: async (firestore, id) => {
      const user = await findUser(firestore, id);
      return user.get('proofWaitingSince') instanceof Timestamp ? user : undefined;
    },
  },
  unconfirmed: {
    query: (firestore, isReversed) =>
      firestore.collection('registrations').orderBy('expireAt', isReversed ? 'asc' : 'desc'),
    row: toUnconfirmedRow,
    find: (firestore, id) => firestore.collection('registrations').doc(id).get(),
  },
};

interface FilterRequest {
  readonly filter: UserFilter;
  readonly page: number;
  readonly limit: number;
  readonly after?: string | undefined;
  readonly before?: string | undefined;
}

async function buildPageQuery(firestore: Firestore, request: FilterRequest, total: number) {
  const { filter, page, limit, after, before } = request;
  const { query, find } = FILTERED_LISTS[filter];
  const queryFrom = async (id: string, isReversed: boolean) => {
    const row = await find(firestore, id);
    if (row?.exists !== true) return null;
    return { query: query(firestore, isReversed).startAfter(row).limit(limit), isReversed };
  };
  if (after !== undefined) return queryFrom(after, false);
  if (before !== undefined) return queryFrom(before, true);
  if (page === 1) return { query: query(firestore, false).limit(limit), isReversed: false };
  if (page !== Math.ceil(total / limit)) return null;
  const remaining = total - (page - 1) * limit;
  return { query: query(firestore, true).limit(remaining), isReversed: true };
}

/** Reads the first or last page, or the one after or before a row. @returns null for others */
export async function readFilteredPage(
  firestore: Firestore,
  request: FilterRequest,
): Promise<UserPage | null> {
  const list = FILTERED_LISTS[request.filter];
  const countSnapshot = await list.query(firestore, false).count().get();
  const { count } = countSnapshot.data();
  const pageQuery = await buildPageQuery(firestore, request, count);
  if (!pageQuery) return null;
  const { docs } = await pageQuery.query.get();
  const rows = docs.flatMap((document) => list.row(document) ?? []);
  return {
    rows: pageQuery.isReversed ? rows.reverse() : rows,
    pagination: toPagination(count, request),
  };
}

interface UserPage {
  readonly rows: readonly AdminUser[];
  readonly pagination: Pagination;
}

interface PageRequest {
  readonly page: number;
  readonly limit: number;
}

const toPagination = (total: number, { page, limit }: PageRequest): Pagination => ({
  total,
  pages: Math.ceil(total / limit),
  current: page,
});

async function readFirstPage(firestore: Firestore, limit: number): Promise<DocumentSnapshot[]> {
  return (await buildUsersQuery(firestore, 'desc').limit(limit).get()).docs;
}

/**
 * Newest first. Reads up from the nearest anchor to the rank, then down from the anchor, so at most
 * the page and the users between rank and anchor.
 * @param rank 0 is the oldest user
 */
async function readDownFrom(
  firestore: Firestore,
  rank: number,
  limit: number,
  anchors: number,
): Promise<DocumentSnapshot[]> {
  const index = Math.min(Math.floor(rank / ANCHOR_INTERVAL), Math.max(0, anchors - 1));
  const anchor = index === 0 ? null : await readAnchor(firestore, index);
  const ascending = await startAtAnchor(buildUsersQuery(firestore, 'asc'), anchor)
    .limit(rank - index * ANCHOR_INTERVAL + 1)
    .get();
  const rows = ascending.docs.reverse().slice(0, limit);
  if (!anchor || rows.length === limit) return rows;
  const descending = await buildUsersQuery(firestore, 'desc')
    .startAfter(anchor.createdAt, anchor.uid)
    .limit(limit - rows.length)
    .get();
  return [...rows, ...descending.docs];
}

/**
 * Newest first, at the same cost for every page. After a deletion a row can appear on two pages
 * until the next anchor run, but is never missing.
 */
export async function readUsersPage(firestore: Firestore, request: PageRequest): Promise<UserPage> {
  const { page, limit } = request;
  const anchors = await countAnchors(firestore);
  const total = await countUsers(firestore, anchors);
  const rank = total - 1 - (page - 1) * limit;
  const documents =
    page === 1
      ? await readFirstPage(firestore, limit)
      : rank < 0
        ? []
        : await readDownFrom(firestore, rank, limit, anchors);
  return {
    rows: documents.flatMap((user) => toUserRow(user) ?? []),
    pagination: toPagination(total, request),
  };
}

/** Per query. */
const MAX_SEARCH_RESULTS = 18;

interface Matches {
  readonly documents: readonly DocumentSnapshot[];
  readonly hasMore: boolean;
}

const NO_MATCHES: Matches = { documents: [], hasMore: false };

async function readMatches(query: Query): Promise<Matches> {
  const { docs } = await query.limit(MAX_SEARCH_RESULTS + 1).get();
  return {
    documents: docs.slice(0, MAX_SEARCH_RESULTS),
    hasMore: docs.length > MAX_SEARCH_RESULTS,
  };
}

/** Finds members whose proof or setup names this account, in any spelling. */
async function findClaimants(firestore: Firestore, text: string): Promise<Matches> {
  const accountKey = toAccountKey(text);
  if (!/\d/.test(accountKey)) return NO_MATCHES;
  const claims = await Promise.all(
    [firestore.collection('proofs'), firestore.collection('setups')].map((submissions) =>
      readMatches(submissions.where('accountKey', '==', accountKey)),
    ),
  );
  const uids = new Set(
    claims.flatMap(({ documents }) =>
      documents.flatMap((claim) => {
        const uid: unknown = claim.get('uid');
        return typeof uid === 'string' ? [uid] : [];
      }),
    ),
  );
  if (uids.size === 0) return NO_MATCHES;
  const documents = await firestore.getAll(...[...uids].map((uid) => userRef(firestore, uid)));
  return { documents, hasMore: claims.some(({ hasMore }) => hasMore) };
}

/** Sorts after all texts with the same prefix. */
const PREFIX_END = '\uf8ff';

interface UserSearchResult {
  readonly users: AdminUser[];
  readonly hasMore: boolean;
}

export async function searchUsers(firestore: Firestore, text: string): Promise<UserSearchResult> {
  const users = firestore.collection('users');
  const name = toSearchName(text) || text;
  const address = cleanEmail(text) || text;
  const code = parseAdmissionCode(text) ?? text.toUpperCase();
  const results = await Promise.all([
    readMatches(users.where('email', '>=', address).where('email', '<', address + PREFIX_END)),
    readMatches(users.where('nameLower', '>=', name).where('nameLower', '<', name + PREFIX_END)),
    readMatches(
      users.where('admissionCode', '>=', code).where('admissionCode', '<', code + PREFIX_END),
    ),
    findClaimants(firestore, text),
  ]);
  const matches = new Map(
    results.flatMap(({ documents }) => documents).map((user) => [user.id, user]),
  );
  const rows = [...matches.values()].flatMap((user) => toUserRow(user) ?? []);
  return {
    users: rows.sort((a, b) => b.createdAt.localeCompare(a.createdAt)),
    hasMore: results.some(({ hasMore }) => hasMore),
  };
}
