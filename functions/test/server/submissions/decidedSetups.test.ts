import { randomUUID } from 'node:crypto';
import { userDocumentSchema } from '@quantalgo/contracts/account/member';
import { adminSetupSchema, setupCaseSchema } from '@quantalgo/contracts/submissions/review';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { buildWaitingProof, buildWaitingSetup } from '../../storedSubmissions';
import { createMember, logInNewMember } from '../http/members';
import { startApi, type Api } from '../http/suite';
import { mailsTo, post } from '../auth/visitor';

let api: Api;
let staff: Awaited<ReturnType<typeof logInNewMember>>;

beforeAll(async () => {
  api = await startApi('demo-admin-setups');
  staff = await logInNewMember(api, { staff: true });
});
afterAll(() => api.close());

interface SetupFields extends Readonly<Record<string, unknown>> {
  readonly brokerAccount?: string;
}

let entered = 0;
/** Stores a waiting setup, newer than the previous ones. */
async function setup(uid: string, { brokerAccount, ...fields }: SetupFields = {}) {
  const id = randomUUID();
  entered += 1;
  const at = Date.parse('2026-11-10T08:00:00Z') + entered * 1000;
  const document = buildWaitingSetup({ id, uid, at }, brokerAccount ?? id);
  await api.firestore.doc(`setups/${id}`).set({ ...document, ...fields });
  return id;
}
const get = (path: string) => api.call(path, { token: staff.token });
const decide = (id: string, how: 'approve' | 'reject', body: object, { token } = staff) =>
  post(api, `/api/admin/setups/${id}/${how}`, body, token);
const readRecord = async (uid: string) =>
  userDocumentSchema.parse((await api.firestore.doc(`users/${uid}`).get()).data());
const stored = async (id: string) => (await api.firestore.doc(`setups/${id}`).get()).data();

beforeEach(async () => {
  const { docs } = await api.firestore.collection('setups').get();
  await Promise.all(docs.map(({ ref }) => ref.delete()));
});

describe('queue of account setups', () => {
  it('lists undecided setups oldest first, in pages', async () => {
    const { uid } = await createMember(api);
    const [first, second] = [await setup(uid), await setup(uid)];
    await setup(uid, { state: 'rejected' });
    const ids = async (query = '') => {
      const { envelope } = await get(`/api/admin/setups${query}`);
      return z
        .array(adminSetupSchema)
        .parse(envelope?.data)
        .map(({ id }) => id);
    };
    expect(await ids()).toEqual([first, second]);
    expect(await ids(`?after=${first}`)).toEqual([second]);
  });

  it('shows who else has the same file or broker account, and the broker’s data', async () => {
    const [ada, kofi] = [await createMember(api), await createMember(api)];
    const earlier = await setup(kofi.uid, { brokerAccount: 'PO-7', digest: 'abc' });
    const id = await setup(ada.uid, { brokerAccount: 'PO-7', digest: 'abc' });
    const csv = 'trader_id,under_our_link,funded,amount\r\nPO-7,yes,yes,500\r\n';
    await post(api, '/api/admin/broker-list', { csv }, staff.token);
    const { envelope } = await get(`/api/admin/setups/${id}`);
    const setupCase = setupCaseSchema.parse(envelope?.data);
    expect(setupCase.duplicates).toEqual([
      { match: 'file', kind: 'setup', id: earlier, userId: kofi.uid },
      { match: 'account', kind: 'setup', id: earlier, userId: kofi.uid },
    ]);
    expect(setupCase).toMatchObject({
      user: { id: ada.uid },
      broker: { funded: true, amount: 500 },
    });
    expect((await get(`/api/admin/setups/${randomUUID()}`)).status).toBe(404);
  });
});

describe('account setup for an account in another member’s proof', () => {
  it('shows the proof with the same file or account', async () => {
    const [ada, kofi] = [await createMember(api), await createMember(api)];
    const store = async (uid: string) => {
      const proofId = randomUUID();
      const proof = buildWaitingProof({ id: proofId, uid, at: Date.now() }, 'PO-123');
      const decided = { ...proof, state: 'approved', digest: 'def' };
      await api.firestore.doc(`proofs/${proofId}`).set(decided);
      return proofId;
    };
    const [theirs] = [await store(kofi.uid), await store(ada.uid)];
    const id = await setup(ada.uid, { brokerAccount: 'po-123', digest: 'def' });
    const { envelope } = await get(`/api/admin/setups/${id}`);
    expect(setupCaseSchema.parse(envelope?.data).duplicates).toEqual([
      { match: 'file', kind: 'proof', id: theirs, userId: kofi.uid },
      { match: 'account', kind: 'proof', id: theirs, userId: kofi.uid },
    ]);
  });
});

describe('decision on an account setup', () => {
  it('approves once and grants the tier with its event', async () => {
    const { uid } = await createMember(api);
    const id = await setup(uid);
    for (let times = 0; times < 2; times += 1) {
      const { status, envelope } = await decide(id, 'approve', { tier: 'starter' });
      expect(status).toBe(200);
      expect(envelope?.data).toMatchObject({
        setup: { state: 'approved' },
        user: { tier: 'starter' },
      });
    }
    expect(await readRecord(uid)).toMatchObject({ dashboardUnlocked: true, accessVersion: 2 });
    expect((await api.auth.getUser(uid)).customClaims).toMatchObject({ tier: 'starter' });
    expect((await decide(id, 'reject', { reason: 'Too late' })).status).toBe(409);
  });

  it('keeps a member’s higher tier and is audited', async () => {
    const { uid } = await createMember(api, { tier: 'essential' });
    const id = await setup(uid);
    expect((await decide(id, 'approve', { tier: 'starter' })).status).toBe(200);
    expect(await readRecord(uid)).toMatchObject({ tier: 'essential', accessVersion: 1 });
    const { envelope } = await post(api, '/api/admin/audit/search', { userId: uid }, staff.token);
    expect(envelope?.data).toMatchObject([
      { action: 'setup approved', by: { id: staff.uid }, reason: `setup ${id}` },
    ]);
  });

  it('rejects with a required reason, stores it and emails it', async () => {
    const { uid, email } = await createMember(api);
    const id = await setup(uid);
    expect((await decide(id, 'reject', { reason: ' ' })).status).toBe(400);
    const reason = 'The deposit is not on it';
    expect((await decide(id, 'reject', { reason })).status).toBe(200);
    expect(await stored(id)).toMatchObject({ state: 'rejected', reason });
    const [mail] = await mailsTo(api, email);
    expect(mail).toMatchObject({ template: 'setupRejected' });
    expect(mail?.text).toContain(reason);
    expect(await readRecord(uid)).toMatchObject({ tier: 'guest', accessVersion: 1 });
  });

  it('is made once when two staff decide concurrently', async () => {
    const { uid } = await createMember(api);
    const id = await setup(uid);
    const other = await logInNewMember(api, { staff: true });
    const decided = await Promise.all([
      decide(id, 'approve', { tier: 'starter' }),
      decide(id, 'reject', { reason: 'Unreadable' }, other),
    ]);
    expect(decided.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('grants one tier when two staff approve different ones concurrently', async () => {
    const { uid } = await createMember(api);
    const id = await setup(uid);
    const other = await logInNewMember(api, { staff: true });
    const [starter, essential] = await Promise.all([
      decide(id, 'approve', { tier: 'starter' }),
      decide(id, 'approve', { tier: 'essential' }, other),
    ]);
    expect([starter.status, essential.status].sort()).toEqual([200, 409]);
    const [right, refused] = starter.status === 200 ? [starter, essential] : [essential, starter];
    expect(refused.envelope?.message).toBe(
      'A different decision has already been made on this account setup',
    );
    const tier = right === starter ? 'starter' : 'essential';
    expect(await readRecord(uid)).toMatchObject({ tier, accessVersion: 2 });
  });

  it('is refused for one’s own setup', async () => {
    const id = await setup(staff.uid);
    expect((await decide(id, 'approve', { tier: 'starter' })).status).toBe(403);
  });
});
