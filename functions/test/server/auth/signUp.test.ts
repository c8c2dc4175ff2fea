import { userSchema } from '@quantalgo/contracts/account/member';
import { sessionSchema } from '@quantalgo/contracts/auth/endpoints';
import { HOUR_MS } from '@quantalgo/contracts/core/time';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { userRef } from '../../../src/platform/account/users';
import { expireRegistrations } from '../../../src/platform/auth/registrations';
import { startApi, type Api } from '../http/suite';
import { decodePayload } from '../http/tokens';
import {
  readMailSecret,
  mailsTo,
  newAddress,
  newMember,
  PASSWORD,
  post,
  registration,
} from './visitor';

let api: Api;

beforeAll(async () => {
  api = await startApi('demo-onboarding-sign-up');
});
afterAll(() => api.close());

const register = (email: string, changes: object = {}) =>
  post(api, '/auth/register', registration(email, changes));
const confirm = (email: string, confirmationCode: string) =>
  post(api, '/auth/confirm-code', { email, confirmationCode });
const logIn = (email: string, password = PASSWORD) => post(api, '/auth/login', { email, password });

describe('registration', () => {
  it('opens a guest session once confirmed with the emailed code', async () => {
    const email = newAddress();
    const { status, envelope } = await register(email);
    expect(status).toBe(200);
    expect(envelope).toMatchObject({
      success: true,
      message: 'We sent a confirmation code to your email',
      data: {},
    });
    const confirmed = await confirm(email, await readMailSecret(api, email, 'code'));
    expect(confirmed.status).toBe(200);
    expect(confirmed.envelope?.message).toBe(
      'Account confirmed successfully! Redirecting to trader ID setup...',
    );
    const { token, customToken, user } = sessionSchema.parse(confirmed.envelope?.data);
    expect(user).toMatchObject({ email, name: 'Ada', tier: 'guest', dashboardUnlocked: false });
    expect(user.admissionCode).toMatch(/^QA-[A-Z0-9]{3}-[A-Z0-9]{3}$/);
    expect(decodePayload(customToken)).toHaveProperty('claims.sid');
    const me = await api.call('/auth/me', { token });
    expect(userSchema.parse(me.envelope?.data).id).toBe(user.id);
    expect((await logIn(email)).status).toBe(200);
  });

  it('accepts the code in capitals and with surrounding spaces', async () => {
    const email = newAddress();
    await register(email);
    const code = await readMailSecret(api, email, 'code');
    expect((await confirm(` ${email.toUpperCase()} `, ` ${code.toUpperCase()} `)).status).toBe(200);
  });

  it.each([
    ['a comma', (email: string) => `${email},`],
    ['a zero-width space', (email: string) => `${email}\u200B`],
    ['a mail program’s brackets', (email: string) => `Ada Obi <${email}>`],
  ])('treats an email pasted with %s as the same account', async (_what, pasted) => {
    const email = newAddress();
    expect((await register(pasted(email))).status).toBe(200);
    const code = await readMailSecret(api, email, 'code');
    expect((await confirm(pasted(email), `“${code}”\u200B`)).status).toBe(200);
    expect((await logIn(pasted(email))).status).toBe(200);
    expect((await logIn(email)).status).toBe(200);
  });

  it.each(['a..b@x.co', 'a@x..co', 'a@.x.co', '.a@x.co', 'a@10.0.0.1', 'a b@x.co'])(
    'rejects an impossible email: %s',
    async (email) => {
      const { status, envelope } = await register(email);
      expect(status).toBe(400);
      expect(envelope?.message).toBe('Email is invalid');
    },
  );

  it.each([
    ['\u200B\u200B\u200B', 'Full name is required'],
    ['\u3164\u3164\u3164', 'Full name is required'],
    ['\u2800\u2800\u2800', 'Full name is required'],
    ['A\u200B\u2060', 'Full name must be at least 3 characters'],
  ])('rejects an invisible name (%j)', async (fullName, message) => {
    const { status, envelope } = await register(newAddress(), { fullName });
    expect(status).toBe(400);
    expect(envelope?.message).toBe(message);
  });

  it('does not allow a login before it is confirmed', async () => {
    const email = newAddress();
    await register(email);
    const { status, envelope } = await logIn(email);
    expect(status).toBe(401);
    expect(envelope?.message).toBe('Email or password is incorrect');
  });

  it('stores neither code nor password in plain text', async () => {
    const email = newAddress();
    await register(email);
    const code = await readMailSecret(api, email, 'code');
    const stored = await Promise.all(
      ['registrations', 'mail'].map(async (collection) => {
        const { docs } = await api.firestore.collection(collection).get();
        return JSON.stringify(docs.map((document) => [document.id, document.data()]));
      }),
    );
    for (const text of stored) {
      expect(text).not.toContain(code);
      expect(text).not.toContain(PASSWORD);
    }
  });

  it('is deleted once it is confirmed', async () => {
    const { email } = await newMember(api);
    const left = await api.firestore.collection('registrations').where('email', '==', email).get();
    expect(left.size).toBe(0);
  });

  it.each([
    ['no body', undefined, 'Full name is required'],
    ['a bad phone', registration('a@example.test', { phone: '12' }), 'Phone number is invalid'],
    ['an unknown field', registration('a@example.test', { staff: true }), 'Unknown field: staff'],
    [
      'a list as the name',
      registration('a@example.test', { fullName: ['Ada'] }),
      'Full name is required',
    ],
  ])('rejects %s with the form’s message', async (_what, body, message) => {
    const { status, envelope } = await post(api, '/auth/register', body);
    expect(status).toBe(400);
    expect(envelope?.message).toBe(message);
  });
});

/** The codes emailed to an address, newest first. */
const readCodes = async (email: string) =>
  (await mailsTo(api, email)).map(({ given }) => given['code'] ?? '');

describe('several registrations of one email', () => {
  it('open one account if the passwords match, with whichever code is used first', async () => {
    const email = newAddress();
    const answers = await Promise.all([1, 2, 3].map(() => register(email)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const codes = await readCodes(email);
    expect(new Set(codes).size).toBe(3);
    const confirmed: string[] = [];
    for (const code of codes) if ((await confirm(email, code)).status === 200) confirmed.push(code);
    expect(confirmed).toHaveLength(1);
    expect((await logIn(email)).status).toBe(200);
    const held = await api.firestore.collection('users').where('email', '==', email).get();
    expect(held.size).toBe(1);
  });

  it('open with none of the passwords if they differ, so the owner must choose one', async () => {
    const email = newAddress();
    await register(email, { password: 'Victim2026', fullName: 'Vera Victim' });
    const [ownCode = ''] = await readCodes(email);
    await register(email, { password: 'Attacker2026', fullName: 'Al Attacker' });
    const { status, envelope } = await confirm(email, ownCode);
    expect(status).toBe(200);
    const { token, user } = sessionSchema.parse(envelope?.data);
    expect(user).toMatchObject({ name: 'Vera', needsPassword: true });
    for (const password of ['Victim2026', 'Attacker2026'])
      expect((await logIn(email, password)).status).toBe(401);
    const chosen = { newPassword: 'Chosen2026', fullName: 'Vera Own', phone: '+234 801 234 5678' };
    const details = { ...chosen, country: 'Nigeria' };
    const path = '/api/account/first-password';
    const answer = await post(api, path, details, token);
    expect(answer.status).toBe(200);
    expect(userSchema.parse(answer.envelope?.data)).not.toHaveProperty('needsPassword');
    expect((await post(api, path, { ...details, newPassword: 'Again2026' }, token)).status).toBe(
      409,
    );
    expect((await logIn(email, 'Chosen2026')).status).toBe(200);
    const me = await api.call('/auth/me', { token });
    expect(me.envelope?.data).toMatchObject({ name: 'Vera', fullName: 'Vera Own' });
  });

  it('still require a password and details after a password reset', async () => {
    const email = newAddress();
    await register(email, { password: 'Victim2026' });
    const [ownCode = ''] = await readCodes(email);
    await register(email, { password: 'Attacker2026' });
    expect((await confirm(email, ownCode)).status).toBe(200);
    await post(api, '/auth/forgot-password', { email });
    const token = await readMailSecret(api, email, 'token');
    const reset = await post(api, '/auth/reset-password', { token, newPassword: 'Reset2026' });
    expect(reset.status).toBe(200);
    const session = sessionSchema.parse((await logIn(email, 'Reset2026')).envelope?.data);
    expect(session.user.needsPassword).toBe(true);
    const details = { fullName: 'Vera Own', phone: '+234 801 234 5678', country: 'Nigeria' };
    const choose = (newPassword: string) =>
      post(api, '/api/account/first-password', { newPassword, ...details }, session.token);
    const { status, envelope } = await choose('Chosen2026');
    expect(status).toBe(200);
    expect(envelope?.data).toMatchObject({ fullName: 'Vera Own' });
    expect(envelope?.data).not.toHaveProperty('needsPassword');
    expect((await choose('Again2026')).status).toBe(409);
    expect((await logIn(email, 'Reset2026')).status).toBe(401);
    expect((await logIn(email, 'Chosen2026')).status).toBe(200);
  });

  it('open with the details of the registration that the code belongs to', async () => {
    const email = newAddress();
    await register(email, { fullName: 'Ada First' });
    const [first = ''] = await readCodes(email);
    await register(email, { fullName: 'Bea Second' });
    const { envelope } = await confirm(email, first);
    expect(sessionSchema.parse(envelope?.data).user.name).toBe('Ada');
  });

  it('leave an earlier Firebase account with the same email unusable', async () => {
    const email = newAddress();
    const { uid } = await api.auth.createUser({ email, password: 'Squatter2026' });
    const { user } = await newMember(api, email);
    expect(user.id).not.toBe(uid);
    expect((await logIn(email, 'Squatter2026')).status).toBe(401);
    expect((await logIn(email)).status).toBe(200);
  });
});

describe('registration of an email with an account', () => {
  it('sends an account-exists email and keeps the password', async () => {
    const { email } = await newMember(api);
    expect((await register(email, { password: 'Intruder2026' })).status).toBe(200);
    const [mail] = await mailsTo(api, email);
    expect(mail?.template).toBe('accountExists');
    expect(mail?.text).not.toMatch(/confirmation code is|\b[A-Z2-9]{7}\b/);
    expect((await logIn(email, 'Intruder2026')).status).toBe(401);
    expect((await logIn(email)).status).toBe(200);
  });
});

describe('unconfirmed registration', () => {
  it('is deleted after a day, and the email can register again', async () => {
    const email = newAddress();
    await register(email);
    expect(await expireRegistrations(api.firestore, Date.now() + 23 * HOUR_MS)).toBe(0);
    expect(await expireRegistrations(api.firestore, Date.now() + 25 * HOUR_MS)).toBeGreaterThan(0);
    expect((await confirm(email, await readMailSecret(api, email, 'code'))).status).toBe(400);
    await newMember(api, email);
    expect((await logIn(email)).status).toBe(200);
  });

  it('is deleted along with any number of other expired ones', async () => {
    const writer = api.firestore.bulkWriter();
    const expireAt = new Date(Date.now() - HOUR_MS);
    for (let made = 0; made < 700; made += 1)
      void writer.create(api.firestore.collection('registrations').doc(), { expireAt });
    await writer.close();
    expect(await expireRegistrations(api.firestore, Date.now())).toBe(700);
  });

  it('leaves an existing member’s account when it expires', async () => {
    const { email } = await newMember(api);
    await register(email);
    await expireRegistrations(api.firestore, Date.now() + 25 * HOUR_MS);
    expect((await logIn(email)).status).toBe(200);
  });
});

describe('activation email', () => {
  it('contains the member’s admission code and the promo code', async () => {
    const { email, token, user } = await newMember(api);
    const { status } = await post(api, '/auth/send-activation-email', undefined, token);
    expect(status).toBe(200);
    const [mail] = await mailsTo(api, email);
    expect(mail?.template).toBe('activationSteps');
    expect(mail?.text).toContain(user.admissionCode);
    expect(mail?.text).toContain('QuantAlgo100');
  });

  it('lists only the steps left according to the broker', async () => {
    const { email, token, user } = await newMember(api);
    const reported = { traderId: 'PO-4711', registeredAt: null, depositedAt: null, deposited: 50 };
    await userRef(api.firestore, user.id).update({ broker: reported });
    await post(api, '/auth/send-activation-email', undefined, token);
    const [mail] = await mailsTo(api, email);
    expect(mail?.text).toContain('One step unlocks your dashboard:');
    expect(mail?.text).not.toContain('Fund it');
  });

  it.each([
    ['with a pending proof', { proofWaitingSince: new Date() }, 'Your proof is being checked'],
    [
      'with an unlocked dashboard',
      { tier: 'starter', dashboardUnlocked: true },
      'Your dashboard is already unlocked',
    ],
  ])('is not sent to a member %s', async (_who, fields, message) => {
    const { email, token, user } = await newMember(api);
    await userRef(api.firestore, user.id).update(fields);
    const { status, envelope } = await post(api, '/auth/send-activation-email', undefined, token);
    expect([status, envelope?.message]).toEqual([200, message]);
    const templates = (await mailsTo(api, email)).map(({ template }) => template);
    expect(templates).not.toContain('activationSteps');
  });

  it('is refused without a valid token or an email', async () => {
    const { status, envelope } = await post(api, '/auth/send-activation-email');
    expect(status).toBe(401);
    expect(envelope?.message).toBe('Please log in');
    const bad = await post(api, '/auth/send-activation-email', undefined, 'no token');
    expect(bad.status).toBe(401);
  });
});

describe('a contested account', () => {
  it('doesn’t take over the Telegram name of a registration that may be a stranger’s', async () => {
    const email = newAddress();
    await register(email, { password: 'Victim2026', telegram: '@victim' });
    await register(email, { password: 'Attacker2026', telegram: '@attacker' });
    const [code = ''] = await readCodes(email);
    const { envelope } = await confirm(email, code);
    const { user } = sessionSchema.parse(envelope?.data);
    expect(user.needsPassword).toBe(true);
    expect((await userRef(api.firestore, user.id).get()).get('telegram')).toBeNull();
  });
});
