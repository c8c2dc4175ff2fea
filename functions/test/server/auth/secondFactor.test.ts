import { SETTABLE_ACCESS } from '@quantalgo/contracts/access/access';
import {
  FACTOR_FRESH_TTL_MS,
  FACTOR_SETUP_TTL_MS,
  FACTOR_TTL_MS,
} from '@quantalgo/contracts/auth/secondFactorEndpoints';
import { type Endpoint, FACTOR_REFUSALS } from '@quantalgo/contracts/core/endpoint';
import { SLOT_MS, slotId } from '@quantalgo/contracts/core/slots';
import { endpoints } from '@quantalgo/contracts/allEndpoints';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { changeAccess } from '../../../src/platform/access/access';
import { MemberGoneError, readUser } from '../../../src/platform/account/users';
import {
  beginFactor,
  confirmFactor,
  endExemptions,
  factorRef,
  passFactor,
  renewRecoveryCodes,
  resetFactor,
  readStaffIds,
} from '../../../src/platform/auth/secondFactor';
import { endSession, type Session } from '../../../src/platform/auth/sessions';
import { logIn, PASSWORD, logInNewMember } from '../http/members';
import { signalDocument } from '../signals/signalDocuments';
import { type Api, startApi } from '../http/suite';
import { readTokenSid } from '../http/tokens';
import { mailsTo, post } from './visitor';
import { PUSH_ON, createBrowserSubscription } from '../push/browser';

const STEP_MS = 30_000;
const PATH = '/api/admin/second-factor';

/** An unreachable bot: the tests only issue link codes. */
const TELEGRAM = {
  token: 'a token',
  apiUrl: 'http://127.0.0.1:1',
  webhookSecret: 'a secret',
  bot: 'https://t.me/a_bot',
  channels: { starter: 'starter', essential: 'essential' },
  siteUrl: 'https://quantalgo.example',
};

let api: Api;
/** The server's clock, advanced by the tests. */
let now = Math.ceil(Date.now() / STEP_MS) * STEP_MS;

beforeAll(async () => {
  api = await startApi('demo-second-factor', {
    requiresFactor: true,
    clock: () => now,
    push: PUSH_ON,
    telegram: TELEGRAM,
  });
});
beforeEach(() => {
  now += STEP_MS;
});
afterAll(() => api.close());

const secretSchema = z.object({ secret: z.string() });
const codesSchema = z.object({ recoveryCodes: z.array(z.string()) });

const generateCode = (secret: string, at = now): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at });

const begin = (token: string, currentPassword = PASSWORD) =>
  post(api, PATH, { currentPassword }, token);
const confirm = (token: string, code: string) => post(api, `${PATH}/confirm`, { code }, token);
const pass = (token: string, code: string) => post(api, `${PATH}/verify`, { code }, token);
const users = (token: string) => api.call('/api/admin/users', { token });
const grant = (token: string, uid: string) =>
  api.call(`/api/admin/users/${uid}/access`, {
    method: 'PATCH',
    token,
    body: SETTABLE_ACCESS.starter,
  });

/** Sets up a second factor in the token's session. */
async function setUp(token: string) {
  const { secret } = secretSchema.parse((await begin(token)).envelope?.data);
  const { recoveryCodes } = codesSchema.parse(
    (await confirm(token, generateCode(secret))).envelope?.data,
  );
  now += STEP_MS;
  return { secret, recoveryCodes };
}

/** Creates a staff member with a second factor, passed in this session. */
async function logInProvenStaff() {
  const staff = await logInNewMember(api, { staff: true });
  return { ...staff, ...(await setUp(staff.token)) };
}

const readAudit = async (uid: string) => {
  const { docs } = await api.firestore.collection('staffActions').where('uid', '==', uid).get();
  return docs.map((document): unknown => document.get('action')).sort();
};

describe('staff without a second factor', () => {
  it('are refused by every console endpoint except the set-up ones', async () => {
    const { token } = await logInNewMember(api, { staff: true });
    const ofStaff = Object.entries<Endpoint>(endpoints).filter(([, one]) => one.caller === 'staff');
    for (const [name, { method, path, secondFactor }] of ofStaff) {
      const { status, envelope } = await api.call(path.replace(/:\w+/g, 'x'), { method, token });
      const isRefused = status === 403 && envelope?.code === FACTOR_REFUSALS.missing;
      expect([name, isRefused]).toEqual([name, secondFactor !== 'none']);
    }
  });

  it('have only a member’s rights elsewhere: no signals until set-up', async () => {
    const { token } = await logInNewMember(api, { staff: true });
    expect((await api.call('/auth/me', { token })).envelope?.data).toMatchObject({ staff: true });
    expect((await api.call('/api/signals', { token })).status).toBe(403);
    await setUp(token);
    expect((await api.call('/api/signals', { token })).status).toBe(200);
  });

  it('get no signals through exports, push or Telegram', async () => {
    const { uid, token } = await logInNewMember(api);
    const order = { uid, by: 'a test', reason: 'a test', now };
    await changeAccess(api, { ...order, change: { staff: true } });
    const slot = Math.ceil(now / SLOT_MS) * SLOT_MS;
    await api.firestore.doc(`signals/${slotId(slot)}`).set(signalDocument(slot, 'order-flow'));
    const body = { subscription: createBrowserSubscription(), zone: 'Africa/Lagos' };
    const taken = async () => {
      const { envelope } = await api.call('/api/account/export/signals', { token });
      const exported = endpoints.exportSignals.data.parse(envelope?.data).signals.length;
      const answers = await Promise.all([
        post(api, '/api/push/subscriptions', body, token),
        post(api, '/api/telegram/code', { currentPassword: PASSWORD }, token),
      ]);
      return [exported, ...answers.map((answer) => answer.envelope?.code ?? answer.status)];
    };
    expect(await taken()).toEqual([0, FACTOR_REFUSALS.missing, FACTOR_REFUSALS.missing]);
    await setUp(token);
    expect(await taken()).toEqual([1, 200, 200]);
  });

  it('set one up with the password, get an email and see the recovery codes', async () => {
    const { uid, email, token } = await logInNewMember(api, { staff: true });
    expect((await begin(token, 'Wrong2026')).status).toBe(400);
    const { secret } = secretSchema.parse((await begin(token)).envelope?.data);
    expect((await users(token)).status).toBe(403);
    expect((await confirm(token, '000000')).status).toBe(400);
    const { recoveryCodes } = codesSchema.parse(
      (await confirm(token, generateCode(secret))).envelope?.data,
    );
    expect(new Set(recoveryCodes).size).toBe(8);
    expect((await users(token)).status).toBe(200);
    const factorStatus = { confirmedAt: new Date(now).toISOString(), recoveryCodesLeft: 8 };
    expect((await api.call(PATH, { token })).envelope?.data).toEqual(factorStatus);
    expect((await mailsTo(api, email)).map(({ template }) => template)).toEqual([
      'secondFactorSet',
    ]);
    expect(await readAudit(uid)).toEqual(['second factor set up']);
    const stored = JSON.stringify((await factorRef(api.firestore, uid).get()).data());
    for (const one of [secret, ...recoveryCodes]) expect(stored).not.toContain(one);
  });

  it('cannot confirm a set-up that was not started or has expired', async () => {
    const { token } = await logInNewMember(api, { staff: true });
    expect((await confirm(token, '000000')).status).toBe(409);
    const { secret } = secretSchema.parse((await begin(token)).envelope?.data);
    now += FACTOR_SETUP_TTL_MS;
    expect((await confirm(token, generateCode(secret))).status).toBe(409);
    expect((await pass(token, generateCode(secret))).status).toBe(400);
  });
});

describe('staff session', () => {
  it('needs its own code, even if another session passed', async () => {
    const { email, secret } = await logInProvenStaff();
    const { token } = await logIn(api, email);
    expect((await users(token)).status).toBe(403);
    expect((await pass(token, generateCode(secret))).status).toBe(200);
    expect((await users(token)).status).toBe(200);
    expect((await users((await logIn(api, email)).token)).status).toBe(403);
  });

  it('rejects a code that any session has used', async () => {
    const { email, secret, token } = await logInProvenStaff();
    const code = generateCode(secret);
    const stolen = (await logIn(api, email)).token;
    const answers = await Promise.all([pass(token, code), pass(stolen, code), pass(token, code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect((await pass(stolen, generateCode(secret, now - STEP_MS))).status).toBe(400);
  });

  it('accepts each recovery code once, and none after they are renewed', async () => {
    const { uid, email, recoveryCodes } = await logInProvenStaff();
    const [first = '', second = ''] = recoveryCodes;
    const { token } = await logIn(api, email);
    const passed = await pass(token, ` ${first.slice(0, 5)}-${first.slice(5).toUpperCase()} `);
    expect(passed.envelope?.data).toMatchObject({ recoveryCodesLeft: 7 });
    const again = (await logIn(api, email)).token;
    expect((await pass(again, first)).status).toBe(400);
    const renewed = await post(api, `${PATH}/recovery-codes`, {}, token);
    const codes = codesSchema.parse(renewed.envelope?.data).recoveryCodes;
    expect((await pass(again, second)).status).toBe(400);
    expect((await pass(again, codes[7] ?? '')).status).toBe(200);
    expect(await readAudit(uid)).toEqual([
      'recovery code used',
      'recovery code used',
      'recovery codes renewed',
      'second factor set up',
    ]);
  });

  it('rejects even the right code for the rest of the hour after ten wrong ones', async () => {
    const { email, secret } = await logInProvenStaff();
    const { token } = await logIn(api, email);
    const wrong = await Promise.all(Array.from({ length: 10 }, () => pass(token, 'nonsense')));
    expect(wrong.map(({ status }) => status)).toEqual(wrong.map(() => 400));
    expect((await pass(token, generateCode(secret))).status).toBe(429);
    now += 60 * 60_000;
    expect((await pass(token, generateCode(secret))).status).toBe(200);
  });

  it('needs a new code after 15 minutes for grants, codes, lists and exports only', async () => {
    const { token, secret } = await logInProvenStaff();
    const { uid } = await logInNewMember(api);
    const asks = () =>
      Promise.all([
        grant(token, uid),
        post(api, '/api/admin/codes', { userId: uid, tier: 'starter' }, token),
        post(api, '/api/admin/audit/export', {}, token),
        post(
          api,
          '/api/admin/broker-list',
          { csv: 'trader_id,under_our_link,funded,amount' },
          token,
        ),
      ]);
    for (const { status } of await asks()) expect(status).toBe(200);
    now += FACTOR_FRESH_TTL_MS;
    for (const { status, envelope } of await asks())
      expect([status, envelope?.code]).toEqual([403, FACTOR_REFUSALS.stale]);
    expect((await users(token)).status).toBe(200);
    await pass(token, generateCode(secret));
    for (const { status } of await asks()) expect(status).toBe(200);
  });

  it('needs a new code for all staff work after twelve hours', async () => {
    const { token, secret } = await logInProvenStaff();
    now += FACTOR_TTL_MS - 2 * STEP_MS;
    expect((await users(token)).status).toBe(200);
    now += 2 * STEP_MS;
    expect((await users(token)).envelope?.code).toBe(FACTOR_REFUSALS.missing);
    expect((await api.call('/api/signals', { token })).status).toBe(403);
    expect((await pass(token, generateCode(secret))).status).toBe(200);
    expect((await users(token)).status).toBe(200);
  });

  it('can link a Telegram chat only within 15 minutes of its code', async () => {
    const { token, secret } = await logInProvenStaff();
    const link = () => post(api, '/api/telegram/code', { currentPassword: PASSWORD }, token);
    now += FACTOR_FRESH_TTL_MS;
    expect((await link()).envelope?.code).toBe(FACTOR_REFUSALS.stale);
    expect((await pass(token, generateCode(secret))).status).toBe(200);
    expect((await link()).status).toBe(200);
  });

  it('replaces the factor only after a fresh code; other sessions then need the new factor', async () => {
    const { uid, email, token, secret } = await logInProvenStaff();
    const other = (await logIn(api, email)).token;
    await pass(other, generateCode(secret));
    now += FACTOR_FRESH_TTL_MS;
    expect((await begin(token)).envelope?.code).toBe(FACTOR_REFUSALS.stale);
    await pass(token, generateCode(secret));
    const replaced = await setUp(token);
    expect((await users(other)).status).toBe(403);
    expect((await pass(other, generateCode(secret))).status).toBe(400);
    expect((await pass(other, generateCode(replaced.secret))).status).toBe(200);
    expect(await readAudit(uid)).toEqual(['second factor replaced', 'second factor set up']);
  });

  it('cannot replace the factor without a code, even if another session started it', async () => {
    const { email, token } = await logInProvenStaff();
    const unproven = (await logIn(api, email)).token;
    expect((await begin(unproven)).envelope?.code).toBe(FACTOR_REFUSALS.stale);
    const { secret } = secretSchema.parse((await begin(token)).envelope?.data);
    const { envelope } = await confirm(unproven, generateCode(secret));
    expect(envelope?.code).toBe(FACTOR_REFUSALS.stale);
    expect((await users(unproven)).status).toBe(403);
  });
});

describe('second factor', () => {
  it('is removed with the staff role and must be set up again when it returns', async () => {
    const { uid, email } = await logInProvenStaff();
    const order = { uid, by: 'a test', reason: 'a test', now };
    await changeAccess(api, { ...order, change: { staff: false } });
    expect((await factorRef(api.firestore, uid).get()).exists).toBe(false);
    await changeAccess(api, { ...order, change: { staff: true } });
    const { token } = await logIn(api, email);
    expect((await users(token)).status).toBe(403);
    await setUp(token);
    expect((await users(token)).status).toBe(200);
  });

  it('can be reset by the operator, which ends all sessions and is audited', async () => {
    const { uid, email, token } = await logInProvenStaff();
    const order = { uid, by: 'command line', reason: 'lost phone', now };
    expect(await resetFactor(api.firestore, order)).toBe(true);
    expect(await resetFactor(api.firestore, order)).toBe(false);
    expect((await users(token)).status).toBe(401);
    expect(await readAudit(uid)).toContain('second factor reset');
    await setUp((await logIn(api, email)).token);
  });

  it('does not work if another member’s is copied over it', async () => {
    const [one, other] = [await logInProvenStaff(), await logInProvenStaff()];
    const stored = (await factorRef(api.firestore, other.uid).get()).data() ?? {};
    await factorRef(api.firestore, one.uid).set(stored);
    expect((await pass(one.token, generateCode(other.secret))).status).toBe(500);
    expect((await pass(one.token, other.recoveryCodes[0] ?? '')).status).toBe(400);
    await factorRef(api.firestore, one.uid).delete();
    api.errors.length = 0;
  });

  interface Attempt {
    readonly session: Session;
    readonly secret: string;
    readonly pending: string;
  }
  const labels = { label: 'a label', issuer: 'an issuer' };
  const calls: readonly (readonly [string, (attempt: Attempt) => Promise<unknown>])[] = [
    ['begins another', ({ session }) => beginFactor(api, session, labels, now)],
    [
      'confirms another',
      async ({ session, pending }) => {
        const record = await readUser(api.firestore, session.uid);
        if (!record) throw new Error('There is no such member');
        const attempt = { session, code: generateCode(pending), now };
        return confirmFactor(api, attempt, { record, fresh: true });
      },
    ],
    [
      'passes with a code',
      ({ session, secret }) => passFactor(api, { session, code: generateCode(secret), now }),
    ],
    ['renews the recovery codes', ({ session }) => renewRecoveryCodes(api, session, now)],
  ];

  it.each(calls)(
    'is not changed by a call that %s after its session ended',
    async (_what, call) => {
      const { uid, token, secret } = await logInProvenStaff();
      const begun = secretSchema.parse((await begin(token)).envelope?.data);
      const session = { uid, sid: readTokenSid(token) };
      const read = async () => (await factorRef(api.firestore, uid).get()).data();
      const before = await read();
      await endSession(api.firestore, session, now);
      const attempt = { session, secret, pending: begun.secret };
      await expect(call(attempt)).rejects.toThrow(MemberGoneError);
      expect(await read()).toEqual(before);
    },
  );
});

describe('optional second factor', () => {
  it('is required only from staff who have set it up', async () => {
    const free = await startApi('demo-no-second-factor', { clock: () => now });
    const { uid, email, token } = await logInNewMember(free, { staff: true });
    now += FACTOR_FRESH_TTL_MS;
    const read = (one: string) => post(free, '/api/admin/audit/export', {}, one);
    expect((await read(token)).status).toBe(200);
    const begun = await post(free, PATH, { currentPassword: PASSWORD }, token);
    const { secret } = secretSchema.parse(begun.envelope?.data);
    await post(free, `${PATH}/confirm`, { code: generateCode(secret) }, token);
    const next = (await logIn(free, email)).token;
    expect((await read(next)).envelope?.code).toBe(FACTOR_REFUSALS.missing);
    const session = await free.firestore.doc(`sessions/${readTokenSid(next)}`).get();
    expect(session.data()).toMatchObject({ uid, secondFactorAt: null, factorExempt: false });
    await free.close();
  });

  it('leaves no session exempt once it is required', async () => {
    const { token } = await logInNewMember(api, { staff: true });
    const exempt = { secondFactorAt: new Date(now), factorExempt: true };
    await api.firestore.doc(`sessions/${readTokenSid(token)}`).update(exempt);
    expect((await users(token)).envelope?.code).toBe(FACTOR_REFUSALS.missing);
  });

  it('has its exemption removed from open staff sessions only', async () => {
    const exempt = { secondFactorAt: new Date(now), factorExempt: true };
    const [staff, other] = [await logInNewMember(api, { staff: true }), await logInNewMember(api)];
    const sessions = [staff, other].map(({ token }) =>
      api.firestore.doc(`sessions/${readTokenSid(token)}`),
    );
    for (const session of sessions) await session.update(exempt);
    const uids = await readStaffIds(api.firestore);
    expect(uids).toContain(staff.uid);
    expect(uids).not.toContain(other.uid);
    expect(await endExemptions(api.firestore, [staff.uid])).toBe(1);
    expect(await endExemptions(api.firestore, [staff.uid])).toBe(0);
    const [ended, otherSession] = await Promise.all(sessions.map((session) => session.get()));
    expect(ended?.data()).toMatchObject({ secondFactorAt: null, factorExempt: false });
    expect(otherSession?.get('factorExempt')).toBe(true);
  });
});
