import { SETTABLE_ACCESS, type Tier } from '@quantalgo/contracts/access/access';
import { type AdminUser, adminUserSchema } from '@quantalgo/contracts/account/adminUser';
import { ADMIN_PAGE_SIZE, type UserFilter } from '@quantalgo/contracts/console/console';
import { adminUsersEndpoints } from '@quantalgo/contracts/console/endpoints';
import type { Pagination } from '@quantalgo/contracts/core/endpoint';
import { type Request, useRequest } from '../core/useRequest';
import { call } from '../auth/call';
import { ApiError } from '../core/errors';
import { runAsStaff, createStaffCache, usePolling } from './queries';

export interface UsersQuery {
  readonly page: number;
  readonly filter: UserFilter | null;
  readonly search: string | null;
  readonly after: string | null;
  readonly before: string | null;
}

export interface UsersPage {
  readonly rows: readonly AdminUser[];
  /** Null for a search. */
  readonly pagination: Pagination | null;
  /** True if a search matches more users than these. */
  readonly hasMore: boolean;
}

const pages = createStaffCache<UsersPage>();

const toQuery = ({ page, filter, after, before }: UsersQuery) => ({
  page: String(page),
  limit: String(ADMIN_PAGE_SIZE),
  ...(filter === null ? {} : { filter }),
  ...(after === null ? {} : { after }),
  ...(before === null ? {} : { before }),
});

const toQueryKey = (usersQuery: UsersQuery): string =>
  JSON.stringify(usersQuery.search === null ? toQuery(usersQuery) : { search: usersQuery.search });

async function fetchUsers(usersQuery: UsersQuery): Promise<UsersPage> {
  const { search } = usersQuery;
  if (search !== null) {
    const { data } = await call(adminUsersEndpoints.searchUsers, { body: { search } });
    return { rows: data.users, pagination: null, hasMore: data.hasMore };
  }
  const request = { query: toQuery(usersQuery) };
  const { data, pagination = null } = await call(adminUsersEndpoints.adminUsers, request);
  return { rows: data, pagination, hasMore: false };
}

export const useUsers = (usersQuery: UsersQuery): Request<UsersPage> =>
  usePolling(
    useRequest(() => fetchUsers(usersQuery), {
      cache: pages,
      key: toQueryKey(usersQuery),
      failure: {
        fallback: adminUsersEndpoints.adminUsers.failure,
      },
    }),
    usersQuery.filter === 'pending' && usersQuery.search === null,
  );

/** Doesn't prompt for the second factor: the caller handles the refusal. */
export const searchUsersUnprompted = async (search: string): Promise<readonly AdminUser[]> =>
  (await call(adminUsersEndpoints.searchUsers, { body: { search } })).data.users;

export const searchUsers = (search: string): Promise<readonly AdminUser[]> =>
  runAsStaff(() => searchUsersUnprompted(search));

type UserCase = Awaited<ReturnType<typeof fetchUser>>;

const fetchUser = async (id: string) =>
  (await call(adminUsersEndpoints.adminUser, { params: { id } })).data;

const cases = createStaffCache<UserCase>();

export const useUser = (id: string): Request<UserCase> =>
  useRequest(() => fetchUser(id), {
    cache: cases,
    key: id,
    failure: {
      fallback: adminUsersEndpoints.adminUser.failure,
    },
  });

/** `stale`: somebody else changed the row first, so nothing was changed. */
interface AccessResult {
  readonly row: AdminUser;
  readonly stale: boolean;
}

/**
 * Changes nothing if the access is no longer as displayed. Doesn't prompt for the second factor:
 * the caller handles the refusal.
 * @param key identifies the click, so that a retry counts only once
 */
export async function changeAccessUnprompted(
  { id, accessVersion }: AdminUser,
  tier: Tier,
  reason: string,
  key: string,
): Promise<AccessResult> {
  try {
    const body = { ...SETTABLE_ACCESS[tier], ...(reason === '' ? {} : { reason }) };
    const { data } = await call(adminUsersEndpoints.changeUserAccess, {
      params: { id },
      body,
      idempotencyKey: key,
      version: accessVersion,
    });
    return { row: data, stale: false };
  } catch (error) {
    const row = error instanceof ApiError && error.status === 409 ? error.data : undefined;
    const parsed = adminUserSchema.safeParse(row);
    if (!parsed.success) throw error;
    return { row: parsed.data, stale: true };
  }
}

export const changeAccess = (
  ...change: Parameters<typeof changeAccessUnprompted>
): Promise<AccessResult> => runAsStaff(() => changeAccessUnprompted(...change));
