import { randomUUID } from 'node:crypto';
import { sessionSchema } from '@quantalgo/contracts/auth/endpoints';
import { MINUTE_MS } from '@quantalgo/contracts/core/time';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { LIMITS } from '../../../src/domain/core/limits';
import { createFirestoreLimiter } from '../../../src/platform/core/rateLimiter';
import { addressKey } from '../../../src/platform/auth/addresses';
import { createMember } from '../http/members';
import { startApi, type Api } from '../http/suite';
import { readTokenSid } from '../http/tokens';
import { readMailSecret, mailsTo, newAddress, PASSWORD, post, registration } from './visitor';

let api: Api;
let ahead = 0;
const clock = () => Date.now() + ahead;

beforeAll(async () => {
  api = await startApi('demo-onboarding-limits', { clock });
});
afterAll(() => api.close());

/** A call as the platform hands it on from this network address. */
const from = (origin: string, path: string, body: unknown) =>
  api.call(path, { method: 'POST', body, headers: { 'x-forwarded-for': origin } });
const logIn = (email: string, password: string, origin = '203.0.113.1') =>
  from(origin, '/auth/login', { email, password });

describe('wrong passwords', () => {
  it.each([
    ['a known address', async () => (await createMember(api)).email],
    ['an unknown one', () => Promise.resolve(newAddress())],
  ])(
    'of %s are answered ten times in 15 minutes to one origin, and the owner elsewhere gets in',
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

  it('that come at once all count', async () => {
    const { email } = await createMember(api);
    const tries = await Promise.all(Array.from({ length: 14 }, () => logIn(email, 'Wrong2026')));
    const statuses = tries.map(({ status }) => status);
    expect(statuses.every((status) => status === 401 || status === 429)).toBe(true);
    const compared = statuses.filter((status) => status === 401).length;
    expect(compared).toBeLessThanOrEqual(10);
    for (let more = compared; more < 10; more += 1) await logIn(email, 'Wrong2026');
    expect((await logIn(email, PASSWORD)).status).toBe(429);
  });

  it('count for the mailbox of an address, whatever follows a plus', async () => {
    const { email } = await createMember(api);
    const statuses: number[] = [];
    for (let n = 0; n <= 10; n += 1)
      statuses.push((await logIn(email.replace('@', `+${n}@`), 'Wrong2026')).status);
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429]);
  });

  it('are forgotten after 15 minutes', async () => {
    const { email } = await createMember(api);
    for (let tries = 0; tries < 10; tries += 1) await logIn(email, 'Wrong2026');
    expect((await logIn(email, PASSWORD)).status).toBe(429);
    ahead = 15 * MINUTE_MS + 1000;
    expect((await logIn(email, PASSWORD)).status).toBe(200);
    ahead = 0;
  });
});

describe('a device that signed in before', () => {
  const onDevice = (email: string, password: string, device: string, origin = '203.0.113.1') =>
    api.call('/auth/login', {
      method: 'POST',
      body: { email, password },
      headers: { 'x-forwarded-for': origin, 'x-device': device },
    });
  const deviceIn = ({ envelope }: Awaited<ReturnType<typeof logIn>>) =>
    sessionSchema.parse(envelope?.data).device ?? '';

  it('gets in whatever others try from its own origin, and counts for itself', async () => {
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

  it('is one of that account alone, and its secret is stored nowhere', async () => {
    const [one, other] = await Promise.all([createMember(api), createMember(api)]);
    const device = deviceIn(await logIn(one.email, PASSWORD));
    for (let tries = 0; tries < 10; tries += 1) await logIn(other.email, 'Wrong2026');
    expect((await onDevice(other.email, PASSWORD, device)).status).toBe(429);
    const stored = await api.firestore.collection('credentials').doc(one.uid).get();
    expect(stored.get('devices')).toHaveLength(1);
    expect(JSON.stringify(stored.data())).not.toContain(device);
  });

  it('is one of the last ten, and forgotten when all sessions end', async () => {
    const { uid, email } = await createMember(api);
    const devices: string[] = [];
    for (let logins = 0; logins < 11; logins += 1)
      devices.push(deviceIn(await logIn(email, PASSWORD)));
    const known = async () =>
      z
        .array(z.string())
        .parse((await api.firestore.collection('credentials').doc(uid).get()).get('devices'));
    expect(await known()).toHaveLength(10);
    for (let tries = 0; tries < 10; tries += 1) await logIn(email, 'Wrong2026');
    expect((await onDevice(email, PASSWORD, devices[0] ?? '')).status).toBe(429);
    const last = await onDevice(email, PASSWORD, devices[10] ?? '');
    const { token } = sessionSchema.parse(last.envelope?.data);
    const ended = await api.call('/api/account/devices', { method: 'DELETE', token });
    expect(ended.status).toBe(200);
    expect(await known()).toHaveLength(1);
    expect((await onDevice(email, PASSWORD, devices[10] ?? '')).status).toBe(429);
    expect((await onDevice(email, PASSWORD, deviceIn(ended))).status).toBe(200);
  });
});

describe('a stolen session that uses up its member’s limits', () => {
  it('keeps the owner neither from logging it out nor from a reset link', async () => {
    const { uid, email } = await createMember(api);
    const openSession = async () =>
      sessionSchema.parse((await logIn(email, PASSWORD)).envelope?.data).token;
    const [owner, thief] = [await openSession(), await openSession()];
    await post(api, '/auth/forgot-password', { email });
    const token = await readMailSecret(api, email, 'token');
    const limiter = createFirestoreLimiter({ ...api, factor: 1 });
    for (const name of ['changesOfMember', 'hashesOfMember'] as const) {
      for (let taken = 0; taken < LIMITS[name].most; taken += 1) await limiter.take(name, uid);
      expect((await limiter.take(name, uid)).allowed).toBe(false);
    }
    for (let taken = 0; taken < LIMITS.logoutsOfMember.most; taken += 1)
      await limiter.take('logoutsOfMember', `${uid} 203.0.113.9`);
    const path = `/api/account/devices/${readTokenSid(thief)}`;
    expect((await api.call(path, { method: 'DELETE', token: owner })).status).toBe(200);
    expect((await api.call('/auth/me', { token: thief })).status).toBe(401);
    const others = await api.call('/api/account/devices', { method: 'DELETE', token: owner });
    expect(others.status).toBe(200);
    const body = { token, newPassword: 'Another2026' };
    expect((await post(api, '/auth/reset-password', body)).status).toBe(200);
  });
});

describe('right passwords', () => {
  it('are never limited', async () => {
    const { email } = await createMember(api);
    for (let logins = 0; logins < 12; logins += 1)
      expect((await logIn(email, PASSWORD)).status).toBe(200);
  });
});

describe('mails to one address', () => {
  it('are five in an hour to who asks from one origin; more are not sent, and nobody is refused', async () => {
    const email = newAddress();
    const asks = ['/auth/forgot-password', '/auth/send-activation-email'];
    for (let mails = 0; mails < 8; mails += 1)
      expect((await post(api, asks[mails % 2] ?? '', { email })).status).toBe(200);
    expect(await mailsTo(api, email)).toHaveLength(5);
    expect((await post(api, '/auth/register', registration(email))).status).toBe(200);
    expect(await mailsTo(api, email)).toHaveLength(5);
    ahead = 61 * MINUTE_MS;
    await post(api, '/auth/register', registration(email));
    ahead = 0;
    expect(await mailsTo(api, email)).toHaveLength(6);
  });

  it('hold the link that works: one that is not sent voids none that was', async () => {
    const { email } = await createMember(api);
    for (let asked = 0; asked < 8; asked += 1)
      expect((await post(api, '/auth/forgot-password', { email })).status).toBe(200);
    const links = (await mailsTo(api, email)).map(({ given }) => given['token']);
    expect(links).toHaveLength(5);
    const answers = await Promise.all(
      links.map((token) => post(api, '/auth/verify-reset-token', { token })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 400, 400]);
  });

  it('hold the code that works: one that is not sent voids none that was', async () => {
    const email = newAddress();
    await post(api, '/auth/register', registration(email));
    for (let asked = 1; asked < 8; asked += 1)
      expect((await post(api, '/auth/send-activation-email', { email })).status).toBe(200);
    expect(await mailsTo(api, email)).toHaveLength(5);
    const code = await readMailSecret(api, email, 'code');
    const confirmed = await post(api, '/auth/confirm-code', { email, confirmationCode: code });
    expect(confirmed.status).toBe(200);
  });

  it.each([
    ['a stranger', 'Stranger2026', PASSWORD],
    ['the owner', PASSWORD, 'Stranger2026'],
  ])(
    'that went to %s first open the address with the password of neither, though the other isn’t stored',
    async (_, first, second) => {
      const email = newAddress();
      for (let asked = 0; asked < 5; asked += 1)
        await post(api, '/auth/register', registration(email, { password: first }));
      const sixth = registration(email, { password: second });
      expect((await post(api, '/auth/register', sixth)).status).toBe(200);
      const registrations = api.firestore.collection('registrations');
      const stored = await registrations.where('address', '==', addressKey(email)).get();
      expect(stored.size).toBe(5);
      const code = await readMailSecret(api, email, 'code');
      const { envelope } = await post(api, '/auth/confirm-code', { email, confirmationCode: code });
      expect(sessionSchema.parse(envelope?.data).user.needsPassword).toBe(true);
      const logins = await Promise.all([first, second].map((password) => logIn(email, password)));
      expect(logins.map(({ status }) => status)).toEqual([401, 401]);
    },
  );

  it('cost no hash beyond their limit', async () => {
    let hashes = 0;
    const counted = await startApi('demo-onboarding-limits', { clock }, undefined, (deps) => ({
      ...deps,
      passwords: {
        ...deps.passwords,
        hash: (...given) => {
          hashes += 1;
          return deps.passwords.hash(...given);
        },
      },
    }));
    const email = newAddress();
    for (let attempt = 0; attempt < 9; attempt += 1)
      expect((await post(counted, '/auth/register', registration(email))).status).toBe(200);
    expect(hashes).toBe(5);
    await counted.close();
  });

  it('leave at most ten registrations of an address, whose owner still gets in by the newest code', async () => {
    const email = newAddress();
    const register = (origin: number, password: string) =>
      from(`198.51.100.${origin}`, '/auth/register', registration(email, { password }));
    for (let attempt = 0; attempt < 12; attempt += 1)
      expect((await register(attempt % 3, 'Stranger2026')).status).toBe(200);
    expect((await register(9, PASSWORD)).status).toBe(200);
    const registrations = api.firestore.collection('registrations');
    const stored = await registrations.where('address', '==', addressKey(email)).get();
    expect(stored.size).toBe(10);
    expect(await mailsTo(api, email)).toHaveLength(13);
    const code = await readMailSecret(api, email, 'code');
    const { envelope } = await post(api, '/auth/confirm-code', { email, confirmationCode: code });
    expect(sessionSchema.parse(envelope?.data).user.needsPassword).toBe(true);
    const logins = [await logIn(email, 'Stranger2026'), await logIn(email, PASSWORD)];
    expect(logins.map(({ status }) => status)).toEqual([401, 401]);
  });

  it('allow another five wrong codes, and no more once none is sent', async () => {
    const email = newAddress();
    const guess = async () => {
      const tries = { email, confirmationCode: 'aaaaaaa' };
      return (await post(api, '/auth/confirm-code', tries)).envelope?.message;
    };
    await post(api, '/auth/register', registration(email));
    for (let asked = 1; asked < 5; asked += 1)
      await post(api, '/auth/send-activation-email', { email });
    for (let tries = 0; tries < 5; tries += 1) expect(await guess()).not.toContain('new code');
    for (const path of ['/auth/send-activation-email', '/auth/register']) {
      await post(api, path, path === '/auth/register' ? registration(email) : { email });
      expect(await guess()).toContain('Please request a new code');
    }
  });

  it('keep nobody from signing up: what a stranger asked for elsewhere takes none of the owner’s', async () => {
    const email = newAddress();
    for (let mails = 0; mails < 9; mails += 1)
      await from('198.51.100.66', '/auth/send-activation-email', { email });
    expect((await post(api, '/auth/register', registration(email))).status).toBe(200);
    const code = await readMailSecret(api, email, 'code');
    const confirmed = await post(api, '/auth/confirm-code', { email, confirmationCode: code });
    expect(confirmed.status).toBe(200);
  });

  it('count for its mailbox, whatever follows a plus', async () => {
    const name = newAddress().split('@')[0] ?? '';
    const spellings = Array.from({ length: 7 }, (_, index) => `${name}+${index}@example.test`);
    for (const email of spellings) await post(api, '/auth/forgot-password', { email });
    const mails = await Promise.all(spellings.map((email) => mailsTo(api, email)));
    expect(mails.flat()).toHaveLength(5);
  });

  it('hold nothing that was typed by whoever asked for them', async () => {
    const email = newAddress();
    await post(api, '/auth/register', registration(email, { fullName: 'Zed Bonus' }));
    const [mail] = await mailsTo(api, email);
    expect(`${mail?.text} ${mail?.html}`).not.toMatch(/Zed|Bonus/);
  });
});

describe('mails that one origin asks for', () => {
  it('are refused beyond their limit with the time to wait, before anything is stored, for known addresses too', async () => {
    const crowded = await startApi('demo-onboarding-limits', { clock }, undefined, (deps) => {
      const scarce = createFirestoreLimiter({ ...deps, limitSecrets: deps.secrets, factor: 0.01 });
      return {
        ...deps,
        limiter: {
          ...deps.limiter,
          take: (name, key) => (name === 'mailsOfOrigin' ? scarce : deps.limiter).take(name, key),
        },
      };
    });
    const { email: member } = await createMember(crowded);
    const ask = (path: string, body: unknown, origin = '203.0.113.77') =>
      crowded.call(path, { method: 'POST', body, headers: { 'x-forwarded-for': origin } });
    for (let mails = 0; mails < 10; mails += 1)
      expect((await ask('/auth/register', registration(newAddress()))).status).toBe(200);

    const late = newAddress();
    const refused = await Promise.all([
      ask('/auth/register', registration(late)),
      ask('/auth/send-activation-email', { email: late }),
      ask('/auth/forgot-password', { email: late }),
      ask('/auth/forgot-password', { email: member }),
    ]);
    for (const { status, headers, envelope } of refused) {
      expect(status).toBe(429);
      expect(envelope?.message).toMatch(/^Too many attempts\. Please try again in \d+ minutes?\.$/);
      expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60 * 60);
    }
    expect(await mailsTo(api, late)).toEqual([]);
    expect(await mailsTo(api, member)).toEqual([]);
    const registrations = api.firestore.collection('registrations');
    const stored = await registrations.where('address', '==', addressKey(late)).get();
    expect(stored.size).toBe(0);

    expect((await ask('/auth/register', registration(late), '198.51.100.78')).status).toBe(200);
    expect(await mailsTo(api, late)).toHaveLength(1);
    await crowded.close();
  });
});

describe('reads of public data', () => {
  it.each(['/countdown', '/countdown/config', '/api/record', '/api/record/strategies'])(
    'are refused beyond the limit of an origin: %s',
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

describe('one origin', () => {
  it('may sign up 200 people in ten minutes', async () => {
    for (let group = 0; group < 25; group += 1) {
      const answers = await Promise.all(
        Array.from({ length: 8 }, () =>
          from('203.0.113.200', '/auth/register', registration(newAddress())),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array<number>(8).fill(200));
    }
  });

  it('may ask 300 times in ten minutes for a code, also where none is sent', async () => {
    const origin = '203.0.113.210';
    const limiter = createFirestoreLimiter({ ...api, factor: 1 });
    const email = newAddress();
    await Promise.all(Array.from({ length: 299 }, () => limiter.take('resendsOfOrigin', origin)));
    expect((await from(origin, '/auth/send-activation-email', { email })).status).toBe(200);
    expect((await from(origin, '/auth/send-activation-email', { email })).status).toBe(429);
  });

  it('is refused beyond its ceiling, which other origins do not feel', async () => {
    // At one moment of its own window, which might end meanwhile by the clock.
    const deps = { ...api, clock: () => Date.parse('2026-11-20T12:01:00Z') };
    const [busy, calm] = [randomUUID(), randomUUID()];
    const limiter = createFirestoreLimiter({ ...deps, factor: 1 });
    for (let taken = 0; taken < 100; taken += 1)
      expect((await limiter.take('transfersOfOrigin', busy)).allowed).toBe(true);
    const refused = await limiter.take('transfersOfOrigin', busy);
    expect(refused).toEqual({ allowed: false, retryAfterMs: 9 * MINUTE_MS });
    expect((await limiter.take('transfersOfOrigin', calm)).allowed).toBe(true);
    const raised = createFirestoreLimiter({ ...deps, factor: 2 });
    expect((await raised.take('transfersOfOrigin', busy)).allowed).toBe(true);
  });

  it('stays forgotten where a count comes back after it was cleared', async () => {
    const limiter = createFirestoreLimiter({ ...api, factor: 1 });
    const taken = await limiter.take('loginsOfAccount', 'cleared');
    await limiter.clear('loginsOfAccount', 'cleared');
    if (taken.allowed) await taken.giveBack();
    const { docs } = await api.firestore.collection('rateLimits').get();
    const endless = docs.filter((document) => document.get('expireAt') === undefined);
    expect(endless.map(({ id }) => id)).toEqual([]);
  });

  it('gets a count back', async () => {
    const limiter = createFirestoreLimiter({ ...api, factor: 1 });
    for (let taken = 0; taken < 120; taken += 1) {
      const one = await limiter.take('transfersOfOrigin', 'successful');
      expect(one.allowed).toBe(true);
      if (one.allowed) await one.giveBack();
    }
  });
});
