import { HOUR_MS } from '@quantalgo/contracts/core/time';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reconcileAccounts } from '../../../src/platform/access/reconcile';
import { logIn, PASSWORD, logInNewMember } from '../http/members';
import { startApi, type Api } from '../http/suite';

let api: Api;

/** Reconciles only these accounts: other test files share the Auth emulator. */
const reconcile = async (uids: readonly string[], now = Date.now() + 2 * HOUR_MS) => {
  const auth = {
    listUsers: () => api.auth.getUsers(uids.map((uid) => ({ uid }))),
    deleteUsers: (ids: string[]) => api.auth.deleteUsers(ids),
  };
  const { counts, failures } = await reconcileAccounts({ auth, firestore: api.firestore }, now);
  expect(failures).toEqual([]);
  return counts;
};

beforeAll(async () => {
  api = await startApi('demo-server-reconcile');
});
afterAll(() => api.close());

describe('reconcileAccounts', () => {
  it('blocks accounts disabled in the console and unblocks re-enabled ones', async () => {
    const { uid, email, token } = await logInNewMember(api);
    await api.auth.updateUser(uid, { disabled: true });
    expect(await reconcile([uid])).toEqual({ deleted: 0, blocked: 1, unblocked: 0 });
    expect((await api.call('/auth/me', { token })).status).toBe(401);
    const login = { method: 'POST', body: { email, password: PASSWORD } };
    expect((await api.call('/auth/login', login)).status).toBe(401);
    expect(await reconcile([uid])).toEqual({ deleted: 0, blocked: 0, unblocked: 0 });
    await api.auth.updateUser(uid, { disabled: false });
    expect(await reconcile([uid])).toEqual({ deleted: 0, blocked: 0, unblocked: 1 });
    expect((await logIn(api, email)).user.id).toBe(uid);
  });

  it('deletes old accounts without a member', async () => {
    const { uid } = await api.auth.createUser({});
    const member = await logInNewMember(api);
    expect((await reconcile([uid, member.uid], Date.now())).deleted).toBe(0);
    expect((await reconcile([uid, member.uid])).deleted).toBe(1);
    const { users } = await api.auth.getUsers([{ uid }, { uid: member.uid }]);
    expect(users.map((account) => account.uid)).toEqual([member.uid]);
  });
});
