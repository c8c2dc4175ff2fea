import { randomUUID } from 'node:crypto';
import { SETTABLE_ACCESS } from '@quantalgo/contracts/access/access';
import { DAY_MS } from '@quantalgo/contracts/core/time';
import { proofPath, setupProofPath } from '@quantalgo/contracts/submissions/submission';
import { Timestamp } from 'firebase-admin/firestore';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { EVERY_COLLECTION } from '../../../src/collections/collections';
import { ADDRESS_LIMITS, MEMBER_LIMITS, toMailbox } from '../../../src/domain/core/limits';
import type { Limiter } from '../../../src/platform/core/rateLimiter';
import { changeAccess } from '../../../src/platform/access/access';
import { issueDashboardCode } from '../../../src/platform/access/dashboardCodes';
import { postRef } from '../../../src/platform/network/documents';
import { createPseudonym, resumeDeletions } from '../../../src/platform/privacy/erase';
import { recordStaffAction } from '../../../src/platform/core/staffActions';
import {
  brokerAccountRef,
  importAccounts,
  createImportedRegistry,
} from '../../../src/platform/submissions/brokerList';
import { buildFingerprint } from '../../fingerprints';
import { pdf, png } from '../../images';
import { buildSampleDocument } from '../../sampleDocument';
import { buildWaitingProof } from '../../storedSubmissions';
import { logIn, logInNewMember } from '../http/members';
import { startApi, type Api } from '../http/suite';
import { uploadFile } from '../http/uploads';
import { writeOlderPosts } from '../network/earlier';
import { PUSH_ON, createBrowserSubscription } from '../push/browser';
import {
  readMailSecret,
  newAddress,
  newMember,
  PASSWORD,
  post,
  registration,
} from '../auth/visitor';

let api: Api;
/** True while deletions fail halfway, as if their process died. */
let isInterrupted = false;

/** A limiter that fails to clear the keys for which `fails` is true. */
const createFailingLimiter = (limiter: Limiter, fails: (key: string) => boolean): Limiter => ({
  ...limiter,
  clear: (name, key) =>
    fails(key) ? Promise.reject(new Error('Broken off')) : limiter.clear(name, key),
});

beforeAll(async () => {
  api = await startApi(
    'demo-account-deletion',
    { push: PUSH_ON },
    (app) => app,
    (deps) => ({ ...deps, limiter: createFailingLimiter(deps.limiter, () => isInterrupted) }),
  );
});
// Deletions left unfinished by a failed test would be counted by the next.
beforeEach(async () => {
  isInterrupted = false;
  await resumeDeletions(api);
});
afterAll(() => api.close());

const remove = (token: string, currentPassword = PASSWORD) =>
  api.call('/api/account', { method: 'DELETE', token, body: { currentPassword } });

const keyed = (path: string, token: string, body: object) =>
  api.call(path, { method: 'POST', token, body, headers: { 'idempotency-key': randomUUID() } });

/** Identifies a member's traces; `words` are all strings that identify them. */
interface TraceKeys {
  readonly uid: string;
  readonly email: string;
  readonly words: readonly string[];
}

/** Creates a member with data in every collection and folder, under two addresses. */
async function createFullMember() {
  const { email: first, token: begun, user } = await newMember(api);
  const uid = user.id;
  const email = newAddress();
  await post(api, '/auth/forgot-password', { email: first });
  await post(api, '/api/account/email', { email, currentPassword: PASSWORD }, begun);
  const confirmationCode = await readMailSecret(api, email, 'code');
  const changed = await post(api, '/api/account/email/confirm', { confirmationCode }, begun);
  expect(changed.status).toBe(200);
  const { token } = await logIn(api, email);
  await post(api, '/auth/send-activation-email', {}, token);
  const ids = { proofId: randomUUID(), setupId: randomUUID(), orphan: randomUUID() };
  const owner = { uid, token };
  await uploadFile(api, owner, png(), { id: ids.proofId });
  const document = { kind: 'setup', type: 'application/pdf' } as const;
  await uploadFile(api, owner, pdf(), { ...document, id: ids.setupId });
  await uploadFile(api, owner, png(), { id: ids.orphan });
  for (const path of [proofPath(uid, ids.orphan), setupProofPath(uid, ids.orphan)])
    await api.bucket.file(path).save(png(), { resumable: false });
  await keyed('/api/proofs', token, { proofId: ids.proofId, traderId: 'PO-1' });
  const { token: staff } = await logInNewMember(api, { staff: true });
  const adminPath = `/api/admin/proofs/${ids.proofId}`;
  await api.firestore.doc(`proofs/${ids.proofId}`).update({ state: 'waiting' });
  await post(api, `${adminPath}/claim`, {}, staff);
  await post(api, `${adminPath}/fingerprint`, buildFingerprint([1, 2]), staff);
  const setup = { brokerAccount: 'PO-1', depositAmount: 500, accessPath: 'auto' };
  await keyed('/api/setups', token, { setupId: ids.setupId, ...setup });
  await keyed('/api/tickets', token, { category: 'other', subject: 'Hello', message: email });
  await post(api, '/auth/transfer-code', { currentPassword: PASSWORD }, token);
  await post(api, '/auth/forgot-password', { email });
  await post(api, '/auth/register', registration(email));
  await post(api, '/auth/login', { email, password: 'Wrong2026' });
  const device = { subscription: createBrowserSubscription(), zone: 'Africa/Lagos' };
  await post(api, '/api/push/subscriptions', device, token);
  const addressChange = { email: newAddress(), currentPassword: PASSWORD };
  await post(api, '/api/account/email', addressChange, token);
  await issueDashboardCode(api, { uid, tier: 'starter', by: uid, now: Date.now() });
  const factor = { secret: null, pending: null, lastStep: 0, recovery: [] };
  await api.firestore.doc(`secondFactors/${uid}`).set(factor);
  await api.call('/api/account/export', { token });
  return { uid, token, email, words: [uid, first, email, addressChange.email, user.admissionCode] };
}

/** Every document of the database as text, by path. */
async function readAllDocuments(): Promise<Map<string, string>> {
  const all = new Map<string, string>();
  for (const collection of await api.firestore.listCollections())
    for (const document of (await collection.get()).docs)
      all.set(document.ref.path, JSON.stringify(document.data()));
  return all;
}

/** Paths of a member's rate limit counters. */
const getCounterPaths = (uid: string, email: string): string[] =>
  [
    ...MEMBER_LIMITS.map((name) => [name, uid] as const),
    ...ADDRESS_LIMITS.map((name) => [name, toMailbox(email)] as const),
  ].map(([name, key]) => `rateLimits/${name}_${api.limitSecrets.digest('limit', key)}`);

/** Paths of documents and files that still identify a member. */
async function findTraces({ uid, email, words }: TraceKeys): Promise<string[]> {
  const documents = await readAllDocuments();
  const [files] = await api.bucket.getFiles();
  const names = ([path, text]: [string, string]) =>
    words.some((word) => path.includes(word) || text.includes(word));
  return [
    ...[...documents].filter(names).map(([path]) => path),
    ...getCounterPaths(uid, email).filter((path) => documents.has(path)),
    ...files.map(({ name }) => name).filter((name) => name.includes(uid)),
  ];
}

const readAuditLog = async (name: string) => {
  const { docs } = await api.firestore.collection('accessEvents').where('uid', '==', name).get();
  return docs.map((event) => event.data());
};

describe('account deletion', () => {
  it('removes all documents, files, counters and sessions, and pseudonymises the audit log', async () => {
    const member = await createFullMember();
    const { uid, token, email } = member;
    const other = await logInNewMember(api, { tier: 'starter' });
    const change = SETTABLE_ACCESS.starter;
    const order = { uid, change, by: uid, reason: `asked by ${uid}`, now: Date.now() };
    await changeAccess(api, order);
    const before = await findTraces(member);
    expect(new Set(before.map((path) => path.split('/')[0]))).toEqual(
      new Set([
        'accessEvents',
        'addressChanges',
        'addresses',
        'admissionCodes',
        'credentials',
        'secondFactors',
        'dashboardCodes',
        'idempotency',
        'mail',
        'pending',
        'proofClaims',
        'proofFingerprints',
        'proofs',
        'pushPacks',
        'pushSubscriptions',
        'pushes',
        'rateLimits',
        'registrations',
        'resets',
        'sessions',
        'setupProofs',
        'setups',
        'staffActions',
        'tickets',
        'transfers',
        'uploads',
        'users',
      ]),
    );
    const { status, envelope } = await remove(token);
    expect([status, envelope?.message]).toEqual([200, 'Your account has been deleted']);
    expect(await findTraces(member)).toEqual([]);
    expect((await api.auth.getUsers([{ uid }])).users).toEqual([]);
    expect((await api.call('/auth/me', { token })).status).toBe(401);
    const login = await post(api, '/auth/login', { email, password: PASSWORD });
    expect(login.status).toBe(401);
    const pseudonym = createPseudonym(api.pseudonymSecrets, uid);
    expect(await readAuditLog(pseudonym)).toMatchObject([
      { uid: pseudonym, by: pseudonym, reason: `asked by ${pseudonym}` },
    ]);
    expect((await api.call('/auth/me', { token: other.token })).status).toBe(200);
  });

  it('pseudonymises the issuer of redeemed and of open dashboard codes', async () => {
    const issuer = await newMember(api);
    const uid = issuer.user.id;
    const [ada, kofi] = [await logInNewMember(api), await logInNewMember(api)];
    const issue = (to: string) =>
      issueDashboardCode(api, { uid: to, tier: 'starter', by: uid, now: Date.now() });
    const redeem = (token: string, dashboardCode: string) =>
      post(api, '/auth/validate-dashboard-code', { dashboardCode }, token);
    expect((await redeem(ada.token, await issue(ada.uid))).status).toBe(200);
    const openCode = await issue(kofi.uid);
    expect((await remove(issuer.token)).status).toBe(200);
    expect((await redeem(kofi.token, openCode)).status).toBe(200);
    const issuedBy = createPseudonym(api.pseudonymSecrets, uid);
    for (const member of [ada, kofi])
      expect(await readAuditLog(member.uid)).toMatchObject([{ by: member.uid, issuedBy }]);
    expect(await findTraces({ uid, email: issuer.email, words: [uid] })).toEqual([]);
  });

  it('empties every collection that the registry marks for deletion', async () => {
    const { email, token, user } = await newMember(api);
    const uid = user.id;
    for (const [name, { member, schema }] of EVERY_COLLECTION) {
      const isDeleted = member?.erase === 'delete' || member?.erase === 'after proofs';
      if (!isDeleted || (member.by !== 'uid' && member.by !== 'id')) continue;
      const document = api.firestore.collection(name).doc(member.by === 'id' ? uid : randomUUID());
      if ((await document.get()).exists) continue;
      await document.set({ ...buildSampleDocument(schema), uid });
    }
    const { status } = await remove(token);
    expect(status).toBe(200);
    expect(await findTraces({ uid, email, words: [uid] })).toEqual([]);
  });

  it('requires the current password', async () => {
    const { uid, token } = await logInNewMember(api);
    const { status, envelope } = await remove(token, 'Wrong2026');
    expect([status, envelope?.message]).toEqual([400, 'Your current password is incorrect']);
    const without = await api.call('/api/account', { method: 'DELETE', token, body: {} });
    expect(without.envelope?.message).toBe('Please enter your current password');
    expect((await api.firestore.doc(`users/${uid}`).get()).exists).toBe(true);
  });

  it('ends sessions at once if interrupted, and is completed by the next run', async () => {
    const member = await createFullMember();
    const { uid, token } = member;
    isInterrupted = true;
    const { status } = await remove(token);
    isInterrupted = false;
    expect(status).toBe(200);
    expect((await api.call('/auth/me', { token })).status).toBe(401);
    expect(await findTraces(member)).toContain(`deletions/${uid}`);
    expect(await resumeDeletions(api)).toEqual({ finished: 1, failures: [] });
    expect(await findTraces(member)).toEqual([]);
    expect(await resumeDeletions(api)).toEqual({ finished: 0, failures: [] });
  });

  it('removes the member’s likes even if interrupted', async () => {
    const { uid, token } = await logInNewMember(api);
    const liked = { room: 'network', uid: randomUUID(), from: Date.now(), likes: 1 } as const;
    const [id = ''] = await writeOlderPosts(api.firestore, liked);
    const like = api.firestore.doc(`postLikes/${id}_${uid}`);
    await like.set({ uid, post: id, on: true, at: Timestamp.now() });
    isInterrupted = true;
    await remove(token);
    isInterrupted = false;
    await vi.waitFor(async () => expect((await like.get()).exists).toBe(false));
    expect(await resumeDeletions(api)).toEqual({ finished: 1, failures: [] });
    expect((await postRef(api.firestore, 'network', id).get()).get('likes')).toBe(0);
  });

  it('spares a new account that signs up with the same address before it completes', async () => {
    const { email, token } = await newMember(api);
    isInterrupted = true;
    await remove(token);
    isInterrupted = false;
    await post(api, '/auth/register', registration(email, { fullName: 'Bola Ade' }));
    await resumeDeletions(api);
    const confirmationCode = await readMailSecret(api, email, 'code');
    const { envelope } = await post(api, '/auth/confirm-code', { email, confirmationCode });
    expect(envelope?.data).toMatchObject({ user: { fullName: 'Bola Ade', email } });
  });

  it('doesn’t block other deletions if one fails', async () => {
    const [one, two] = [await logInNewMember(api), await logInNewMember(api)];
    isInterrupted = true;
    await remove(one.token);
    await remove(two.token);
    isInterrupted = false;
    const failing = {
      ...api,
      limiter: createFailingLimiter(api.limiter, (key) => key === one.uid),
    };
    expect(await resumeDeletions(failing)).toMatchObject({ finished: 1 });
    expect(await resumeDeletions(api)).toEqual({ finished: 1, failures: [] });
  });

  it('completes after a page of unreadable older deletions', async () => {
    const { token } = await logInNewMember(api);
    isInterrupted = true;
    await remove(token);
    isInterrupted = false;
    const spoilt = Array.from({ length: 21 }, (_, index) =>
      api.firestore.doc(`deletions/spoilt-${index}`),
    );
    const startedAt = Timestamp.fromMillis(0);
    await Promise.all(spoilt.map((document) => document.set({ startedAt })));
    const { finished, failures } = await resumeDeletions(api);
    await Promise.all(spoilt.map((document) => document.delete()));
    expect([finished, failures.length]).toEqual([1, 21]);
  });

  it('removes the member from staff reasons and from the broker’s list', async () => {
    const member = await newMember(api);
    const { uid, token, email } = { uid: member.user.id, token: member.token, email: member.email };
    const other = await logInNewMember(api, { fullName: 'Bola Ade' });
    const staff = await logInNewMember(api, { staff: true });
    const proofs = [
      [uid, 'PO-76'],
      [uid, 'PO-77'],
      [uid, 'PO-78'],
      [other.uid, 'PO-78'],
    ] as const;
    for (const [owner, traderId] of proofs) {
      const origin = { id: randomUUID(), uid: owner, at: Date.now() };
      await api.firestore.doc(`proofs/${origin.id}`).set(buildWaitingProof(origin, traderId));
    }
    const listed = { underOurLink: true, funded: true, amount: null };
    const accounts = ['PO-76', 'PO-77', 'PO-78', 'PO-79'].map((traderId) => ({
      ...listed,
      traderId,
    }));
    await importAccounts(api.firestore, accounts, { by: staff.uid, now: Date.now() });
    await brokerAccountRef(api.firestore, 'PO-76').update({ uid: other.uid });
    const done = { uid, by: staff.uid, now: Date.now() };
    const reason = `Ada Obi ${email} (0801 234 5678, PO-77) paid`;
    await changeAccess(api, { ...done, change: SETTABLE_ACCESS.starter, reason });
    const batch = api.firestore.batch();
    const action = 'proof rejected';
    recordStaffAction(api.firestore, batch, {
      ...done,
      action,
      reason: 'proof 1: Obi’s PO-78, not Bola’s',
    });
    await batch.commit();

    expect((await remove(token)).status).toBe(200);

    const pseudonym = createPseudonym(api.pseudonymSecrets, uid);
    expect(await readAuditLog(pseudonym)).toMatchObject([
      { by: staff.uid, reason: `${pseudonym} ${pseudonym} (${pseudonym}, ${pseudonym}) paid` },
    ]);
    const actions = api.firestore.collection('staffActions').where('uid', '==', pseudonym);
    expect((await actions.get()).docs.map((one): unknown => one.get('reason'))).toEqual([
      `proof 1: ${pseudonym}’s ${pseudonym}, not Bola’s`,
    ]);
    const registry = createImportedRegistry(api.firestore, Date.now);
    expect(await registry.find('PO-76')).toMatchObject({ uid: other.uid });
    expect(await registry.find('PO-77')).toBeNull();
    expect(await registry.find('po-78')).toMatchObject({ funded: true });
    expect(await registry.find('PO-79')).toMatchObject({ funded: true });
  });
});

describe('broker list', () => {
  it('expires 90 days after the import', async () => {
    const account = { traderId: 'PO-90', underOurLink: true, funded: true, amount: 30 };
    const now = Date.now();
    await importAccounts(api.firestore, [account], { by: 'staff', now });
    const after = (days: number) =>
      createImportedRegistry(api.firestore, () => now + days * DAY_MS);
    expect(await after(89).find('PO-90')).toMatchObject(account);
    expect(await after(91).find('PO-90')).toBeNull();
    const { docs } = await api.firestore
      .collection('brokerRegistry')
      .where('traderId', '==', 'PO-90')
      .get();
    expect(docs[0]?.get('expireAt')).toEqual(Timestamp.fromMillis(now + 90 * DAY_MS));
  });
});
