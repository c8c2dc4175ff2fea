import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { unsignedToken } from '../../../../functions/test/unsignedToken';
import {
  readConfirmationCode,
  exchange,
  logIn,
  mailsTo,
  newAddress,
  PASSWORD,
  signUpPerson,
  refreshIdToken,
  readResetToken,
  signUp,
  site,
  toolkit,
} from '../../fixtures/client';
import { isAttackable, NO_ACCESS, probeAccess } from './attacker';

if (!isAttackable) console.warn('SITE_URL or INBOX_URL is not set: no suite is attacked.');

const THIEF = 'Attacker2026';

describe.skipIf(!isAttackable)('attacker who signs up with someone else’s address', () => {
  it('can’t log in after the owner enters either the first or the newer code', async () => {
    for (const newest of [false, true]) {
      const email = newAddress();
      await site('/auth/register', { body: signUp(email) });
      const own = await readConfirmationCode(email);
      await site('/auth/register', { body: signUp(email, THIEF, 'Al Attacker') });
      const second = await readConfirmationCode(email, 2);
      const body = { email, confirmationCode: newest ? second : own };
      expect((await site('/auth/confirm-code', { body })).status).toBe(200);
      expect((await logIn(email, THIEF)).status).toBe(401);
    }
  });

  it('can’t get in with an earlier account of their own at Firebase', async () => {
    const email = newAddress();
    const squatter = await toolkit('signUp', { email, password: THIEF, returnSecureToken: true });
    const owner = await signUpPerson(email);
    expect(squatter.localId).not.toBe(owner.uid);
    expect(await probeAccess(squatter.idToken ?? '', owner.uid)).toEqual(NO_ACCESS);
    expect((await logIn(email, THIEF)).status).toBe(401);
  });

  it('can’t put their own text into the mail', async () => {
    const email = newAddress();
    await site('/auth/register', { body: signUp(email, THIEF, 'Claim your bonus now') });
    const [mail] = await mailsTo(email);
    expect(`${mail?.subject} ${mail?.text} ${mail?.html}`).not.toMatch(/bonus/i);
  });
});

describe.skipIf(!isAttackable)('thief with a stolen session', () => {
  it('loses all access when the owner resets the password', async () => {
    const owner = await signUpPerson();
    const stolen = await exchange((await logIn(owner.email)).session?.customToken ?? '');
    const kept = (await logIn(owner.email)).session?.customToken ?? '';
    const body = { currentPassword: PASSWORD };
    const { data } = await site('/auth/transfer-code', { token: owner.token, body });
    await site('/api/account/email', {
      token: stolen.idToken ?? '',
      body: { email: newAddress(), currentPassword: PASSWORD },
    });
    await site('/auth/forgot-password', { body: { email: owner.email } });
    const token = await readResetToken(owner.email);
    const reset = { token, newPassword: 'Owner2027' };
    expect((await site('/auth/reset-password', { body: reset })).status).toBe(200);

    expect(await probeAccess(stolen.idToken ?? '', owner.uid)).toEqual(NO_ACCESS);
    const renewed = await refreshIdToken(stolen.refreshToken);
    if (renewed !== undefined) expect(await probeAccess(renewed, owner.uid)).toEqual(NO_ACCESS);
    const exchanged = await exchange(kept);
    expect(await probeAccess(exchanged.idToken ?? '', owner.uid)).toEqual(NO_ACCESS);
    const code = typeof data === 'object' && data !== null && 'code' in data ? data.code : 'none';
    const redeemed = await site('/auth/redeem-transfer-code', { body: { code } });
    expect(redeemed.status).toBe(400);
    expect((await logIn(owner.email, 'Owner2027')).status).toBe(200);
  });

  it('loses all access, including an older reset link, when the owner logs out other devices', async () => {
    const owner = await signUpPerson();
    const stolen = await exchange((await logIn(owner.email)).session?.customToken ?? '');
    await site('/auth/forgot-password', { body: { email: owner.email } });
    const token = await readResetToken(owner.email);
    await site('/api/account/devices', { token: owner.token, method: 'DELETE' });
    expect(await probeAccess(stolen.idToken ?? '', owner.uid)).toEqual(NO_ACCESS);
    const reset = { token, newPassword: THIEF };
    expect((await site('/auth/reset-password', { body: reset })).status).toBe(400);
  });

  it('can’t use a transfer code of a session that the owner logged out', async () => {
    const owner = await signUpPerson();
    const shared = (await logIn(owner.email)).session?.token ?? '';
    const body = { currentPassword: PASSWORD };
    const { data } = await site('/auth/transfer-code', { token: shared, body });
    const { code } = z.object({ code: z.string() }).parse(data);
    await site('/auth/logout', { token: shared, method: 'POST' });
    expect((await site('/auth/redeem-transfer-code', { body: { code } })).status).toBe(400);
  });

  it('can’t set a password at Firebase from a logged-out device', async () => {
    const owner = await signUpPerson();
    const lost = (await logIn(owner.email)).session;
    const device = await exchange(lost?.customToken ?? '');
    await site('/auth/logout', { token: lost?.token ?? '', method: 'POST' });
    const renewed = (await refreshIdToken(device.refreshToken)) ?? device.idToken ?? '';
    expect(await probeAccess(renewed, owner.uid)).toEqual(NO_ACCESS);
    await toolkit('update', { idToken: renewed, password: THIEF, email: owner.email });
    expect((await logIn(owner.email, THIEF)).status).toBe(401);
    expect((await logIn(owner.email)).status).toBe(200);
  });
});

describe.skipIf(!isAttackable)('older reset link', () => {
  it('can’t set a password in addition to a newer link used at the same time', async () => {
    const { email } = await signUpPerson();
    const ask = () => site('/auth/forgot-password', { body: { email } });
    await ask();
    const older = await readResetToken(email);
    await ask();
    const newer = await readResetToken(email, 2);
    const passwords = [THIEF, 'Owner2027'] as const;
    const answers = await Promise.all(
      [older, newer].map((token, index) =>
        site('/auth/reset-password', { body: { token, newPassword: passwords[index] } }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const logins = [await logIn(email, passwords[0]), await logIn(email, passwords[1])];
    expect(logins.map(({ status }) => status)).toEqual(
      answers.map(({ status }) => (status === 200 ? 200 : 401)),
    );
  });
});

describe.skipIf(!isAttackable)('forged token', () => {
  it.each(['__x__', '', '..', 'a/b', 'x'.repeat(2000)])(
    'is refused without a fault if its session id can’t be stored: %j',
    async (sid) => {
      const { uid } = await signUpPerson();
      const token = unsignedToken(process.env['GCLOUD_PROJECT'] ?? '', uid, { sid });
      expect((await site('/auth/me', { token })).status).toBe(401);
    },
  );
});

describe.skipIf(!isAttackable)('Identity Toolkit with the public key', () => {
  it('reveals no registered addresses and accepts none of our passwords', async () => {
    const { email } = await signUpPerson();
    const request = { identifier: email, continueUri: 'http://localhost' };
    expect((await toolkit('createAuthUri', request)).registered ?? false).toBe(false);
    const credentials = { email, password: PASSWORD, returnSecureToken: true };
    expect((await toolkit('signInWithPassword', credentials)).status).toBe(400);
    expect((await toolkit('signUp', { ...credentials, password: THIEF })).status).toBe(200);
    expect((await logIn(email, THIEF)).status).toBe(401);
    expect((await logIn(email)).status).toBe(200);
  });

  it('can’t delete a member’s account, who can log in again', async () => {
    const owner = await signUpPerson();
    const { idToken = '' } = await exchange(owner.customToken);
    expect((await toolkit('delete', { idToken })).status).toBe(200);
    const { status, session } = await logIn(owner.email);
    expect([status, session?.user.id]).toEqual([200, owner.uid]);
    expect((await site('/auth/me', { token: session?.token ?? '' })).status).toBe(200);
  });

  it('grants no access to accounts created there', async () => {
    const owner = await signUpPerson();
    const own = await toolkit('signUp', { returnSecureToken: true });
    expect(await probeAccess(own.idToken ?? '', owner.uid)).toEqual(NO_ACCESS);
    expect(await probeAccess(own.idToken ?? '', own.localId ?? '')).toEqual(NO_ACCESS);
  });
});
