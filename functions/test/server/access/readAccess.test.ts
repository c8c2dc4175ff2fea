import { endpoints } from '@quantalgo/contracts/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endAllSessions } from '../../../src/platform/auth/endings';
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

/** A token that opened all before: what the server remembers of it must not help it. */
async function tokenInUse() {
  const member = await logInNewMember(api, { tier: 'essential' });
  expect((await api.call('/api/signals', { token: member.token })).status).toBe(200);
  return member;
}

describe('whoever brings no token', () => {
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

  it('learns nothing of the rules of a query before that', async () => {
    expect((await api.call('/api/signals?limit=many')).status).toBe(401);
  });
});

describe('a token that opens nothing', () => {
  it.each([
    ['no token at all', () => 'abc'],
    ['a token without its end', (token: string) => token.slice(0, -20)],
    ['a token of another project', (_: string, uid: string) => forgedToken(uid, { aud: 'other' })],
    [
      'a token of another issuer',
      (_: string, uid: string) => forgedToken(uid, { iss: 'https://securetoken.google.com/other' }),
    ],
    ['a token without a subject', () => forgedToken('')],
    [
      'a token that has expired',
      (_: string, uid: string) =>
        forgedToken(uid, { exp: Math.floor(Date.now() / 1000) - 1, iat: 1, auth_time: 1 }),
    ],
  ])('is %s', async (_what, forge) => {
    const { uid, token } = await logInNewMember(api, { tier: 'essential' });
    await expectEnded(forge(token, uid));
  });

  it('is a custom token, which only signs in', async () => {
    const { customToken } = await logInNewMember(api, { tier: 'essential' });
    await expectEnded(customToken);
  });

  it('is a token of nobody', async () => {
    await expectEnded(forgedToken('nobody'));
  });

  it('is the token of a member all of whose sessions were ended', async () => {
    const { uid, token } = await tokenInUse();
    await endAllSessions(api.firestore, { uid }, Date.now());
    await expectEnded(token);
  });

  it('is the token of a session that is over, was never granted, or is another member’s', async () => {
    const { uid, token } = await tokenInUse();
    const other = await tokenInUse();
    const session = api.firestore.doc(`sessions/${readTokenSid(token)}`);
    await expectEnded(forgedToken(uid, { sid: 'never-granted' }));
    await expectEnded(forgedToken(uid, { sid: readTokenSid(other.token) }));
    await session.update({ expireAt: new Date(Date.now() - 1) });
    await expectEnded(token);
    await session.delete();
    await expectEnded(token);
  });

  it.each(['', '.', '..', '__x__', '____', 'a/b', '../users/x', 'a b', 'x'.repeat(65), 7, null])(
    'is a token that names a session which can’t be stored: %j',
    async (sid) => {
      const { uid } = await tokenInUse();
      await expectEnded(forgedToken(uid, { sid }));
    },
  );

  it.each(['__x__', 'a/b', '..'])('is a token of the impossible member %j', async (uid) => {
    await expectEnded(forgedToken(uid, { sid: 'never-granted' }));
  });

  it('is a token that Firebase Auth hands out by itself, whoever asks it', async () => {
    const { uid } = await tokenInUse();
    await expectEnded(await api.signInWithToken(await api.auth.createCustomToken(uid)));
  });

  it('is the token of a member without a record', async () => {
    const { uid, token } = await tokenInUse();
    await api.firestore.doc(`users/${uid}`).delete();
    await expectEnded(token);
  });
});

describe('a token with forged claims', () => {
  it('opens no signal against the record of a guest', async () => {
    const { uid, token } = await logInNewMember(api);
    const sid = readTokenSid(token);
    const claims = { sid, tier: 'essential', unlocked: true, staff: true, accessVersion: 9 };
    const { status } = await api.call('/api/signals', { token: forgedToken(uid, claims) });
    expect(status).toBe(403);
  });
});

describe('calls that arrive together', () => {
  it('are refused from the very change of access on, while those before it are still being answered', async () => {
    const { uid, token } = await tokenInUse();
    const ask = async () => (await api.call('/api/signals', { token })).status;
    const before = Array.from({ length: 20 }, ask);
    await api.firestore.doc(`users/${uid}`).update({ tier: 'guest', dashboardUnlocked: false });
    const after = await Promise.all(Array.from({ length: 20 }, ask));
    expect(new Set(after)).toEqual(new Set([403]));
    for (const status of await Promise.all(before)) expect([200, 403]).toContain(status);
  });

  it('are each answered as their own member', async () => {
    const [essential, guest] = await Promise.all([
      logInNewMember(api, { tier: 'essential' }),
      logInNewMember(api),
    ]);
    const asked = [essential, guest, essential, guest].map(async ({ token, uid }) => {
      const [me, list] = await Promise.all([
        api.call('/auth/me', { token }),
        api.call('/api/signals', { token }),
      ]);
      expect(me.envelope?.data).toMatchObject({ id: uid });
      return list.status;
    });
    expect(await Promise.all(asked)).toEqual([200, 403, 200, 403]);
  });
});

describe('a token from before a change of access', () => {
  it('is refused signals from the revocation on, and still shows its member who they are', async () => {
    const { uid, token } = await logInNewMember(api, { tier: 'essential' });
    expect((await api.call('/api/signals', { token })).status).toBe(200);
    await api.firestore.doc(`users/${uid}`).update({ tier: 'guest', dashboardUnlocked: false });
    expect((await api.call('/api/signals', { token })).status).toBe(403);
    expect((await api.call('/auth/me', { token })).status).toBe(200);
  });
});
