import { SETTABLE_ACCESS, accessClaimsSchema, type Tier } from '@quantalgo/contracts/access/access';
import { userDocumentSchema } from '@quantalgo/contracts/account/member';
import { DASHBOARD_CODE_TTL_MS, MAX_CODE_ATTEMPTS } from '@quantalgo/contracts/core/validation';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readCode } from '../../../src/platform/console/codes';
import { changeAccess } from '../../../src/platform/access/access';
import { syncAccessClaims } from '../../../src/platform/auth/accessClaims';
import { issueDashboardCode } from '../../../src/platform/access/dashboardCodes';
import { MemberGoneError } from '../../../src/platform/account/users';
import { logInNewMember } from '../http/members';
import { startApi, type Api } from '../http/suite';
import { mailsTo, post } from '../auth/visitor';

const BAD_CODE = 'Invalid or expired dashboard code';

let api: Api;
let ahead = 0;

beforeAll(async () => {
  api = await startApi('demo-onboarding-dashboard-codes', { clock: () => Date.now() + ahead });
});
afterAll(() => api.close());

const issue = (uid: string, tier: 'starter' | 'essential' = 'starter') =>
  issueDashboardCode(api, { uid, tier, by: 'amina', now: Date.now() });
const setTier = (uid: string, tier: Tier) => {
  const done = { by: 'amina', reason: 'test', now: Date.now() };
  return changeAccess(api, { uid, change: SETTABLE_ACCESS[tier], ...done });
};
const use = (token: string, dashboardCode: string) =>
  post(api, '/auth/validate-dashboard-code', { dashboardCode }, token);
const readRecord = async (uid: string) =>
  userDocumentSchema.parse((await api.firestore.doc(`users/${uid}`).get()).data());
const readEvents = async (uid: string) => {
  const { docs } = await api.firestore.collection('accessEvents').where('uid', '==', uid).get();
  return docs.map((event) => event.data());
};

describe('dashboard code', () => {
  it('unlocks the dashboard, updates the claims and is audited', async () => {
    const { uid, token } = await logInNewMember(api);
    const code = await issue(uid);
    const { status, envelope } = await use(token, ` ${code.toUpperCase()} `);
    expect(status).toBe(200);
    expect(envelope).toMatchObject({ success: true, data: { dashboardUnlocked: true } });
    expect(await readRecord(uid)).toMatchObject({
      ...SETTABLE_ACCESS.starter,
      codeActivated: true,
      accessVersion: 2,
    });
    const { customClaims } = await api.auth.getUser(uid);
    expect(accessClaimsSchema.parse(customClaims)).toMatchObject({
      tier: 'starter',
      unlocked: true,
      accessVersion: 2,
    });
    expect(await readEvents(uid)).toMatchObject([
      {
        by: uid,
        issuedBy: 'amina',
        reason: 'dashboard code',
        before: { tier: 'guest', dashboardUnlocked: false },
        after: { ...SETTABLE_ACCESS.starter, codeActivated: true },
      },
    ]);
  });

  it('sets the same access as a grant by staff', async () => {
    const { uid, token } = await logInNewMember(api);
    await use(token, await issue(uid, 'essential'));
    expect(await readRecord(uid)).toMatchObject(SETTABLE_ACCESS.essential);
    const done = { by: 'amina', reason: 'test', now: Date.now() };
    const change = SETTABLE_ACCESS.essential;
    expect(await changeAccess(api, { uid, change, ...done })).toBe('same');
  });

  it('sends an email that does not mention a verified deposit, unlike a staff grant', async () => {
    const { uid, email, token } = await logInNewMember(api);
    await use(token, await issue(uid));
    const [opened] = await mailsTo(api, email);
    expect(opened?.text).toContain('You now have Starter access.');
    expect(opened?.text).not.toContain('verified');
    await setTier(uid, 'essential');
    const [raised] = await mailsTo(api, email);
    expect(raised?.text).toContain(
      'Your funded account is verified. You now have Essential access.',
    );
  });

  it('works once, and only for its member', async () => {
    const { uid, token } = await logInNewMember(api);
    const other = await logInNewMember(api);
    const code = await issue(uid);
    const stolen = await use(other.token, code);
    expect(stolen.status).toBe(400);
    expect(stolen.envelope?.message).toBe(BAD_CODE);
    const uses = await Promise.all([use(token, code), use(token, code)]);
    expect(uses.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(await readEvents(uid)).toHaveLength(1);
  });

  it('is refused after five wrong ones until a new one is issued', async () => {
    const { uid, token } = await logInNewMember(api);
    const code = await issue(uid);
    for (let tries = 0; tries < 5; tries += 1)
      expect((await use(token, 'aaaaaaaa')).envelope?.message).toBe(BAD_CODE);
    const { status, envelope } = await use(token, code);
    expect(status).toBe(400);
    expect(envelope?.message).toContain('Please ask support for a new one');
    expect((await use(token, await issue(uid))).status).toBe(200);
  });

  it('expires', async () => {
    const { uid, token } = await logInNewMember(api);
    const code = await issue(uid);
    ahead = DASHBOARD_CODE_TTL_MS + 1000;
    expect((await use(token, code)).status).toBe(400);
    ahead = 0;
  });

  it.each([
    ['starter', 'guest'],
    ['essential', 'guest'],
    ['essential', 'starter'],
  ] as const)(
    'is voided and audited when staff lower its member from %s to %s; a new one works',
    async (high, low) => {
      const { uid, token } = await logInNewMember(api);
      const code = await issue(uid, 'essential');
      await setTier(uid, high);
      expect(await readCode(api.firestore, uid, Date.now())).toMatchObject({ state: 'open' });
      await setTier(uid, low);
      expect(await readCode(api.firestore, uid, Date.now())).toMatchObject({ state: 'void' });
      expect((await use(token, code)).envelope?.message).toBe(BAD_CODE);
      expect(await readRecord(uid)).toMatchObject({ tier: low });
      const actions = await api.firestore.collection('staffActions').where('uid', '==', uid).get();
      const voided = { by: 'amina', action: 'code voided', reason: 'for the essential tier' };
      expect(actions.docs.map((action) => action.data())).toContainEqual(
        expect.objectContaining(voided),
      );
      expect((await use(token, await issue(uid, 'essential'))).status).toBe(200);
      expect(await readRecord(uid)).toMatchObject({ tier: 'essential' });
    },
  );

  it('stays used when staff lower its member', async () => {
    const { uid, token } = await logInNewMember(api);
    await use(token, await issue(uid));
    await setTier(uid, 'guest');
    expect(await readCode(api.firestore, uid, Date.now())).toMatchObject({ state: 'used' });
    expect(await readRecord(uid)).toMatchObject({ tier: 'guest', codeActivated: false });
    for (let tries = 0; tries < MAX_CODE_ATTEMPTS; tries += 1) await use(token, 'WRONG-CODE');
    expect(await readCode(api.firestore, uid, Date.now())).toMatchObject({ state: 'used' });
  });

  it('does not lower a member with a higher tier, but is used up', async () => {
    const { uid, token } = await logInNewMember(api);
    const code = await issue(uid, 'starter');
    await setTier(uid, 'essential');
    const before = await readRecord(uid);
    const { status, envelope } = await use(token, code);
    expect(status).toBe(200);
    expect(envelope?.data).toEqual({ dashboardUnlocked: true });
    expect(await readRecord(uid)).toEqual(before);
    expect(await readEvents(uid)).toHaveLength(1);
    expect((await use(token, code)).status).toBe(400);
  });

  it('is not issued to a member who was deleted in the meantime', async () => {
    const queueEmail = vi.fn();
    const order = { uid: 'gone', tier: 'starter', by: 'amina', now: Date.now() } as const;
    await expect(issueDashboardCode(api, order, queueEmail)).rejects.toThrow(MemberGoneError);
    expect(queueEmail).not.toHaveBeenCalled();
    expect((await api.firestore.doc('dashboardCodes/gone').get()).exists).toBe(false);
    const actions = api.firestore.collection('staffActions').where('uid', '==', 'gone');
    expect((await actions.get()).size).toBe(0);
    const staff = await logInNewMember(api, { staff: true });
    const body = { userId: 'gone', tier: 'starter', mail: true };
    expect((await post(api, '/api/admin/codes', body, staff.token)).status).toBe(404);
  });

  it('requires a session and a non-blank code', async () => {
    const { status } = await post(api, '/auth/validate-dashboard-code', { dashboardCode: 'a' });
    expect(status).toBe(401);
    const { token } = await logInNewMember(api);
    expect((await use(token, ' ')).envelope?.message).toBe('Please enter your dashboard code');
  });
});

describe('changeAccess', () => {
  it('applies every concurrent change, and the claims match the last', async () => {
    const { uid } = await logInNewMember(api, { tier: 'starter' });
    const byCode = { ...SETTABLE_ACCESS.starter, codeActivated: true };
    await Promise.all(
      [byCode, SETTABLE_ACCESS.essential, SETTABLE_ACCESS.guest].map((change) =>
        changeAccess(api, { uid, change, by: 'amina', reason: 'test', now: Date.now() }),
      ),
    );
    const record = await readRecord(uid);
    expect(record.accessVersion).toBe(4);
    // As the trigger does after each of them.
    await syncAccessClaims(api, uid);
    const { customClaims } = await api.auth.getUser(uid);
    expect(customClaims).toMatchObject({ tier: record.tier, accessVersion: 4 });
    expect(await readEvents(uid)).toHaveLength(3);
  });

  it('returns missing for an unknown member', async () => {
    const order = { uid: 'nobody', change: {}, by: 'amina', reason: 'test', now: Date.now() };
    expect(await changeAccess(api, order)).toBe('missing');
    expect(await readEvents('nobody')).toEqual([]);
  });
});
