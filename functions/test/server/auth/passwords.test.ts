import { RESET_TOKEN_LENGTH, RESET_TOKEN_TTL_MS } from '@quantalgo/contracts/core/validation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawSecretCode } from '../../../src/domain/auth/codes';
import { addressKey } from '../../../src/platform/auth/addresses';
import { writeReset } from '../../../src/platform/auth/oneTimeCodes';
import { draw } from '../../../src/platform/core/secrets';
import type { Passwords } from '../../../src/platform/auth/passwords';
import { QUICK_PASSWORDS, startApi, type Api } from '../http/suite';
import {
  readMailSecret,
  mailsTo,
  newAddress,
  newMember,
  PASSWORD,
  post,
  registration,
} from './visitor';

const INVALID = 'Invalid or expired reset token';
const NEW_PASSWORD = 'a new one';

let api: Api;
let ahead = 0;
const hashQuickly: Passwords['hash'] = (...given) => QUICK_PASSWORDS.hash(...given);
let hashing = hashQuickly;

beforeAll(async () => {
  api = await startApi('demo-onboarding-passwords', {
    clock: () => Date.now() + ahead,
    passwords: { ...QUICK_PASSWORDS, hash: (...given) => hashing(...given) },
  });
});
afterAll(() => api.close());

const verify = (token: string) => post(api, '/auth/verify-reset-token', { token });
const reset = (token: string, newPassword = NEW_PASSWORD) =>
  post(api, '/auth/reset-password', { token, newPassword });
const logIn = (email: string, password: string) => post(api, '/auth/login', { email, password });

/** Requests a reset for the email and returns the token from the letter. */
async function requestReset(email: string): Promise<string> {
  const { status, envelope } = await post(api, '/auth/forgot-password', { email });
  expect(status).toBe(200);
  expect(envelope?.message).toBe('If that address has an account, a reset link is on its way');
  return readMailSecret(api, email, 'token');
}

describe('forgotten password', () => {
  it('is replaced through the emailed link, and only the new one works', async () => {
    const { email } = await newMember(api);
    const token = await requestReset(email);
    const verified = await verify(token);
    expect(verified.status).toBe(200);
    expect(verified.envelope?.data).toEqual({ email });
    expect(verified.envelope?.message).toBe(
      'Your reset link is valid. Please choose a new password.',
    );
    const { status, envelope } = await reset(token);
    expect(status).toBe(200);
    expect(envelope?.message).toBe('Password Reset Successful!');
    expect((await logIn(email, NEW_PASSWORD)).status).toBe(200);
    expect((await logIn(email, PASSWORD)).status).toBe(401);
  });

  it('ends all sessions and notifies the owner when it is replaced', async () => {
    const { email, token: session } = await newMember(api);
    const token = await requestReset(email);
    await reset(token);
    const { status, envelope } = await api.call('/auth/me', { token: session });
    expect(status).toBe(401);
    expect(envelope?.message).toBe('Your session has ended. Please log in again.');
    const [notice] = await mailsTo(api, email);
    expect(notice?.template).toBe('passwordChanged');
  });

  it('can be replaced and used at once after too many wrong guesses', async () => {
    const { email } = await newMember(api);
    for (let tries = 0; tries < 11; tries += 1) await logIn(email, 'Wrong2026');
    expect((await logIn(email, PASSWORD)).status).toBe(429);
    await reset(await requestReset(email));
    expect((await logIn(email, NEW_PASSWORD)).status).toBe(200);
  });

  it('gets the same response for an unknown email, which receives a no-account email', async () => {
    const email = newAddress();
    await requestReset(email);
    expect((await mailsTo(api, email)).map(({ template }) => template)).toEqual(['noAccount']);
  });
});

describe('reset token', () => {
  it('is not used up by verification', async () => {
    const token = await requestReset((await newMember(api)).email);
    for (let looks = 0; looks < 5; looks += 1) expect((await verify(token)).status).toBe(200);
    expect((await reset(token)).status).toBe(200);
  });

  it('works once, even when used concurrently', async () => {
    const token = await requestReset((await newMember(api)).email);
    const answers = await Promise.all([1, 2, 3, 4].map(() => reset(token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    const again = await reset(token);
    expect(again.envelope?.message).toBe(INVALID);
    expect((await verify(token)).status).toBe(400);
  });

  it('sets one password when two links are used five times concurrently', async () => {
    const { email } = await newMember(api);
    const tokens = [await requestReset(email), await requestReset(email)];
    const passwords = Array.from({ length: 5 }, (_, index) => `Number ${index} 2026`);
    const answers = await Promise.all(
      passwords.map((password, index) => reset(tokens[index % 2] ?? '', password)),
    );
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(({ status, envelope }) => [status, envelope?.message])).toEqual(
      Array.from({ length: 4 }, () => [400, INVALID]),
    );
    const winner = passwords[answers.findIndex(({ status }) => status === 200)] ?? '';
    for (const password of passwords)
      expect((await logIn(email, password)).status).toBe(password === winner ? 200 : 401);
    for (const token of tokens) expect((await verify(token)).status).toBe(400);
  });

  it('stays usable if hashing the new password fails', async () => {
    const token = await requestReset((await newMember(api)).email);
    hashing = () => Promise.reject(new Error('Out of memory'));
    expect((await reset(token)).status).toBe(500);
    hashing = hashQuickly;
    expect((await reset(token)).status).toBe(200);
  });

  it('costs no password hash if it is invalid', async () => {
    let hashes = 0;
    hashing = (...given) => {
      hashes += 1;
      return QUICK_PASSWORDS.hash(...given);
    };
    expect((await reset('a'.repeat(20))).status).toBe(400);
    hashing = hashQuickly;
    expect(hashes).toBe(0);
  });

  it('may be typed in capitals and with dashes', async () => {
    const token = await requestReset((await newMember(api)).email);
    const typed = token.toUpperCase().replace(/(.{4})(?=.)/g, '$1-');
    expect((await verify(typed)).status).toBe(200);
  });

  it('stays valid beside two newer ones until one of them is used', async () => {
    const { email } = await newMember(api);
    const tokens = [];
    for (let attempt = 0; attempt < 4; attempt += 1) tokens.push(await requestReset(email));
    const [oldest = '', second = '', ...newer] = tokens;
    expect((await verify(oldest)).envelope?.message).toBe(INVALID);
    for (const token of newer) expect((await verify(token)).status).toBe(200);
    expect((await reset(second)).status).toBe(200);
    for (const token of newer) expect((await verify(token)).status).toBe(400);
  });

  it('is rejected if the member has since changed the email', async () => {
    const { email: left, token: session, user } = await newMember(api);
    const email = newAddress();
    await post(api, '/api/account/email', { email, currentPassword: PASSWORD }, session);
    const confirmationCode = await readMailSecret(api, email, 'code');
    const changed = await post(api, '/api/account/email/confirm', { confirmationCode }, session);
    expect(changed.status).toBe(200);
    // Simulates a request that read the email's owner before the change.
    const token = drawSecretCode(RESET_TOKEN_LENGTH, draw);
    const link = { key: addressKey(left), uid: user.id, email: left, token };
    const batch = api.firestore.batch();
    await writeReset(api, batch, link, Date.now());
    await batch.commit();
    const { status, envelope } = await reset(token);
    expect([status, envelope?.message]).toEqual([400, INVALID]);
    expect((await logIn(email, PASSWORD)).status).toBe(200);
    expect((await reset(await requestReset(email))).status).toBe(200);
  });

  it('expires after 60 minutes', async () => {
    const { email } = await newMember(api);
    const second = await requestReset(email);
    ahead = RESET_TOKEN_TTL_MS + 1000;
    expect((await verify(second)).envelope?.message).toBe(INVALID);
    expect((await reset(second)).status).toBe(400);
    ahead = 0;
    expect((await verify(second)).status).toBe(200);
  });

  it('is not stored in plain text, and rejects a password that is too short', async () => {
    const token = await requestReset((await newMember(api)).email);
    const { docs } = await api.firestore.collection('resets').get();
    expect(JSON.stringify(docs.map((one) => [one.id, one.data()]))).not.toContain(token);
    const { status, envelope } = await reset(token, '1234567');
    expect(status).toBe(400);
    expect(envelope?.message).toBe('Password must be at least 8 characters long');
    expect((await verify(token)).status).toBe(200);
  });

  it.each([
    [{}, 'Reset token is missing'],
    [{ token: '' }, 'Reset token is missing'],
    [{ token: 'nothing' }, INVALID],
    [{ token: 'x'.repeat(500) }, 'Reset token is missing'],
  ])('is rejected if missing or malformed: %j', async (body, message) => {
    const { status, envelope } = await post(api, '/auth/verify-reset-token', body);
    expect(status).toBe(400);
    expect(envelope?.message).toBe(message);
  });
});

describe('password known from data breaches', () => {
  const KNOWN = 'Password1';
  const REFUSAL = 'This password has appeared in data breaches. Please choose another.';

  it('is rejected at registration', async () => {
    const { status, envelope } = await post(
      api,
      '/auth/register',
      registration(newAddress(), { password: KNOWN }),
    );
    expect([status, envelope?.message]).toEqual([400, REFUSAL]);
  });

  it('is rejected in a change or reset, and leaves the reset link usable', async () => {
    const { email, token: session } = await newMember(api);
    const body = { currentPassword: PASSWORD, newPassword: KNOWN };
    const changed = await post(api, '/api/account/password', body, session);
    expect([changed.status, changed.envelope?.message]).toEqual([400, REFUSAL]);
    const token = await requestReset(email);
    for (const breached of [KNOWN, '12345678', 'iloveyou']) {
      const refused = await reset(token, breached);
      expect([refused.status, refused.envelope?.message]).toEqual([400, REFUSAL]);
    }
    expect((await reset(token)).status).toBe(200);
  });
});

describe('password made of the site’s own words', () => {
  const REFUSAL = 'This password is easy to guess on this site. Please choose another.';

  it('is rejected at registration, change and reset', async () => {
    const { email, token: session } = await newMember(api);
    const registered = await post(
      api,
      '/auth/register',
      registration(newAddress(), { password: 'QuantAlgo2026' }),
    );
    const body = { currentPassword: PASSWORD, newPassword: 'Essential1' };
    const changed = await post(api, '/api/account/password', body, session);
    const reused = await reset(await requestReset(email), 'quantalgo!');
    for (const { status, envelope } of [registered, changed, reused])
      expect([status, envelope?.message]).toEqual([400, REFUSAL]);
  });
});
