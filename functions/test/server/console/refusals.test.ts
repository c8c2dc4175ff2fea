import type { Endpoint } from '@quantalgo/contracts/core/endpoint';
import { endpoints } from '@quantalgo/contracts/allEndpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { logInNewMember } from '../http/members';
import { startApi, type Api } from '../http/suite';
import { forgedToken, readTokenSid } from '../http/tokens';

let api: Api;

beforeAll(async () => {
  api = await startApi('demo-admin-refusals');
});
afterAll(() => api.close());

const OF_STAFF = Object.entries<Endpoint>(endpoints).filter(([, { caller }]) => caller === 'staff');
const call = ({ method, path }: Endpoint, token?: string) =>
  api.call(path.replace(/:\w+/g, 'somebody'), { method, ...(token !== undefined && { token }) });

describe('console endpoints', () => {
  it('number more than three', () => {
    expect(OF_STAFF.length).toBeGreaterThan(3);
  });

  it.each(OF_STAFF)('%s rejects a visitor without data', async (_name, endpoint) => {
    const { status, envelope } = await call(endpoint);
    expect(status).toBe(401);
    expect(envelope?.data).toBeUndefined();
  });

  it('reject members of any tier without data', async () => {
    for (const tier of ['guest', 'essential'] as const) {
      const { token } = await logInNewMember(api, { tier });
      for (const [name, endpoint] of OF_STAFF) {
        const { status, envelope } = await call(endpoint, token);
        expect([name, status, envelope?.data]).toEqual([name, 403, undefined]);
      }
    }
  });

  it('reject forged staff claims of a member', async () => {
    const { uid, token: own } = await logInNewMember(api);
    const claims = {
      sid: readTokenSid(own),
      tier: 'essential',
      unlocked: true,
      staff: true,
      accessVersion: 9,
    };
    const token = forgedToken(uid, claims);
    for (const [name, endpoint] of OF_STAFF)
      expect([name, (await call(endpoint, token)).status]).toEqual([name, 403]);
  });

  it('reject a query with an email address', async () => {
    const { token } = await logInNewMember(api, { staff: true });
    for (const [name, { method, path }] of OF_STAFF.filter(([, one]) => one.method === 'GET'))
      for (const field of ['search', 'find', 'userId', 'by', 'user', 'after', 'filter', 'state']) {
        const address = `${path.replace(/:\w+/g, 'somebody')}?${field}=ada%40quantalgo.test`;
        expect([name, field, (await api.call(address, { method, token })).status]).toEqual([
          name,
          field,
          400,
        ]);
      }
  });

  it('reject a former staff member at once', async () => {
    const { uid, token } = await logInNewMember(api, { staff: true });
    expect((await api.call('/api/admin/users', { token })).status).toBe(200);
    await api.firestore.doc(`users/${uid}`).update({ staff: false });
    expect((await api.call('/api/admin/users', { token })).status).toBe(403);
  });
});
