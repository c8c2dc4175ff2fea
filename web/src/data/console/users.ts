import { SETTABLE_ACCESS, type Tier } from '@quantalgo/contracts/access/access';
import { type AdminUser, adminUserSchema } from '@quantalgo/contracts/account/adminUser';
import { ADMIN_PAGE_SIZE, type UserFilter } from '@quantalgo/contracts/console/console';
import { adminUsersEndpoints } from '@quantalgo/contracts/console/endpoints';
import type { Pagination } from '@quantalgo/contracts/core/endpoint';
import { call } from '../auth/call';
import { ApiError } from '../auth/errors';
import { asStaff, createQueryCache, type StaffQuery, usePolling, useStaffQuery } from './queries';

/** A page of the list of users, or of search results. */
export interface UsersQuery {
  readonly page: number;
  readonly filter: UserFilter | null;
  /** Prefix of an address, a name or an admission code, searched among all users. */
  readonly search: string | null;
  /** The row after which a page of a filter starts, or before which it ends. */
  readonly after: string | null;
  readonly before: string | null;
}

export interface UsersPage {
  readonly rows: readonly AdminUser[];
  readonly pagination: Pagination;
}

const pages = createQueryCache<UsersPage>();

const queryOf = ({ page, filter, after, before }: UsersQuery) => ({
  page: String(page),
  limit: String(ADMIN_PAGE_SIZE),
  ...(filter === null ? {} : { filter }),
  ...(after === null ? {} : { after }),
  ...(before === null ? {} : { before }),
});

const queryKeyOf = (wanted: UsersQuery): string =>
  JSON.stringify(wanted.search === null ? queryOf(wanted) : { search: wanted.search });

async function fetchUsers(wanted: UsersQuery): Promise<UsersPage> {
  const { search } = wanted;
  const { data, pagination } =
    search === null
      ? await call(adminUsersEndpoints.adminUsers, { query: queryOf(wanted) })
      : await call(adminUsersEndpoints.searchUsers, { body: { search } });
  return { rows: data, pagination: pagination ?? { total: data.length, pages: 1, current: 1 } };
}

/** A page of users, cached until the page is closed. Members with a pending proof follow the queue. */
export const useUsers = (wanted: UsersQuery): StaffQuery<UsersPage> =>
  usePolling(
    useStaffQuery(pages, queryKeyOf(wanted), () => fetchUsers(wanted), {
      wordless: adminUsersEndpoints.adminUsers.failure,
    }),
    wanted.filter === 'pending' && wanted.search === null,
  );

/** All users whose address, name or admission code begins with the text. */
export const searchUsers = (search: string): Promise<readonly AdminUser[]> =>
  asStaff(async () => (await call(adminUsersEndpoints.searchUsers, { body: { search } })).data);

type UserCase = Awaited<ReturnType<typeof fetchUser>>;

const fetchUser = async (id: string) =>
  (await call(adminUsersEndpoints.adminUser, { params: { id } })).data;

const cases = createQueryCache<UserCase>();

/** One user with the history of their access. */
export const useUser = (id: string): StaffQuery<UserCase> =>
  useStaffQuery(cases, id, () => fetchUser(id), {
    wordless: adminUsersEndpoints.adminUser.failure,
  });

/** Result of a change: the current row; `stale` if somebody else had changed it first, so that nothing was changed. */
interface AccessAnswer {
  readonly row: AdminUser;
  readonly stale: boolean;
}

/**
 * Sets the access of a user; nothing changes if it is no longer as last displayed.
 * @param key identifies the click, so that a repeated attempt counts once
 * @throws ApiError with the server's message.
 * @throws NetworkError if there is no answer
 */
export const changeAccess = (
  { id, accessVersion }: AdminUser,
  tier: Tier,
  reason: string,
  key: string,
): Promise<AccessAnswer> =>
  asStaff(async () => {
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
  });
