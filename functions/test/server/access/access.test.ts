import { randomUUID } from 'node:crypto';
import { SETTABLE_ACCESS, toAccessClaims } from '@quantalgo/contracts/access/access';
import { adminUserSchema } from '@quantalgo/contracts/account/adminUser';
import { userDocumentSchema } from '@quantalgo/contracts/account/member';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import type { AccessPatch } from '../../../src/domain/access/access';
import { changeAccess } from '../../../src/platform/access/access';
import { syncAccessClaims } from '../../../src/platform/auth/accessClaims';
import { createMember, logInNewMember } from '../http/members';
import { startApi, type Api } from '../http/suite';
import { mailsTo } from '../auth/visitor';

let api: Api;
let staff: Awaited<ReturnType<typeof logInNewMember>>;

beforeAll(async () => {
  api = await startApi('demo-admin-access');
  staff = await logInNewMember(api, { staff: true });
});
afterAll(() => api.close());

const set = (uid: string, body: unknown, headers: Record<string, string> = {}) =>
  api.call(`/api/admin/users/${uid}/access`, {
    method: 'PATCH',
    token: staff.token,
    body,
    headers,
  });
const readRecord = async (uid: string) =>
  userDocumentSchema.parse((await api.firestore.doc(`users/${uid}`).get()).data());
const claims = async (uid: string) => (await api.auth.getUser(uid)).customClaims ?? {};

const eventSchema = z.object({
  by: z.string(),
  before: z.object({ accessVersion: z.int() }),
  after: z.object({ accessVersion: z.int(), tier: z.string() }),
});
async function readEvents(uid: string) {
  const { docs } = await api.firestore.collection('accessEvents').where('uid', '==', uid).get();
  const events = docs.map((event) => eventSchema.parse(event.data()));
  return events.sort((a, b) => a.after.accessVersion - b.after.accessVersion);
}

/** Expects a member's document, claims and audit to agree. */
async function expectAgreement(uid: string) {
  const record = await readRecord(uid);
  expect(await claims(uid)).toEqual(toAccessClaims(record));
  expect((await readEvents(uid)).at(-1)?.after).toMatchObject({
    tier: record.tier,
    accessVersion: record.accessVersion,
  });
}

describe('PATCH /api/admin/users/:id/access', () => {
  it('sets each of the three states and audits who did it', async () => {
    const { uid } = await createMember(api);
    for (const tier of ['starter', 'essential', 'guest'] as const) {
      const { status, envelope } = await set(uid, SETTABLE_ACCESS[tier]);
      expect(status).toBe(200);
      expect(adminUserSchema.parse(envelope?.data)).toMatchObject(SETTABLE_ACCESS[tier]);
      await expectAgreement(uid);
    }
    expect(await readEvents(uid)).toHaveLength(3);
    expect((await readEvents(uid)).every(({ by }) => by === staff.uid)).toBe(true);
  });

  it('emails the member about each new tier', async () => {
    const { uid, email } = await createMember(api);
    for (const tier of ['starter', 'essential', 'starter', 'starter', 'guest'] as const)
      await set(uid, SETTABLE_ACCESS[tier]);
    expect((await mailsTo(api, email)).map(({ subject }) => subject).sort()).toEqual([
      'Your QuantAlgo access is now Starter',
      'Your QuantAlgo dashboard is locked',
      'Your QuantAlgo dashboard is unlocked: Essential',
      'Your QuantAlgo dashboard is unlocked: Starter',
    ]);
  });

  it('writes nothing if the access is already as requested', async () => {
    const { uid } = await createMember(api, { tier: 'starter' });
    expect((await set(uid, SETTABLE_ACCESS.starter)).status).toBe(200);
    expect(await readEvents(uid)).toEqual([]);
    expect((await readRecord(uid)).accessVersion).toBe(1);
  });

  it.each([
    [{ ...SETTABLE_ACCESS.guest, dashboardUnlocked: true }, 'A guest must have'],
    [
      { ...SETTABLE_ACCESS.starter, dashboardUnlocked: false },
      'A member of the starter tier must have',
    ],
    [
      { ...SETTABLE_ACCESS.essential, hasDeposited: false },
      'A member of the essential tier must have',
    ],
    [{ ...SETTABLE_ACCESS.essential, tier: 'pro' }, 'tier must be'],
    [{ ...SETTABLE_ACCESS.essential, staff: true }, 'Unknown field: staff'],
  ])('rejects %j with the broken rule', async (body, rule) => {
    const { uid } = await createMember(api);
    const { status, envelope } = await set(uid, body);
    expect(status).toBe(400);
    expect(envelope?.message).toContain(rule);
  });

  it('answers 404 for an unknown user and 403 for oneself', async () => {
    expect((await set('nobody', SETTABLE_ACCESS.guest)).status).toBe(404);
    expect((await set(staff.uid, SETTABLE_ACCESS.essential)).status).toBe(403);
  });

  it('applies an idempotency key once, even if the change was reverted', async () => {
    const { uid } = await createMember(api);
    const headers = { 'idempotency-key': randomUUID() };
    expect((await set(uid, SETTABLE_ACCESS.starter, headers)).status).toBe(200);
    expect((await set(uid, SETTABLE_ACCESS.guest)).status).toBe(200);
    expect((await set(uid, SETTABLE_ACCESS.starter, headers)).status).toBe(200);
    expect((await readRecord(uid)).tier).toBe('guest');
    expect((await set(uid, SETTABLE_ACCESS.essential, headers)).status).toBe(409);
  });

  it('answers 409 with the current access if If-Match is outdated', async () => {
    const { uid } = await createMember(api);
    const first = await set(uid, SETTABLE_ACCESS.starter, { 'if-match': '"1"' });
    expect(first.status).toBe(200);
    const second = await set(uid, SETTABLE_ACCESS.essential, { 'if-match': '"1"' });
    expect(second.status).toBe(409);
    expect(second.envelope?.data).toMatchObject({ id: uid, tier: 'starter', accessVersion: 2 });
    expect((await set(uid, SETTABLE_ACCESS.guest, { 'if-match': 'one' })).status).toBe(400);
  });

  it('records a serial history of fifty concurrent changes', async () => {
    const { uid } = await createMember(api);
    const tiers = ['starter', 'essential', 'guest'] as const;
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        set(uid, SETTABLE_ACCESS[tiers[index % 3] ?? 'guest']),
      ),
    );
    expect(answers.every(({ status }) => status === 200 || status === 429)).toBe(true);
    const events = await readEvents(uid);
    expect(events.length).toBeGreaterThan(0);
    expect(events.map(({ before }) => before.accessVersion)).toEqual(events.map((_, i) => i + 1));
    expect(events.map(({ after }) => after.accessVersion)).toEqual(events.map((_, i) => i + 2));
    // As the trigger does after each of them.
    await syncAccessClaims(api, uid);
    await expectAgreement(uid);
  }, 120_000);
});

const order = (uid: string, change: AccessPatch) =>
  ({ uid, change, by: 'amina', reason: 'test', now: Date.now() }) as const;

describe('notice of an access change', () => {
  it.each([
    ['guest', { staff: true }, ['essential'], ['Your QuantAlgo dashboard is unlocked: Essential']],
    ['starter', SETTABLE_ACCESS.guest, ['guest'], ['Your QuantAlgo dashboard is locked']],
    ['essential', { staff: true }, [], []],
    ['starter', { codeActivated: true }, [], []],
  ] as const)(
    'is emailed and pushed if it changes the effective tier: %s, %j',
    async (tier, change, pushed, subjects) => {
      const { uid, email } = await createMember(api, { tier });
      await changeAccess(api, order(uid, change));
      const pushes = await api.firestore.collection('pushes').where('uid', '==', uid).get();
      expect(pushes.docs.map((push): unknown => push.get('about'))).toEqual(pushed);
      expect((await mailsTo(api, email)).map(({ subject }) => subject)).toEqual(subjects);
    },
  );

  it('doesn’t tell new staff that their funded account is verified', async () => {
    const { uid, email } = await createMember(api, { tier: 'guest' });
    await changeAccess(api, order(uid, { staff: true }));
    const [mail] = await mailsTo(api, email);
    expect(mail?.given).toMatchObject({ basis: 'staff' });
    expect(mail?.text).not.toContain('verified');
  });

  it('names a former staff member’s own tier', async () => {
    const { uid, email } = await createMember(api, { tier: 'starter', staff: true });
    await changeAccess(api, order(uid, { staff: false }));
    const [mail] = await mailsTo(api, email);
    expect(mail?.subject).toBe('Your QuantAlgo access is now Starter');
  });
});

describe('interrupted access change', () => {
  const dies = () => Promise.reject(new Error('The process died'));

  it('changes nothing if it fails before its commit', async () => {
    const { uid } = await createMember(api);
    const failing = vi.spyOn(api.firestore, 'runTransaction').mockImplementationOnce(dies);
    await expect(changeAccess(api, order(uid, SETTABLE_ACCESS.starter))).rejects.toThrow('died');
    failing.mockRestore();
    expect((await readRecord(uid)).tier).toBe('guest');
    expect(await readEvents(uid)).toEqual([]);
  });

  it.each(['getUsers', 'setCustomUserClaims'] as const)(
    'is completed by the trigger if %s fails',
    async (step) => {
      const { uid } = await createMember(api);
      await api.auth.createUser({ uid });
      const failing = vi.spyOn(api.auth, step).mockImplementationOnce(dies);
      expect(await changeAccess(api, order(uid, SETTABLE_ACCESS.starter))).toBe('changed');
      failing.mockRestore();
      expect(await claims(uid)).toEqual({});
      await syncAccessClaims(api, uid);
      await expectAgreement(uid);
    },
  );

  it('succeeds if the claims fail, and a retry completes it without a second event', async () => {
    const { uid } = await createMember(api);
    const headers = { 'idempotency-key': randomUUID(), 'if-match': '"1"' };
    const failing = vi.spyOn(api.auth, 'setCustomUserClaims').mockImplementationOnce(dies);
    expect((await set(uid, SETTABLE_ACCESS.starter, headers)).status).toBe(200);
    failing.mockRestore();
    expect(await claims(uid)).toEqual({});
    expect((await set(uid, SETTABLE_ACCESS.starter, headers)).status).toBe(200);
    expect(await readEvents(uid)).toHaveLength(1);
    await expectAgreement(uid);
  });

  it('ends a removed staff member’s sessions even if the claims fail', async () => {
    const { uid, token } = await logInNewMember(api, { staff: true });
    await syncAccessClaims(api, uid);
    const failing = vi.spyOn(api.auth, 'setCustomUserClaims').mockImplementationOnce(dies);
    expect(await changeAccess(api, order(uid, { staff: false }))).toBe('changed');
    failing.mockRestore();
    expect((await api.call('/auth/me', { token })).status).toBe(401);
    await syncAccessClaims(api, uid);
    await expectAgreement(uid);
  });
});
