import { sessionSchema } from '@quantalgo/contracts/auth/endpoints';
import { MINUTE_MS } from '@quantalgo/contracts/core/time';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFirestoreLimiter } from '../../../src/platform/core/rateLimiter';
import { addressKey } from '../../../src/platform/auth/addresses';
import { createMember } from '../http/members';
import { startApi, type Api } from '../http/suite';
import { readMailSecret, mailsTo, newAddress, PASSWORD, post, registration } from './visitor';
import { createOriginCalls } from './originCalls';

let api: Api;
let ahead = 0;
const clock = () => Date.now() + ahead;
const { from, logIn } = createOriginCalls(() => api);

beforeAll(async () => {
  api = await startApi('demo-mail-limits', { clock });
});
afterAll(() => api.close());

describe('email limit per address', () => {
  it('stops sending silently after five an hour per requesting origin', async () => {
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

  it('keeps the three newest reset links valid when later ones are not sent', async () => {
    const { email } = await createMember(api);
    for (let attempt = 0; attempt < 8; attempt += 1)
      expect((await post(api, '/auth/forgot-password', { email })).status).toBe(200);
    const links = (await mailsTo(api, email)).map(({ given }) => given['token']);
    expect(links).toHaveLength(5);
    const answers = await Promise.all(
      links.map((token) => post(api, '/auth/verify-reset-token', { token })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 400, 400]);
  });

  it('keeps the sent code valid when later ones are not sent', async () => {
    const email = newAddress();
    await post(api, '/auth/register', registration(email));
    for (let attempt = 1; attempt < 8; attempt += 1)
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
    'requires a new password when %s registers first, even if the other’s is not stored',
    async (_, first, second) => {
      const email = newAddress();
      for (let attempt = 0; attempt < 5; attempt += 1)
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

  it('hashes no password once it is reached', async () => {
    let hashes = 0;
    const counted = await startApi('demo-mail-limits', { clock }, undefined, (deps) => ({
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

  it('keeps ten registrations at most, and the newest code still works', async () => {
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

  it('allows five more wrong codes in total, and none once sending stops', async () => {
    const email = newAddress();
    const guess = async () => {
      const tries = { email, confirmationCode: 'aaaaaaa' };
      return (await post(api, '/auth/confirm-code', tries)).envelope?.message;
    };
    await post(api, '/auth/register', registration(email));
    for (let attempt = 1; attempt < 5; attempt += 1)
      await post(api, '/auth/send-activation-email', { email });
    for (let tries = 0; tries < 5; tries += 1) expect(await guess()).not.toContain('new code');
    for (const path of ['/auth/send-activation-email', '/auth/register']) {
      await post(api, path, path === '/auth/register' ? registration(email) : { email });
      expect(await guess()).toContain('Please request a new code');
    }
  });

  it('does not count requests from another origin against the owner', async () => {
    const email = newAddress();
    for (let mails = 0; mails < 9; mails += 1)
      await from('198.51.100.66', '/auth/send-activation-email', { email });
    expect((await post(api, '/auth/register', registration(email))).status).toBe(200);
    const code = await readMailSecret(api, email, 'code');
    const confirmed = await post(api, '/auth/confirm-code', { email, confirmationCode: code });
    expect(confirmed.status).toBe(200);
  });

  it('counts plus-addressed variants together', async () => {
    const name = newAddress().split('@')[0] ?? '';
    const spellings = Array.from({ length: 7 }, (_, index) => `${name}+${index}@example.test`);
    for (const email of spellings) await post(api, '/auth/forgot-password', { email });
    const mails = await Promise.all(spellings.map((email) => mailsTo(api, email)));
    expect(mails.flat()).toHaveLength(5);
  });

  it('sends nothing that the requester typed', async () => {
    const email = newAddress();
    await post(api, '/auth/register', registration(email, { fullName: 'Zed Bonus' }));
    const [mail] = await mailsTo(api, email);
    expect(`${mail?.text} ${mail?.html}`).not.toMatch(/Zed|Bonus/);
  });
});

describe('emails requested by one origin', () => {
  it('are rejected over the limit with Retry-After, and nothing is stored or sent', async () => {
    const crowded = await startApi('demo-mail-limits', { clock }, undefined, (deps) => {
      const scarce = createFirestoreLimiter({ ...deps, limitSecrets: deps.secrets, factor: 0.01 });
      return {
        ...deps,
        limiter: {
          ...deps.limiter,
          take: (name, key) => (name === 'originMails' ? scarce : deps.limiter).take(name, key),
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
