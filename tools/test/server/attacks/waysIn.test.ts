import { randomUUID } from 'node:crypto';
import type { Endpoint } from '@quantalgo/contracts/core/endpoint';
import { endpoints } from '@quantalgo/contracts/allEndpoints';
import { changeAccess } from '@quantalgo/functions/platform/access/access';
import { endExemptions } from '@quantalgo/functions/platform/auth/secondFactor';
import { openApi } from '@quantalgo/functions/platform/telegram/api';
import { setWebhook } from '@quantalgo/functions/platform/telegram/webhook';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import { getFirestore, Timestamp } from 'firebase-admin/firestore';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { getSuiteAddresses, LOCAL_BOT } from '../../../src/suite/environment';
import { getPorts, readOffset } from '../../../src/suite/ports';
import {
  readConfirmationCode,
  exchange,
  list,
  logIn,
  mailsTo,
  newAddress,
  PASSWORD,
  signUpPerson,
  readDocument,
  readResetToken,
  signUp,
  site,
} from '../../fixtures/client';
import { isAttackable } from './attacker';
import { authenticatorCode } from './authenticator';

// With the rights of the server: access is granted, and sessions are aged.
const app = initializeApp({ projectId: process.env['GCLOUD_PROJECT'] ?? 'demo' }, randomUUID());
const [auth, firestore] = [getAuth(app), getFirestore(app)];
afterAll(() => deleteApp(app));

const grant = (uid: string, change: Parameters<typeof changeAccess>[1]['change']) =>
  changeAccess(
    { auth, firestore, log: console },
    { uid, by: 'attacks', reason: 'for an attack', now: Date.now(), change },
  );

const HOUR_MS = 60 * 60_000;

describe.skipIf(!isAttackable)('thief who links a Telegram chat', () => {
  const { telegram } = getSuiteAddresses(getPorts(readOffset(process.env['PORT_OFFSET'], 0)));
  const { starter: CHANNEL } = LOCAL_BOT.channels;
  let who = 1_000_000 + Math.floor(Math.random() * 1_000_000_000);

  beforeAll(async () => {
    const bot = await openApi({ token: LOCAL_BOT.token, apiUrl: telegram });
    const siteUrl = process.env['SITE_URL'] ?? '';
    await setWebhook(bot, { siteUrl, secret: LOCAL_BOT.webhookSecret });
  });

  const act = (fields: Record<string, string>) =>
    fetch(`${telegram}/act`, {
      method: 'POST',
      body: new URLSearchParams({ person: String(who), ...fields }).toString(),
      redirect: 'manual',
    });
  const chats = z.array(z.object({ id: z.string(), members: z.array(z.number()) }));
  const isAdmitted = async () => {
    await act({ chat: CHANNEL });
    const all = chats.parse(await (await fetch(`${telegram}/api/chats`)).json());
    return all.find(({ id }) => id === CHANNEL)?.members.includes(who) ?? false;
  };

  async function linkedByThief() {
    who += 1;
    const owner = await signUpPerson();
    await grant(owner.uid, { tier: 'starter', dashboardUnlocked: true, hasDeposited: true });
    const token = (await logIn(owner.email)).session?.token ?? '';
    const body = { currentPassword: PASSWORD };
    const { data } = await site('/api/telegram/code', { token, body });
    const { code } = z.object({ code: z.string() }).parse(data);
    await act({ text: `/start ${code}` });
    const chat = await firestore.doc(`telegramChats/${who}`).get();
    expect(chat.get('uid')).toBe(owner.uid);
    return { ...owner, thief: token };
  }

  it('gets no code without the password', async () => {
    const { email } = await signUpPerson();
    const token = (await logIn(email)).session?.token ?? '';
    const method = 'POST';
    expect((await site('/api/telegram/code', { token, method })).status).toBe(400);
    const body = { currentPassword: 'Wrong2026' };
    expect((await site('/api/telegram/code', { token, body })).status).toBe(400);
  });

  it('is removed from the channel when the owner resets the password', async () => {
    const { email } = await linkedByThief();
    const subjects = (await mailsTo(email, 4)).map(({ subject }) => subject);
    expect(subjects.some((subject) => subject.startsWith('A Telegram chat was linked'))).toBe(true);
    await site('/auth/forgot-password', { body: { email } });
    const reset = { token: await readResetToken(email), newPassword: 'Owner2027' };
    expect((await site('/auth/reset-password', { body: reset })).status).toBe(200);
    expect(await isAdmitted()).toBe(false);
  });

  it('is removed from the channel when the owner logs out other devices', async () => {
    const { token } = await linkedByThief();
    await site('/api/account/devices', { token, method: 'DELETE' });
    expect(await isAdmitted()).toBe(false);
  });

  it('can’t replace the chat that is already linked', async () => {
    const { token } = await linkedByThief();
    const refused = await site('/api/telegram/code', {
      token,
      body: { currentPassword: PASSWORD },
    });
    expect(refused.status).toBe(409);
    expect(await isAdmitted()).toBe(true);
  });
});

describe.skipIf(!isAttackable)('staff session', () => {
  const FACTOR = '/api/admin/second-factor';

  /** What a session opens of staff's: the statuses of API and database. */
  const opened = async (idToken: string) => ({
    page: (await site('/api/admin/users', { token: idToken })).status,
    members: await list('users', idToken),
    audit: await list('accessEvents', idToken),
  });
  const ALL = { page: 200, members: 200, audit: 200 };
  const NOTHING = { page: 403, members: 403, audit: 403 };

  async function enter(email: string) {
    const { session } = await logIn(email);
    const { idToken = '' } = await exchange(session?.customToken ?? '');
    const [, claims = ''] = idToken.split('.');
    const { sid } = z
      .object({ sid: z.string() })
      .parse(JSON.parse(Buffer.from(claims, 'base64url').toString()));
    return { token: session?.token ?? '', idToken, session: firestore.doc(`sessions/${sid}`) };
  }

  it('loses staff access twelve hours after its second factor', async () => {
    const { uid, email } = await signUpPerson();
    await grant(uid, { staff: true });
    const { token, idToken, session } = await enter(email);
    const { data } = await site(FACTOR, { token, body: { currentPassword: PASSWORD } });
    const { secret } = z.object({ secret: z.string() }).parse(data);
    const code = authenticatorCode(secret, Date.now());
    expect((await site(`${FACTOR}/confirm`, { token, body: { code } })).status).toBe(200);
    expect(await opened(idToken)).toEqual(ALL);
    for (const hours of [12.01, 300 * 24]) {
      const secondFactorAt = Timestamp.fromMillis(Date.now() - hours * HOUR_MS);
      await session.update({ secondFactorAt });
      expect(await opened(idToken)).toEqual(NOTHING);
    }
  });

  it('loses staff access once the site requires a second factor that it never passed', async () => {
    const { uid, email } = await signUpPerson();
    await grant(uid, { staff: true });
    const { idToken, session } = await enter(email);
    expect(await opened(idToken)).toEqual(ALL);
    // What the job does on a site that requires one; here for this session alone, as others run beside it.
    await session.update({ factorExempt: true });
    await endExemptions(firestore, [uid]);
    expect(await opened(idToken)).toEqual(NOTHING);
  });
});

describe.skipIf(!isAttackable)('session of an account without a password', () => {
  it('can only set a password', async () => {
    const email = newAddress();
    await site('/auth/register', { body: signUp(email) });
    await site('/auth/register', { body: signUp(email, 'Another2026') });
    const confirmationCode = await readConfirmationCode(email, 2);
    const confirmed = await site('/auth/confirm-code', { body: { email, confirmationCode } });
    const { token, customToken, user } = z
      .object({ token: z.string(), customToken: z.string(), user: z.object({ id: z.string() }) })
      .parse(confirmed.data);
    const { idToken = '' } = await exchange(customToken);

    const refused = Object.values<Endpoint>(endpoints).filter(
      ({ caller, passwordless }) => caller !== 'public' && passwordless !== true,
    );
    for (const { method, path } of refused) {
      const { status } = await site(path.replace(/:\w+/g, 'x'), { token, method });
      expect([method, path, status]).toEqual([method, path, 403]);
    }
    expect(await readDocument(`users/${user.id}`, idToken)).toBe(403);
    expect(await list('tickets', idToken, { of: user.id })).toBe(403);

    const body = { newPassword: 'Chosen2026', ...signUp(email) };
    const { fullName, phone, country, newPassword } = body;
    const chosen = await site('/api/account/first-password', {
      token,
      body: { newPassword, fullName, phone, country },
    });
    expect(chosen.status).toBe(200);
    expect((await site('/api/account/devices', { token })).status).toBe(200);
    expect(await readDocument(`users/${user.id}`, idToken)).toBe(200);
  });
});
