import {
  ACCESS_STATES,
  ADMIN_PAGE_SIZE,
  adminUserSchema,
  endpoints,
  type AdminUser,
  type Pagination,
  type Tier,
  type UserFilter,
} from '@quantalgo/contracts';
import { call } from '../session/call';
import { ApiError } from '../session/errors';
import { type Answer, asStaff, staffMemory, useAnswer } from './answers';

/** A page of the list of users, or of what a search finds. */
export interface UsersQuery {
  readonly page: number;
  readonly filter: UserFilter | null;
  /** Beginning of an address, a name or an admission code, looked for among everybody. */
  readonly search: string | null;
  /** The row behind which a page of a filter begins, or before which it ends. */
  readonly after: string | null;
  readonly before: string | null;
}

export interface UsersPage {
  readonly rows: readonly AdminUser[];
  readonly pagination: Pagination;
}

const pages = staffMemory<UsersPage>();

const NETWORK = 'Network error. Please check your connection and try again.';

const queryOf = ({ page, filter, after, before }: UsersQuery) => ({
  page: String(page),
  limit: String(ADMIN_PAGE_SIZE),
  ...(filter === null ? {} : { filter }),
  ...(after === null ? {} : { after }),
  ...(before === null ? {} : { before }),
});

const questionOf = (wanted: UsersQuery): string =>
  JSON.stringify(wanted.search === null ? queryOf(wanted) : { search: wanted.search });

async function fetchUsers(wanted: UsersQuery): Promise<UsersPage> {
  const { search } = wanted;
  const { data, pagination } =
    search === null
      ? await call('adminUsers', { query: queryOf(wanted) })
      : await call('searchUsers', { body: { search } });
  return { rows: data, pagination: pagination ?? { total: data.length, pages: 1, current: 1 } };
}

/** A page of users, kept while this page of the browser lives. */
export const useUsers = (wanted: UsersQuery): Answer<UsersPage> =>
  useAnswer(pages, questionOf(wanted), () => fetchUsers(wanted), {
    wordless: endpoints.adminUsers.failure,
    unanswered: NETWORK,
  });

/** Users whose address, name or admission code begins with the text, of everybody. */
export const searchUsers = (search: string): Promise<readonly AdminUser[]> =>
  asStaff(async () => (await call('searchUsers', { body: { search } })).data);

type UserCase = Awaited<ReturnType<typeof fetchUser>>;

const fetchUser = async (id: string) => (await call('adminUser', { params: { id } })).data;

const cases = staffMemory<UserCase>();

/** One user with the changes of their access. */
export const useUser = (id: string): Answer<UserCase> =>
  useAnswer(cases, id, () => fetchUser(id), {
    wordless: endpoints.adminUser.failure,
    unanswered: NETWORK,
  });

/** What came of a change: the row as it is now, and whether somebody else had changed it meanwhile, so that nothing was. */
export interface AccessOutcome {
  readonly row: AdminUser;
  readonly stale: boolean;
}

/**
 * Sets the access of a user as they were last shown: where they are not so any more, nothing changes.
 * @param key names the click, so that a try that is repeated counts once
 * @throws ApiError with the server's words. @throws NetworkError when no answer came.
 */
export const changeAccess = (
  { id, accessVersion }: AdminUser,
  tier: Tier,
  reason: string,
  key: string,
): Promise<AccessOutcome> =>
  asStaff(async () => {
    try {
      const body = { ...ACCESS_STATES[tier], ...(reason === '' ? {} : { reason }) };
      const { data } = await call('changeUserAccess', {
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
