import { randomUUID } from 'node:crypto';
import { userSchema } from '@quantalgo/contracts/account/member';
import { DEFAULT_NOTIFICATIONS } from '@quantalgo/contracts/settings/settings';
import { sessionSchema } from '@quantalgo/contracts/auth/endpoints';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMember, logIn, PASSWORD, logInNewMember } from '../http/members';
import { startApi, type Api } from '../http/suite';
import {
  readMailSecret,
  mailsTo,
  newAddress,
  newMember,
  post,
  registration,
} from '../auth/visitor';

const NEW_PASSWORD = 'Sunrise2027';

let api: Api;
let member: Awaited<ReturnType<typeof logInNewMember>>;

beforeAll(async () => {
  api = await startApi('demo-account-settings');
});
beforeEach(async () => {
  member = await logInNewMember(api);
});
afterAll(() => api.close());

const patch = (body: object, headers = {}) =>
  api.call('/api/account', { method: 'PATCH', token: member.token, body, headers });
const me = (token: string) => api.call('/auth/me', { token });
const getStatus = async (token: string) => (await me(token)).status;

describe('settings', () => {
  it('start with all notifications except marketing', async () => {
    const { envelope } = await me(member.token);
    expect(userSchema.parse(envelope?.data).notifications).toEqual({
      signals: true,
      trades: true,
      marketing: false,
      security: true,
    });
  });

  it('change only the given fields', async () => {
    await patch({ notifications: { marketing: true } });
    const { status, envelope } = await patch({ fullName: '  Ada  Lovelace ' });
    expect(status).toBe(200);
    expect(envelope?.data).toMatchObject({ fullName: 'Ada  Lovelace', name: 'Ada' });
    const user = userSchema.parse((await me(member.token)).envelope?.data);
    expect(user.notifications).toEqual({ ...DEFAULT_NOTIFICATIONS, marketing: true });
  });

  it('accept only listed countries', async () => {
    const { status, envelope } = await patch({ country: 'Ghana' });
    expect(status).toBe(200);
    expect(envelope?.data).toMatchObject({ country: 'Ghana' });
    expect((await patch({ country: 'Atlantis' })).status).toBe(400);
    expect((await patch({ phone: '030 276 2761' })).status).toBe(200);
  });

  it('apply a repeated call once, even after a later one', async () => {
    const first = { 'idempotency-key': randomUUID() };
    await patch({ notifications: { marketing: true } }, first);
    await patch({ notifications: { marketing: false } }, { 'idempotency-key': randomUUID() });
    const late = await patch({ notifications: { marketing: true } }, first);
    expect([late.status, late.envelope?.data]).toMatchObject([
      200,
      { notifications: { marketing: false } },
    ]);
    const user = userSchema.parse((await me(member.token)).envelope?.data);
    expect(user.notifications.marketing).toBe(false);
    expect((await patch({ fullName: 'Ada Lovelace' }, first)).status).toBe(409);
  });

  it('change the time zone, also used in emails', async () => {
    expect((await patch({ zone: 'utc' })).envelope?.data).toMatchObject({ zone: 'utc' });
    await patch({ fullName: 'Ada Lovelace' });
    expect(userSchema.parse((await me(member.token)).envelope?.data).zone).toBe('utc');
    const change = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
    await post(api, '/api/account/password', change, member.token);
    expect((await mailsTo(api, member.email))[0]?.text).toMatch(/ \d\d:\d\d UTC\./);
  });

  it('store the risk desk figures hidden from staff, and a stop that can’t be lifted', async () => {
    const desk = { balance: 200, leastStake: 1, signalsADay: 6, lostLadders: 1 };
    const stoppedUntil = new Date(Date.now() + 60 * 60_000).toISOString();
    expect((await patch({ desk })).envelope?.data).toMatchObject({ desk, stoppedUntil: null });
    expect((await patch({ stoppedUntil })).envelope?.data).toMatchObject({ desk, stoppedUntil });
    await patch({ stoppedUntil: new Date().toISOString() });
    expect((await me(member.token)).envelope?.data).toMatchObject({ desk, stoppedUntil });
    const staff = await logInNewMember(api, { staff: true });
    const seen = await api.call(`/api/admin/users/${member.uid}`, { token: staff.token });
    expect(seen.envelope?.data).toMatchObject({ user: { desk: null, stoppedUntil: null } });
  });

  it('change contact details, which staff see', async () => {
    const reached = { phone: '+234 802 345 6789', telegram: '@ada_l' };
    expect((await patch(reached)).envelope?.data).toMatchObject(reached);
    await patch({ fullName: 'Ada Lovelace' });
    expect((await me(member.token)).envelope?.data).toMatchObject(reached);
    const staff = await logInNewMember(api, { staff: true });
    const seen = await api.call(`/api/admin/users/${member.uid}`, { token: staff.token });
    expect(seen.envelope?.data).toMatchObject({ user: reached });
    expect((await patch({ telegram: ' ' })).envelope?.data).toMatchObject({ telegram: null });
  });

  it('store a value replaced by another device until it is dismissed', async () => {
    const saw = { fullName: userSchema.parse((await me(member.token)).envelope?.data).fullName };
    await patch({ fullName: 'From the phone', saw });
    const late = { fullName: 'From the desk', saw };
    const conflict = { fullName: 'From the desk', replaced: { fullName: 'From the phone' } };
    expect((await patch(late)).envelope?.data).toMatchObject(conflict);
    expect((await patch(late)).envelope?.data, 'sent again').toMatchObject(conflict);
    const seen = await patch({ dismissed: { fullName: 'From the phone' } });
    expect(seen.envelope?.data).toMatchObject({ fullName: 'From the desk', replaced: null });
  });

  it.each([
    [{ zone: 'mars' }, 'Choose a time zone from the list'],
    [
      { desk: { balance: 200, leastStake: 1, signalsADay: 6, lostLadders: 6 } },
      'Enter 1 to 5 lost ladders',
    ],
    [{ fullName: 'Al' }, 'Full name must be at least 3 characters'],
    [{ phone: '' }, 'Phone number is required'],
    [{ phone: '12' }, 'Phone number is invalid'],
    [{ telegram: 'x'.repeat(65) }, 'Telegram username must be at most 64 characters'],
    [{ notifications: { signals: 'yes' } }, 'Notifications must be true or false'],
    [{ notifications: { telegrams: true } }, 'Unknown field: telegrams'],
    [{ tier: 'essential' }, 'Unknown field: tier'],
    [{ email: 'new@example.test' }, 'Unknown field: email'],
  ])('are rejected with %j', async (body, message) => {
    const { status, envelope } = await patch(body);
    expect([status, envelope?.message]).toEqual([400, message]);
  });
});

describe('account password', () => {
  const change = (currentPassword: string, newPassword = NEW_PASSWORD) =>
    post(api, '/api/account/password', { currentPassword, newPassword }, member.token);

  it('can be changed, which ends other sessions and sends an email', async () => {
    const other = await logIn(api, member.email);
    const { status, envelope } = await change(PASSWORD);
    expect(status).toBe(200);
    const { token, customToken } = sessionSchema.parse(envelope?.data);
    expect(customToken).not.toBe('');
    expect([await getStatus(token), await getStatus(other.token)]).toEqual([200, 401]);
    const old = await post(api, '/auth/login', { email: member.email, password: PASSWORD });
    expect(old.status).toBe(401);
    expect((await logIn(api, member.email, NEW_PASSWORD)).user.email).toBe(member.email);
    const [ofLogin, notice] = await mailsTo(api, member.email);
    expect([ofLogin?.template, notice?.template]).toEqual(['newDevice', 'passwordChanged']);
  });

  it('is unchanged if the current one is wrong, and the session continues', async () => {
    const { status, envelope } = await change('Wrong2026');
    expect([status, envelope?.message]).toEqual([400, 'Your current password is incorrect']);
    expect(await getStatus(member.token)).toBe(200);
  });

  it.each([
    ['short1A', 'Password must be at least 8 characters'],
    ['alllowercase1', 'Password must contain uppercase, lowercase, and number'],
  ])('can’t be changed to %s', async (newPassword, message) => {
    const { status, envelope } = await change(PASSWORD, newPassword);
    expect([status, envelope?.message]).toEqual([400, message]);
  });

  it('can’t be tried more than ten times with a session', async () => {
    for (let tries = 0; tries < 10; tries += 1) await change(`Wrong202${tries}`);
    const { status, headers } = await change(PASSWORD);
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(60);
  });
});

describe('email change', () => {
  const ask = (email: string, currentPassword = PASSWORD) =>
    post(api, '/api/account/email', { email, currentPassword }, member.token);
  const confirm = (confirmationCode: string, token = member.token) =>
    post(api, '/api/account/email/confirm', { confirmationCode }, token);

  it('uses the code sent to the new address, and notifies the old one', async () => {
    const email = newAddress();
    const response = await ask(email);
    expect(response.envelope?.message).toBe('We sent a confirmation code to the new address');
    expect((await me(member.token)).envelope?.data).toMatchObject({ email: member.email });
    const { status, envelope } = await confirm(await readMailSecret(api, email, 'code'));
    expect(status).toBe(200);
    const { token, user } = sessionSchema.parse(envelope?.data);
    expect(user.email).toBe(email);
    expect([await getStatus(token), await getStatus(member.token)]).toEqual([200, 401]);
    expect((await logIn(api, email)).user.id).toBe(member.uid);
    const gone = await post(api, '/auth/login', { email: member.email, password: PASSWORD });
    expect(gone.status).toBe(401);
    const [notice] = await mailsTo(api, member.email);
    expect(notice).toMatchObject({ template: 'emailChanged' });
    expect(notice?.text).not.toContain(email);
  });

  it('responds alike for a taken address, and notifies its owner', async () => {
    const other = await createMember(api);
    const free = await ask(newAddress());
    const taken = await ask(other.email);
    expect(taken.status).toBe(free.status);
    const { timestamp: _free, ...sameFields } = free.envelope ?? {};
    expect(taken.envelope).toMatchObject(sameFields);
    expect((await mailsTo(api, other.email))[0]).toMatchObject({ template: 'emailTaken' });
    expect((await confirm('abcdefg')).envelope?.message).toBe(
      'Invalid or expired confirmation code',
    );
  });

  it('sends at most five emails an hour to one mailbox, across members and aliases', async () => {
    const mailbox = newAddress().replace('@', '@mailbox.');
    const alias = (number: number) => mailbox.replace('@', `+${number}@`);
    for (let number = 1; number <= 4; number += 1)
      expect((await ask(alias(number))).status).toBe(200);
    const other = await logInNewMember(api);
    const ofOther = (email: string) =>
      post(api, '/api/account/email', { email, currentPassword: PASSWORD }, other.token);
    expect([await ofOther(alias(5)), await ofOther(alias(6))].map(({ status }) => status)).toEqual([
      200, 200,
    ]);
    const mails = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => mailsTo(api, alias(n))));
    expect(mails.map(({ length }) => length)).toEqual([1, 1, 1, 1, 1, 0]);
    expect(mails.flat().every(({ given }) => !('fullName' in given))).toBe(true);
  });

  it('accepts an address with only an unconfirmed registration', async () => {
    const email = newAddress();
    await post(api, '/auth/register', registration(email));
    await ask(email);
    const { status } = await confirm(await readMailSecret(api, email, 'code'));
    expect(status).toBe(200);
    expect((await logIn(api, email)).user.id).toBe(member.uid);
  });

  it('rejects an address taken by another member in the meantime', async () => {
    const email = newAddress();
    await ask(email);
    const code = await readMailSecret(api, email, 'code');
    await newMember(api, email);
    expect((await confirm(code)).status).toBe(400);
    expect((await me(member.token)).envelope?.data).toMatchObject({ email: member.email });
  });

  it('rejects a wrong password without sending an email', async () => {
    const email = newAddress();
    const { status, envelope } = await ask(email, 'Wrong2026');
    expect([status, envelope?.message]).toEqual([400, 'Your current password is incorrect']);
    expect(await mailsTo(api, email)).toEqual([]);
  });

  it('rejects the current address', async () => {
    expect((await ask(member.email)).envelope?.message).toBe('This is already your email');
  });

  it('rejects the right code after five wrong ones', async () => {
    const email = newAddress();
    await ask(email);
    for (const code of ['aaaaaaa', 'bbbbbbb', 'ccccccc', 'ddddddd', 'eeeeeee']) await confirm(code);
    const { status, envelope } = await confirm(await readMailSecret(api, email, 'code'));
    expect(status).toBe(400);
    expect(envelope?.message).toContain('Please request a new code');
  });

  it('rejects a code sent for another member', async () => {
    const email = newAddress();
    await ask(email);
    const thief = await logInNewMember(api);
    expect((await confirm(await readMailSecret(api, email, 'code'), thief.token)).status).toBe(400);
  });

  it('applies once for concurrent confirmations, and frees the old address', async () => {
    const email = newAddress();
    await ask(email);
    const code = await readMailSecret(api, email, 'code');
    const answers = await Promise.all([1, 2, 3].map(() => confirm(code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const { user } = await newMember(api, member.email);
    expect(user.id).not.toBe(member.uid);
  });

  it('invalidates reset links sent to the old address', async () => {
    await post(api, '/auth/forgot-password', { email: member.email });
    const token = await readMailSecret(api, member.email, 'token');
    const email = newAddress();
    await ask(email);
    await confirm(await readMailSecret(api, email, 'code'));
    const reset = { token, newPassword: NEW_PASSWORD };
    expect((await post(api, '/auth/reset-password', reset)).status).toBe(400);
  });
});
