import { endpoints } from '@quantalgo/contracts/allEndpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endAllSessions } from '../../../src/platform/auth/endSessions';
import { logInNewMember } from '../http/members';
import { startApi, type Api } from '../http/suite';
import { forgedToken, readTokenSid } from '../http/tokens';

let api: Api;

beforeAll(async () => {
  api = await startApi('demo-http-access');
});
afterAll(() => api.close());

const MEMBER_PATHS = Object.values(endpoints)
  .filter(({ method, caller }) => method === 'GET' && caller === 'member')
  .map(({ path }) => path.replaceAll(/:\w+/g, '20261120T1405Z'));
const ENDED = 'Your session has ended. Please log in again.';

async function expectEnded(token: string): Promise<void> {
  for (const path of MEMBER_PATHS) {
    const { status, headers, envelope } = await api.call(path, { token });
    expect(status).toBe(401);
    expect(envelope).toMatchObject({ success: false, message: ENDED });
    expect(headers.get('cache-control')).toBe('no-store');
  }
}

/** A token that was used before, so that the server's caches know it. */
async function createUsedToken() {
  const member = await logInNewMember(api, { tier: 'essential' });
  expect((await api.call('/api/signals', { token: member.token })).status).toBe(200);
  return member;
}

describe('caller without a token', () => {
  it.each(MEMBER_PATHS)('is asked to log in at %s', async (path) => {
    const { status, envelope } = await api.call(path);
    expect(status).toBe(401);
    expect(envelope?.message).toBe('Please log in');
  });

  it.each(['', 'Bearer', 'Bearer ', 'Basic YWRhOnNlY3JldA==', 'token'])(
    'is asked to log in with the header "%s"',
    async (authorization) => {
      const { status, envelope } = await api.call('/auth/me', { headers: { authorization } });
      expect(status).toBe(401);
      expect(envelope?.message).toBe('Please log in');
    },
  );

  it('gets 401 even for an invalid query', async () => {
    expect((await api.call('/api/signals?limit=many')).status).toBe(401);
  });
});

describe('bearer token check', () => {
  it.each([
    ['text that is not a token', () => 'abc'],
    ['a truncated token', (token: string) => token.slice(0, -20)],
    ['a token of another project', (_: string, uid: string) => forgedToken(uid, { aud: 'other' })],
    [
      'a token of another issuer',
      (_: string, uid: string) => forgedToken(uid, { iss: 'https://securetoken.google.com/other' }),
    ],
    ['a token without a subject', () => forgedToken('')],
    [
      'an expired token',
      (_: string, uid: string) =>
        forgedToken(uid, { exp: Math.floor(Date.now() / 1000) - 1, iat: 1, auth_time: 1 }),
    ],
  ])('rejects %s', async (_what, forge) => {
    const { uid, token } = await logInNewMember(api, { tier: 'essential' });
    await expectEnded(forge(token, uid));
  });

  it('rejects a custom token used as a bearer token', async () => {
    const { customToken } = await logInNewMember(api, { tier: 'essential' });
    await expectEnded(customToken);
  });

  it('rejects a token of an unknown member', async () => {
    await expectEnded(forgedToken('nobody'));
  });

  it('rejects a token of a member whose sessions were all ended', async () => {
    const { uid, token } = await createUsedToken();
    await endAllSessions(api.firestore, { uid }, Date.now());
    await expectEnded(token);
  });

  it('rejects a token of an expired, deleted, unknown or another member’s session', async () => {
    const { uid, token } = await createUsedToken();
    const other = await createUsedToken();
    const session = api.firestore.doc(`sessions/${readTokenSid(token)}`);
    await expectEnded(forgedToken(uid, { sid: 'never-granted' }));
    await expectEnded(forgedToken(uid, { sid: readTokenSid(other.token) }));
    await session.update({ expireAt: new Date(Date.now() - 1) });
    await expectEnded(token);
    await session.delete();
    await expectEnded(token);
  });

  it.each(['', '.', '..', '__x__', '____', 'a/b', '../users/x', 'a b', 'x'.repeat(65), 7, null])(
    'rejects a token with the impossible session id %j',
    async (sid) => {
      const { uid } = await createUsedToken();
      await expectEnded(forgedToken(uid, { sid }));
    },
  );

  it.each(['__x__', 'a/b', '..'])(
    'rejects a token with the impossible member id %j',
    async (uid) => {
      await expectEnded(forgedToken(uid, { sid: 'never-granted' }));
    },
  );

  it('rejects a token from Firebase Auth without a session', async () => {
    const { uid } = await createUsedToken();
    await expectEnded(await api.exchangeToken(await api.auth.createCustomToken(uid)));
  });

  it('rejects a token of a member without a record', async () => {
    const { uid, token } = await createUsedToken();
    await api.firestore.doc(`users/${uid}`).delete();
    await expectEnded(token);
  });
});

describe('token with forged claims', () => {
  it('gets no signals if the member’s record says guest', async () => {
    const { uid, token } = await logInNewMember(api);
    const sid = readTokenSid(token);
    const claims = { sid, tier: 'essential', unlocked: true, staff: true, accessVersion: 9 };
    const { status } = await api.call('/api/signals', { token: forgedToken(uid, claims) });
    expect(status).toBe(403);
  });
});

describe('concurrent calls', () => {
  it('are refused as soon as access is lowered, even while earlier ones are in flight', async () => {
    const { uid, token } = await createUsedToken();
    const ask = async () => (await api.call('/api/signals', { token })).status;
    const before = Array.from({ length: 20 }, ask);
    await api.firestore.doc(`users/${uid}`).update({ tier: 'guest', dashboardUnlocked: false });
    const after = await Promise.all(Array.from({ length: 20 }, ask));
    expect(new Set(after)).toEqual(new Set([403]));
    for (const status of await Promise.all(before)) expect([200, 403]).toContain(status);
  });

  it('are each answered for their own member', async () => {
    const [essential, guest] = await Promise.all([
      logInNewMember(api, { tier: 'essential' }),
      logInNewMember(api),
    ]);
    const calls = [essential, guest, essential, guest].map(async ({ token, uid }) => {
      const [me, list] = await Promise.all([
        api.call('/auth/me', { token }),
        api.call('/api/signals', { token }),
      ]);
      expect(me.envelope?.data).toMatchObject({ id: uid });
      return list.status;
    });
    expect(await Promise.all(calls)).toEqual([200, 403, 200, 403]);
  });
});

describe('token from before an access change', () => {
  it('gets no signals after access is revoked, but can still read /auth/me', async () => {
    const { uid, token } = await logInNewMember(api, { tier: 'essential' });
    expect((await api.call('/api/signals', { token })).status).toBe(200);
    await api.firestore.doc(`users/${uid}`).update({ tier: 'guest', dashboardUnlocked: false });
    expect((await api.call('/api/signals', { token })).status).toBe(403);
    expect((await api.call('/auth/me', { token })).status).toBe(200);
  });
});
