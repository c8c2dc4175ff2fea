import { randomUUID } from 'node:crypto';
import { FACTOR_PERIOD_S } from '@quantalgo/contracts/auth/secondFactorEndpoints';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { issueDashboardCode } from '../../../src/platform/access/dashboardCodes';
import { png } from '../../images';
import { createInterruption } from '../http/interruption';
import { PASSWORD, logInNewMember } from '../http/members';
import { type Answer, type Api, startApi } from '../http/suite';
import { uploadFile } from '../http/uploads';
import { readMailSecret, mailsTo, newAddress, newMember, post, registration } from './visitor';

const NEW_PASSWORD = 'Another2026';
const STEP_MS = FACTOR_PERIOD_S * 1000;

const interruption = createInterruption();

let api: Api;
/** The server's clock, aligned to the authenticator's period. */
let now = Math.ceil(Date.now() / STEP_MS) * STEP_MS;

beforeAll(async () => {
  const deps = { clock: () => now };
  api = await startApi('demo-interrupted-claims', deps, undefined, interruption.watch);
});
afterAll(() => api.close());

type Prepare = () => Promise<() => Promise<Answer>>;

const transferSchema = z.object({ code: z.string() });
const secretSchema = z.object({ secret: z.string() });
const recoverySchema = z.object({ recoveryCodes: z.array(z.string()) });

/** Advances the clock one period and generates the authenticator's code. */
function nextFactorCode(secret: string): string {
  now += STEP_MS;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now });
}

async function beginFactor() {
  const { token } = await logInNewMember(api, { staff: true });
  const path = '/api/admin/second-factor';
  const begun = await post(api, path, { currentPassword: PASSWORD }, token);
  const { secret } = secretSchema.parse(begun.envelope?.data);
  const confirm = (code: string) => post(api, `${path}/confirm`, { code }, token);
  const pass = (code: string) => post(api, `${path}/verify`, { code }, token);
  return { secret, confirm, pass };
}

async function createConfirmedFactor() {
  const { secret, confirm, pass } = await beginFactor();
  const { envelope } = await confirm(nextFactorCode(secret));
  return { secret, pass, ...recoverySchema.parse(envelope?.data) };
}

/** Creates a member without a password: the email was registered with two different ones. */
async function createMemberWithoutPassword() {
  const email = newAddress();
  await post(api, '/auth/register', registration(email, { password: 'Stranger2026' }));
  const { token } = await newMember(api, email);
  return token;
}

const CLAIMS: readonly (readonly [string, Prepare])[] = [
  [
    'a reset link',
    async () => {
      const { email } = await newMember(api);
      // Later than the mail of the sign-up.
      now += STEP_MS;
      await post(api, '/auth/forgot-password', { email });
      const token = await readMailSecret(api, email, 'token');
      return () => post(api, '/auth/reset-password', { token, newPassword: NEW_PASSWORD });
    },
  ],
  [
    'a confirmation code',
    async () => {
      const email = newAddress();
      await post(api, '/auth/register', registration(email));
      const confirmationCode = await readMailSecret(api, email, 'code');
      return () => post(api, '/auth/confirm-code', { email, confirmationCode });
    },
  ],
  [
    'a transfer code',
    async () => {
      const { token } = await logInNewMember(api);
      const body = { currentPassword: PASSWORD };
      const { envelope } = await post(api, '/auth/transfer-code', body, token);
      const { code } = transferSchema.parse(envelope?.data);
      return () => post(api, '/auth/redeem-transfer-code', { code });
    },
  ],
  [
    'a dashboard code',
    async () => {
      const { uid, token } = await logInNewMember(api);
      const order = { uid, tier: 'starter', by: 'amina', now } as const;
      const dashboardCode = await issueDashboardCode(api, order);
      return () => post(api, '/auth/validate-dashboard-code', { dashboardCode }, token);
    },
  ],
  [
    'a code for a new email',
    async () => {
      const { token } = await logInNewMember(api);
      const email = newAddress();
      await post(api, '/api/account/email', { email, currentPassword: PASSWORD }, token);
      const confirmationCode = await readMailSecret(api, email, 'code');
      return () => post(api, '/api/account/email/confirm', { confirmationCode }, token);
    },
  ],
  [
    'a password change',
    async () => {
      const { token } = await logInNewMember(api);
      const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
      return () => post(api, '/api/account/password', body, token);
    },
  ],
  [
    'a first password',
    async () => {
      const token = await createMemberWithoutPassword();
      const details = { fullName: 'Ada Obi', phone: '+234 801 234 5678', country: 'Nigeria' };
      const body = { newPassword: NEW_PASSWORD, ...details };
      return () => post(api, '/api/account/first-password', body, token);
    },
  ],
  [
    'a second factor’s set-up code',
    async () => {
      const { secret, confirm } = await beginFactor();
      const code = nextFactorCode(secret);
      return () => confirm(code);
    },
  ],
  [
    'an authenticator code',
    async () => {
      const { secret, pass } = await createConfirmedFactor();
      const code = nextFactorCode(secret);
      return () => pass(code);
    },
  ],
  [
    'a recovery code',
    async () => {
      const { recoveryCodes, pass } = await createConfirmedFactor();
      return () => pass(recoveryCodes[0] ?? '');
    },
  ],
  [
    'an upload permit',
    async () => {
      const member = await logInNewMember(api);
      const proofId = await uploadFile(api, member, png());
      const body = { proofId, traderId: 'PO-12345' };
      const headers = { 'idempotency-key': randomUUID() };
      return () => api.call('/api/proofs', { method: 'POST', token: member.token, body, headers });
    },
  ],
  [
    'the password for a deletion',
    async () => {
      const { token } = await logInNewMember(api);
      const body = { currentPassword: PASSWORD };
      return () => api.call('/api/account', { method: 'DELETE', token, body });
    },
  ],
];

/** More steps than any claim takes; a deletion has many after it has begun. */
const MAX_STEPS = 15;

describe('interrupted call', () => {
  it.each(CLAIMS)(
    'succeeds at once or on retry with %s, whichever step fails',
    async (_claim, prepare) => {
      for (let at = 1; at <= MAX_STEPS; at += 1) {
        const call = await prepare();
        interruption.arm(at);
        const first = await call();
        const isReached = interruption.disarm();
        const answer = first.status === 200 ? first : await call();
        expect([at, answer.status], answer.envelope?.message).toEqual([at, 200]);
        if (!isReached) return;
      }
    },
  );
});

describe('interrupted request for a code or link', () => {
  const breakOffAtEachStep = async (request: () => Promise<Answer>) => {
    for (const at of [1, 2, 3]) {
      interruption.arm(at);
      await request();
      interruption.disarm();
    }
  };
  const templatesTo = async (email: string) =>
    (await mailsTo(api, email)).map(({ template }) => template);

  it('stores no reset link without emailing it', async () => {
    const { email } = await newMember(api);
    await breakOffAtEachStep(() => post(api, '/auth/forgot-password', { email }));
    const links = await api.firestore.collection('resets').where('email', '==', email).get();
    const mails = (await templatesTo(email)).filter((template) => template === 'passwordReset');
    expect(links.size).toBe(mails.length);
  });

  it('stores no confirmation code without emailing it', async () => {
    const email = newAddress();
    await breakOffAtEachStep(() => post(api, '/auth/register', registration(email)));
    await breakOffAtEachStep(() => post(api, '/auth/send-activation-email', { email }));
    const pending = await api.firestore
      .collection('registrations')
      .where('email', '==', email)
      .get();
    const codes = pending.docs.flatMap((one) => z.array(z.unknown()).parse(one.get('codes')));
    const mails = (await templatesTo(email)).filter((template) => template === 'confirmation');
    expect(codes).toHaveLength(mails.length);
  });

  it('keeps the member’s current dashboard code if it fails', async () => {
    const { uid, token } = await logInNewMember(api);
    const staff = await logInNewMember(api, { staff: true });
    const order = { uid, tier: 'starter', by: 'amina', now } as const;
    const dashboardCode = await issueDashboardCode(api, order);
    const body = { userId: uid, tier: 'starter', mail: true };
    interruption.arm(2);
    const { status } = await post(api, '/api/admin/codes', body, staff.token);
    if (interruption.disarm()) expect(status).toBe(500);
    const used = await post(api, '/auth/validate-dashboard-code', { dashboardCode }, token);
    expect([status, used.status]).not.toEqual([500, 400]);
  });
});
