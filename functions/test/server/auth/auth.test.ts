import { isLocked } from '@quantalgo/contracts/access/access';
import { LOCK_DURATION_MS } from '@quantalgo/contracts/access/lock';
import { userDocumentSchema, userSchema } from '@quantalgo/contracts/account/member';
import { sessionSchema } from '@quantalgo/contracts/auth/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createPasswords } from '../../../src/platform/auth/passwords';
import { createMember, logIn, PASSWORD, logInNewMember } from '../http/members';
import { QUICK_PASSWORDS, startApi, type Api } from '../http/suite';
import { decodePayload } from '../http/tokens';

let api: Api;

beforeAll(async () => {
  api = await startApi('demo-http-auth');
});
afterAll(() => api.close());

const post = (body: unknown) => api.call('/auth/login', { method: 'POST', body });
const me = (token: string) => api.call('/auth/me', { token });
const logout = (token: string) => api.call('/auth/logout', { method: 'POST', token });

describe('/auth/login', () => {
  it('returns a bearer token, a custom token and the member', async () => {
    const { uid, email } = await createMember(api, { tier: 'essential', fullName: 'Ada Obi' });
    const { status, headers, envelope } = await post({ email, password: PASSWORD });
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(envelope?.success).toBe(true);
    const { token, user } = sessionSchema.parse(envelope?.data);
    expect(user).toMatchObject({ id: uid, email, name: 'Ada', accessLevel: 'premium' });
    expect((await me(token)).status).toBe(200);
  });

  it('ignores case and surrounding spaces in the email', async () => {
    const { email } = await createMember(api);
    const typed = `  ${email.toUpperCase()} `;
    expect((await post({ email: typed, password: PASSWORD })).status).toBe(200);
  });

  it('mints a custom token with only the session id as a claim', async () => {
    const { uid, email } = await createMember(api, { tier: 'essential' });
    const { token, customToken } = await logIn(api, email);
    const { claims } = z
      .object({ claims: z.record(z.string(), z.string()) })
      .parse(decodePayload(customToken));
    expect(Object.keys(claims)).toEqual(['sid']);
    expect(decodePayload(token)).toMatchObject({ ...claims, tier: 'essential', unlocked: true });
    const session = await api.firestore.doc(`sessions/${claims['sid']}`).get();
    expect(session.data()).toMatchObject({ uid, endedAt: null });
  });

  it('recreates a deleted Firebase account with the same uid and claims', async () => {
    const { uid, email } = await logInNewMember(api, { tier: 'starter' });
    await api.auth.deleteUser(uid);
    const { token, user } = await logIn(api, email);
    expect(user.id).toBe(uid);
    expect(decodePayload(token)).toMatchObject({ tier: 'starter', unlocked: true });
    expect((await me(token)).status).toBe(200);
  });

  it('rejects a password that is replaced while it is being checked', async () => {
    const { uid, email } = await createMember(api);
    const replacing = await startApi('demo-http-auth-replacing', {
      passwords: {
        ...QUICK_PASSWORDS,
        matches: async (stored, password) => {
          const isRight = await QUICK_PASSWORDS.matches(stored, password);
          const replaced = await QUICK_PASSWORDS.hash('Replaced2026');
          if (isRight) await api.firestore.doc(`credentials/${uid}`).update({ password: replaced });
          return isRight;
        },
      },
      firestore: api.firestore,
      secrets: api.secrets,
    });
    const body = { email, password: PASSWORD };
    expect((await replacing.call('/auth/login', { method: 'POST', body })).status).toBe(401);
    await replacing.close();
  });

  it('rehashes a password stored with old parameters and an old pepper', async () => {
    const { uid, email } = await createMember(api);
    const old = createPasswords(new Map([[0, 'the pepper of the year before, replaced']]), {
      n: 16,
      r: 1,
      p: 1,
    });
    const reference = api.firestore.doc(`credentials/${uid}`);
    await reference.update({ password: await old.hash(PASSWORD) });
    const both = createPasswords(
      new Map([
        [2, 'the pepper of this year, which replaces'],
        [0, 'the pepper of the year before, replaced'],
      ]),
      { n: 32, r: 1, p: 1 },
    );
    const renewing = await startApi('demo-http-auth-renewing', {
      passwords: both,
      firestore: api.firestore,
      secrets: api.secrets,
    });
    expect((await logIn(renewing, email)).user.id).toBe(uid);
    expect((await reference.get()).get('password')).toMatchObject({ n: 32, pepper: 2 });
    expect((await logIn(renewing, email)).user.id).toBe(uid);
    await renewing.close();
  });

  it('returns the same error for wrong passwords and for unknown, blocked and incomplete accounts', async () => {
    const member = await createMember(api);
    const closed = await createMember(api);
    await api.firestore.doc(`credentials/${closed.uid}`).update({ blocked: true });
    const bare = await createMember(api);
    await api.firestore.doc(`users/${bare.uid}`).delete();
    const answers = await Promise.all([
      post({ email: member.email, password: 'Trader2027' }),
      post({ email: 'nobody@quantalgo.test', password: PASSWORD }),
      post({ email: closed.email, password: PASSWORD }),
      post({ email: bare.email, password: PASSWORD }),
      post({ email: 'not an address', password: PASSWORD }),
    ]);
    for (const { status, envelope } of answers) {
      expect(status).toBe(401);
      expect(envelope).toMatchObject({
        success: false,
        message: 'Email or password is incorrect',
        error: 'Email or password is incorrect',
      });
      expect(envelope).not.toHaveProperty('data');
    }
  });

  it.each([
    ['no body', undefined],
    ['an empty object', {}],
    ['no password', { email: 'ada@quantalgo.test' }],
    ['an empty password', { email: 'ada@quantalgo.test', password: '' }],
    ['a blank email', { email: '   ', password: PASSWORD }],
    ['a numeric email', { email: 7, password: PASSWORD }],
    ['a list as the password', { email: 'ada@quantalgo.test', password: [PASSWORD] }],
    ['null fields', { email: null, password: null }],
  ])('returns 400 for %s', async (_what, body) => {
    const { status, envelope } = await post(body);
    expect(status).toBe(400);
    expect(envelope?.message).toBe('Please fill in all fields');
  });

  it('returns 500 without the cause when Firebase Auth is unreachable', async () => {
    const unreachable = await startApi('demo-http-auth-unreachable', {
      exchangeToken: () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.7:443')),
    });
    const { email } = await createMember(unreachable);
    const { status, envelope } = await unreachable.call('/auth/login', {
      method: 'POST',
      body: { email, password: PASSWORD },
    });
    expect(status).toBe(500);
    expect(envelope?.message).toBe('Login failed');
    expect(JSON.stringify(envelope)).not.toContain('ECONNREFUSED');
    expect(unreachable.errors.join()).toContain('ECONNREFUSED');
    await unreachable.close();
  });
});

describe('/auth/me', () => {
  it('starts a guest’s lock on the first load and keeps it afterwards', async () => {
    const { uid, token } = await logInNewMember(api);
    const before = Date.now();
    const first = userSchema.parse((await me(token)).envelope?.data);
    const second = userSchema.parse((await me(token)).envelope?.data);
    const lockExpiresAt = Date.parse(first.lockExpiresAt ?? '');
    expect(lockExpiresAt).toBeGreaterThanOrEqual(before + LOCK_DURATION_MS);
    expect(lockExpiresAt).toBeLessThanOrEqual(Date.now() + LOCK_DURATION_MS);
    expect(second.lockExpiresAt).toBe(first.lockExpiresAt);
    const stored = userDocumentSchema.parse((await api.firestore.doc(`users/${uid}`).get()).data());
    expect(stored.lockExpiresAt).toBe(lockExpiresAt);
  });

  it('starts a single lock for five concurrent loads', async () => {
    const { token } = await logInNewMember(api);
    const loads = await Promise.all(Array.from({ length: 5 }, () => me(token)));
    const ends = loads.map(({ envelope }) => userSchema.parse(envelope?.data).lockExpiresAt);
    expect(new Set(ends).size).toBe(1);
  });

  it.each([
    ['an unlocked member', { tier: 'starter' as const }],
    ['staff', { staff: true }],
  ])('starts no lock for %s', async (_who, given) => {
    const { token } = await logInNewMember(api, given);
    const user = userSchema.parse((await me(token)).envelope?.data);
    expect(user.lockExpiresAt).toBeNull();
    expect(isLocked(user)).toBe(false);
  });

  it('shows an access change at once, even with an older token', async () => {
    const { uid, token } = await logInNewMember(api);
    await api.firestore.doc(`users/${uid}`).update({ tier: 'essential', dashboardUnlocked: true });
    const user = userSchema.parse((await me(token)).envelope?.data);
    expect(user).toMatchObject({ tier: 'essential', accessLevel: 'premium' });
  });

  it('leaves out fields that are not in the contract', async () => {
    const { uid, token } = await logInNewMember(api);
    await api.firestore.doc(`users/${uid}`).update({ noteOfStaff: 'call back on Monday' });
    expect((await me(token)).envelope?.data).not.toHaveProperty('noteOfStaff');
  });
});

describe('/auth/logout', () => {
  it('ends the session and rejects its token afterwards', async () => {
    const { uid, token } = await logInNewMember(api);
    // The first call records the device in the background; wait for that write.
    await api.call('/api/account/devices', { token });
    expect((await logout(token)).status).toBe(200);
    for (const { status, envelope } of [await me(token), await logout(token)]) {
      expect(status).toBe(401);
      expect(envelope?.message).toBe('Your session has ended. Please log in again.');
    }
    const sessions = await api.firestore.collection('sessions').where('uid', '==', uid).get();
    expect(sessions.docs.map((device) => Object.keys(device.data()).sort())).toEqual([
      [
        'browser',
        'endedAt',
        'expireAt',
        'factorExempt',
        'lastSeenAt',
        'loggedInAt',
        'platform',
        'secondFactorAt',
        'uid',
      ],
    ]);
  });

  it('leaves the member’s other sessions open', async () => {
    const { email, token } = await logInNewMember(api);
    const { token: later } = await logIn(api, email);
    await logout(token);
    expect((await me(token)).status).toBe(401);
    expect((await me(later)).status).toBe(200);
  });

  it('ignores If-None-Match and sends no ETag', async () => {
    const { token } = await logInNewMember(api);
    const { status, headers } = await api.call('/auth/logout', {
      method: 'POST',
      token,
      headers: { 'if-none-match': '*' },
    });
    expect(status).toBe(200);
    expect(headers.get('etag')).toBeNull();
  });

  it('rejects a body with fields', async () => {
    const { token } = await logInNewMember(api);
    const { status, envelope } = await api.call('/auth/logout', {
      method: 'POST',
      token,
      body: { everywhere: true },
    });
    expect(status).toBe(400);
    expect(envelope?.message).toBe('Unknown field: everywhere');
    expect((await me(token)).status).toBe(200);
  });
});
