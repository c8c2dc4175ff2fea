import type { z } from 'zod/mini';
import type { accessBodySchema } from '@quantalgo/contracts';
import { sha256 } from '../../domain/ledger';
import { changeAccess } from '../../platform/members/access';
import { readAccessHistory } from '../../platform/console/audit';
import { pageOfFilter, pageOfUsers, searchUsers } from '../../platform/console/userLists';
import { readRow } from '../../platform/console/people';
import type { ApiDeps } from '../deps';
import { HttpError } from '../errors';
import type { HandlersOf } from '../handler';

const NO_USER = 'There is no such user';
const NO_PLACE =
  'Only the first and the last page of a filter have numbers; ask for others with after or before';

/** Changes of one member that the console shows. */
const HISTORY = 20;

/** Why staff changed it, where they did not say. */
const reasonOf = ({ reason, tier }: z.output<typeof accessBodySchema>) =>
  reason === undefined || reason === '' ? `set to ${tier} in the console` : reason;

/** The row of a member who was there a moment ago. */
export async function rowOrGone({ firestore }: Pick<ApiDeps, 'firestore'>, uid: string) {
  const row = await readRow(firestore, uid);
  if (!row) throw new HttpError(404, NO_USER);
  return row;
}

/** Users, and what they may do. */
export const adminUsersHandlers = (
  deps: ApiDeps,
): HandlersOf<'adminUsers' | 'adminUser' | 'changeUserAccess'> => ({
  async adminUsers({ query: { search, filter, ...wanted } }) {
    const { firestore } = deps;
    if (search !== undefined && search !== '') {
      const rows = await searchUsers(firestore, search);
      return { data: rows, pagination: { total: rows.length, pages: 1, current: 1 } };
    }
    const page =
      filter === undefined
        ? await pageOfUsers(firestore, wanted)
        : await pageOfFilter(firestore, { ...wanted, filter });
    if (!page) throw new HttpError(400, NO_PLACE);
    return { data: [...page.rows], pagination: page.pagination };
  },

  async adminUser({ params: { id } }) {
    const user = await rowOrGone(deps, id);
    return { data: { user, history: await readAccessHistory(deps.firestore, id, HISTORY) } };
  },

  async changeUserAccess({ params: { id }, body, caller, idempotencyKey: key, version }) {
    const { uid } = caller.session;
    if (uid === id) throw new HttpError(403, 'Nobody changes their own access');
    const { tier, dashboardUnlocked, hasDeposited } = body;
    const change = { tier, dashboardUnlocked, hasDeposited };
    const asks = sha256(JSON.stringify(['changeUserAccess', id, body]));
    const order = { uid: id, change, by: uid, reason: reasonOf(body), now: deps.clock() };
    const call = key === null ? null : { uid, key, asks };
    const outcome = await changeAccess(deps, order, { version, call });
    const data = await rowOrGone(deps, id);
    if (outcome === 'stale')
      throw new HttpError(409, 'Somebody has changed this user in the meantime', { data });
    return { data };
  },
});
