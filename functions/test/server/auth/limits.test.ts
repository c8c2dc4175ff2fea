import { randomUUID } from 'node:crypto';
import { sessionSchema } from '@quantalgo/contracts/auth/endpoints';
import { MINUTE_MS } from '@quantalgo/contracts/core/time';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { LIMITS } from '../../../src/domain/core/limits';
import { createFirestoreLimiter } from '../../../src/platform/core/rateLimiter';
import { createMember } from '../http/members';
import { startApi, type Api } from '../http/suite';
import { readTokenSid } from '../http/tokens';
import { readMailSecret, newAddress, PASSWORD, post, registration } from './visitor';
import { createOriginCalls } from './originCalls';

let api: Api;
let ahead = 0;
const clock = () => Date.now() + ahead;
const { from, logIn } = createOriginCalls(() => api);

beforeAll(async () => {
  api = await startApi('demo-onboarding-limits', { clock });
});
afterAll(() => api.close());

describe('wrong-password limit', () => {
  it.each([
    ['a member’s email', async () => (await createMember(api)).email],
    ['an unknown email', () => Promise.resolve(newAddress())],
  ])(
    'allows ten attempts in 15 minutes per origin for %s, without blocking other origins',
    async (_what, address) => {
      const email = await address();
      for (let tries = 1; tries <= 10; tries += 1)
        expect((await logIn(email, 'Wrong2026')).status).toBe(401);
      const { status, headers, envelope } = await logIn(email, PASSWORD);
      expect(status).toBe(429);
      expect(envelope?.message).toMatch(
        /^Too many attempts\. Please try again in 1[45] minutes\.$/,
      );
      const seconds = Number(headers.get('retry-after'));
      expect(seconds).toBeGreaterThan(14 * 60);
      expect(seconds).toBeLessThanOrEqual(15 * 60);
      expect((await logIn(email, PASSWORD, '198.51.100.7')).status).not.toBe(429);
    },
  );

  it('counts concurrent attempts', async () => {
    const { email } = await createMember(api);
    const tries = await Promise.all(Array.from({ length: 14 }, () => logIn(email, 'Wrong2026')));
    const statuses = tries.map(({ status }) => status);
    expect(statuses.every((status) => status === 401 || status === 429)).toBe(true);
    const compared = statuses.filter((status) => status === 401).length;
    expect(compared).toBeLessThanOrEqual(10);
    for (let more = compared; more < 10; more += 1) await logIn(email, 'Wrong2026');
    expect((await logIn(email, PASSWORD)).status).toBe(429);
  });

  it('counts plus-addressed variants of an email together', async () => {
    const { email } = await createMember(api);
    const statuses: number[] = [];
    for (let n = 0; n <= 10; n += 1)
      statuses.push((await logIn(email.replace('@', `+${n}@`), 'Wrong2026')).status);
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429]);
  });

  it('resets after 15 minutes', async () => {
    const { email } = await createMember(api);
    for (let tries = 0; tries < 10; tries += 1) await logIn(email, 'Wrong2026');
    expect((await logIn(email, PASSWORD)).status).toBe(429);
    ahead = 15 * MINUTE_MS + 1000;
    expect((await logIn(email, PASSWORD)).status).toBe(200);
    ahead = 0;
  });
});

describe('known device', () => {
  const onDevice = (email: string, password: string, device: string, origin = '203.0.113.1') =>
    api.call('/auth/login', {
      method: 'POST',
      body: { email, password },
      headers: { 'x-forwarded-for': origin, 'x-device': device },
    });
  const deviceIn = ({ envelope }: Awaited<ReturnType<typeof logIn>>) =>
    sessionSchema.parse(envelope?.data).device ?? '';

  it('has its own limit, unaffected by other attempts from its origin', async () => {
    const { email } = await createMember(api);
    const device = deviceIn(await logIn(email, PASSWORD));
    expect(device).toMatch(/^[\w-]{43}$/);
    for (let tries = 0; tries < 10; tries += 1) await logIn(email, 'Wrong2026');
    expect((await logIn(email, PASSWORD)).status).toBe(429);
    const again = await onDevice(email, PASSWORD, device);
    expect([again.status, deviceIn(again)]).toEqual([200, device]);
    for (let tries = 0; tries < 10; tries += 1)
      expect((await onDevice(email, 'Wrong2026', device, `198.51.100.${tries}`)).status).toBe(401);
    expect((await onDevice(email, PASSWORD, device)).status).toBe(429);
  });

  it('counts only for its own account, and its secret is not stored', async () => {
    const [one, other] = await Promise.all([createMember(api), createMember(api)]);
    const device = deviceIn(await logIn(one.email, PASSWORD));
    for (let tries = 0; tries < 10; tries += 1) await logIn(other.email, 'Wrong2026');
    expect((await onDevice(other.email, PASSWORD, device)).status).toBe(429);
    const stored = await api.firestore.collection('credentials').doc(one.uid).get();
    expect(stored.get('devices')).toHaveLength(1);
    expect(JSON.stringify(stored.data())).not.toContain(device);
  });

  it('is one of the last ten, and is forgotten when all sessions end', async () => {
    const { uid, email } = await createMember(api);
    const devices: string[] = [];
    for (let logins = 0; logins < 11; logins += 1)
      devices.push(deviceIn(await logIn(email, PASSWORD)));
    const readDevices = async () =>
      z
        .array(z.string())
        .parse((await api.firestore.collection('credentials').doc(uid).get()).get('devices'));
    expect(await readDevices()).toHaveLength(10);
    for (let tries = 0; tries < 10; tries += 1) await logIn(email, 'Wrong2026');
    expect((await onDevice(email, PASSWORD, devices[0] ?? '')).status).toBe(429);
    const last = await onDevice(email, PASSWORD, devices[10] ?? '');
    const { token } = sessionSchema.parse(last.envelope?.data);
    const ended = await api.call('/api/account/devices', { method: 'DELETE', token });
    expect(ended.status).toBe(200);
    expect(await readDevices()).toHaveLength(1);
    expect((await onDevice(email, PASSWORD, devices[10] ?? '')).status).toBe(429);
    expect((await onDevice(email, PASSWORD, deviceIn(ended))).status).toBe(200);
  });
});

describe('stolen session that uses up the member’s limits', () => {
  it('can still be logged out by the owner, who can also reset the password', async () => {
    const { uid, email } = await createMember(api);
    const openSession = async () =>
      sessionSchema.parse((await logIn(email, PASSWORD)).envelope?.data).token;
    const [owner, thief] = [await openSession(), await openSession()];
    await post(api, '/auth/forgot-password', { email });
    const token = await readMailSecret(api, email, 'token');
    const limiter = createFirestoreLimiter({ ...api, factor: 1 });
    for (const name of ['memberChanges', 'memberHashes'] as const) {
      for (let taken = 0; taken < LIMITS[name].max; taken += 1) await limiter.take(name, uid);
      expect((await limiter.take(name, uid)).allowed).toBe(false);
    }
    for (let taken = 0; taken < LIMITS.accountLogouts.max; taken += 1)
      await limiter.take('accountLogouts', `${uid} 203.0.113.9`);
    const path = `/api/account/devices/${readTokenSid(thief)}`;
    expect((await api.call(path, { method: 'DELETE', token: owner })).status).toBe(200);
    expect((await api.call('/auth/me', { token: thief })).status).toBe(401);
    const body = { token, newPassword: 'Another2026' };
    expect((await post(api, '/auth/reset-password', body)).status).toBe(200);
  });

  it('does not stop the owner from logging out all other devices', async () => {
    const { uid, email } = await createMember(api);
    const login = await logIn(email, PASSWORD);
    const { token } = sessionSchema.parse(login.envelope?.data);
    const limiter = createFirestoreLimiter({ ...api, factor: 1 });
    for (let taken = 0; taken < LIMITS.memberChanges.max; taken += 1)
      await limiter.take('memberChanges', uid);
    const ended = await api.call('/api/account/devices', { method: 'DELETE', token });
    expect(ended.status).toBe(200);
  });
});

describe('logins with the right password', () => {
  it('are not limited', async () => {
    const { email } = await createMember(api);
    for (let logins = 0; logins < 12; logins += 1)
      expect((await logIn(email, PASSWORD)).status).toBe(200);
  });
});

describe('public reads', () => {
  it.each(['/countdown', '/countdown/config', '/api/record', '/api/record/strategies'])(
    'are limited per origin: %s',
    async (path) => {
      const origin = `198.51.100.${path.length}`;
      const limited = await startApi('demo-onboarding-limits', { clock }, undefined, (deps) => ({
        ...deps,
        limiter: createFirestoreLimiter({ ...deps, limitSecrets: deps.secrets, factor: 0.002 }),
      }));
      const statuses: number[] = [];
      for (let calls = 0; calls < 30; calls += 1) {
        const headers = { 'x-forwarded-for': origin, authorization: `Bearer ${calls}` };
        statuses.push((await limited.call(path, { headers })).status);
      }
      expect(statuses[0]).toBe(200);
      expect(statuses.at(-1)).toBe(429);
      await limited.close();
    },
  );
});

describe('limits per origin', () => {
  it('allow 200 sign-ups in ten minutes', async () => {
    for (let group = 0; group < 25; group += 1) {
      const answers = await Promise.all(
        Array.from({ length: 8 }, () =>
          from('203.0.113.200', '/auth/register', registration(newAddress())),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array<number>(8).fill(200));
    }
  });

  it('allow 300 code requests in ten minutes, even if no code is sent', async () => {
    const origin = '203.0.113.210';
    const limiter = createFirestoreLimiter({ ...api, factor: 1 });
    const email = newAddress();
    await Promise.all(Array.from({ length: 299 }, () => limiter.take('originResends', origin)));
    expect((await from(origin, '/auth/send-activation-email', { email })).status).toBe(200);
    expect((await from(origin, '/auth/send-activation-email', { email })).status).toBe(429);
  });

  it('reject an origin over its limit without affecting others', async () => {
    // A fixed clock, because the limit's window could end during the test.
    const deps = { ...api, clock: () => Date.parse('2026-11-20T12:01:00Z') };
    const [busy, calm] = [randomUUID(), randomUUID()];
    const limiter = createFirestoreLimiter({ ...deps, factor: 1 });
    for (let taken = 0; taken < 100; taken += 1)
      expect((await limiter.take('originTransfers', busy)).allowed).toBe(true);
    const refused = await limiter.take('originTransfers', busy);
    expect(refused).toEqual({ allowed: false, retryAfterMs: 9 * MINUTE_MS });
    expect((await limiter.take('originTransfers', calm)).allowed).toBe(true);
    const raised = createFirestoreLimiter({ ...deps, factor: 2 });
    expect((await raised.take('originTransfers', busy)).allowed).toBe(true);
  });

  it('stay refused for ten seconds without reading, except after a refund here', async () => {
    let now = Date.parse('2026-11-20T12:01:00Z');
    const origin = randomUUID();
    // Two in a window.
    const deps = { ...api, clock: () => now, factor: 0.02 };
    const [here, elsewhere] = [createFirestoreLimiter(deps), createFirestoreLimiter(deps)];
    const take = () => here.take('originTransfers', origin);
    const [foreign, own] = [await elsewhere.take('originTransfers', origin), await take()];
    expect(await take()).toEqual({ allowed: false, retryAfterMs: 9 * MINUTE_MS });
    if (foreign.allowed) await foreign.refund();
    now += 9999;
    expect(await take()).toEqual({ allowed: false, retryAfterMs: 9 * MINUTE_MS - 9999 });
    now += 1;
    expect((await take()).allowed).toBe(true);
    expect((await take()).allowed).toBe(false);
    if (own.allowed) await own.refund();
    expect((await take()).allowed).toBe(true);
    now = Date.parse('2026-11-20T12:09:59Z');
    expect((await take()).allowed).toBe(false);
    now += 1000;
    expect((await take()).allowed).toBe(true);
  });

  it('leave no counter without an expiry if a count is given back after a clear', async () => {
    const limiter = createFirestoreLimiter({ ...api, factor: 1 });
    const taken = await limiter.take('accountLogins', 'cleared');
    await limiter.clear('accountLogins', 'cleared');
    if (taken.allowed) await taken.refund();
    const { docs } = await api.firestore.collection('rateLimits').get();
    const endless = docs.filter((document) => document.get('expireAt') === undefined);
    expect(endless.map(({ id }) => id)).toEqual([]);
  });

  it('do not count attempts that are given back', async () => {
    const limiter = createFirestoreLimiter({ ...api, factor: 1 });
    for (let taken = 0; taken < 120; taken += 1) {
      const one = await limiter.take('originTransfers', 'successful');
      expect(one.allowed).toBe(true);
      if (one.allowed) await one.refund();
    }
  });
});
