import { randomUUID } from 'node:crypto';
import { userDocumentSchema } from '@quantalgo/contracts/account/member';
import { proofCaseSchema } from '@quantalgo/contracts/submissions/review';
import { adminProofsEndpoints } from '@quantalgo/contracts/submissions/reviewEndpoints';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { brokerAccountRef, importAccounts } from '../../../src/platform/submissions/brokerList';
import { buildFingerprint } from '../../fingerprints';
import { buildWaitingProof, buildWaitingSetup } from '../../storedSubmissions';
import { createMember, logInNewMember } from '../http/members';
import { startApi, type Api } from '../http/suite';
import { mailsTo, post } from '../auth/visitor';

let api: Api;
let ahead = 0;
let staff: string;
let other: string;

beforeAll(async () => {
  api = await startApi('demo-admin-proofs', { clock: () => Date.now() + ahead });
  ({ token: staff } = await logInNewMember(api, { staff: true }));
  ({ token: other } = await logInNewMember(api, { staff: true }));
});
afterAll(() => api.close());

let queued = 0;
/** Stores a waiting proof, newer than the previous ones. */
async function proof(uid: string, traderId: string = randomUUID(), digest: string | null = null) {
  const id = randomUUID();
  queued += 1;
  const at = Date.parse('2026-11-10T08:00:00Z') + queued * 1000;
  const document = { ...buildWaitingProof({ id, uid, at }, traderId), digest };
  await api.firestore.doc(`proofs/${id}`).set(document);
  return id;
}
const decide = (id: string, how: 'approve' | 'reject', body: object, token = staff) =>
  post(api, `/api/admin/proofs/${id}/${how}`, body, token);
const next = async (token: string) => {
  const { envelope } = await post(api, '/api/admin/proofs/next', {}, token);
  return envelope?.data === null ? null : proofCaseSchema.parse(envelope?.data);
};
const readRecord = async (uid: string) =>
  userDocumentSchema.parse((await api.firestore.doc(`users/${uid}`).get()).data());
const readEvents = async (uid: string) =>
  (await api.firestore.collection('accessEvents').where('uid', '==', uid).get()).docs;

beforeEach(async () => {
  ahead = 0;
  const { docs } = await api.firestore.collection('proofs').get();
  await Promise.all(docs.map((one) => one.ref.update({ state: 'rejected' })));
});

describe('proof queue', () => {
  it('never hands the same proof to two staff members', async () => {
    const { uid } = await createMember(api);
    const [first, second] = [await proof(uid), await proof(uid)];
    const taken = await Promise.all([next(staff), next(other)]);
    expect(new Set(taken.map((one) => one?.proof.id))).toEqual(new Set([first, second]));
    const { token: third } = await logInNewMember(api, { staff: true });
    expect(await next(third)).toBeNull();
  });

  it('offers a proof to others once its claim expires or is released', async () => {
    const id = await proof((await createMember(api)).uid);
    await next(staff);
    expect((await post(api, `/api/admin/proofs/${id}/claim`, {}, other)).status).toBe(409);
    expect((await decide(id, 'approve', { tier: 'starter' }, other)).status).toBe(409);
    ahead = 11 * 60_000;
    expect((await next(other))?.proof.id).toBe(id);
    await post(api, `/api/admin/proofs/${id}/release`, {}, other);
    expect((await next(staff))?.proof.id).toBe(id);
  });

  it('shows who else has the same image or trader ID, and the broker’s data', async () => {
    const [ada, kofi] = [await createMember(api), await createMember(api)];
    const earlier = await proof(kofi.uid, 'T-100', 'abc');
    const csv =
      'trader_id,under_our_link,funded,amount\r\nT-100,yes,yes,"$1,250.50"\r\n=cmd,maybe,no,\r\n';
    const imported = await post(api, '/api/admin/broker-list', { csv }, staff);
    expect(imported.envelope?.data).toMatchObject({ imported: 1, problems: [{ line: 3 }] });
    const id = await proof(ada.uid, 'T-100', 'abc');
    const { envelope } = await post(api, `/api/admin/proofs/${id}/claim`, {}, staff);
    const { duplicates, broker } = proofCaseSchema.parse(envelope?.data);
    expect(duplicates).toEqual([
      { match: 'file', kind: 'proof', id: earlier, userId: kofi.uid },
      { match: 'account', kind: 'proof', id: earlier, userId: kofi.uid },
    ]);
    expect(broker).toMatchObject({ underOurLink: true, funded: true, amount: 1250.5 });
  });

  it('shows another member’s account setup with the same file or account', async () => {
    const [ada, kofi] = [await createMember(api), await createMember(api)];
    const store = async (uid: string) => {
      const setupId = randomUUID();
      const setup = buildWaitingSetup({ id: setupId, uid, at: Date.now() }, 'PO-123');
      await api.firestore.doc(`setups/${setupId}`).set({ ...setup, digest: 'def' });
      return setupId;
    };
    const [theirs] = [await store(kofi.uid), await store(ada.uid)];
    const id = await proof(ada.uid, 'PO-123', 'def');
    const { envelope } = await post(api, `/api/admin/proofs/${id}/claim`, {}, staff);
    expect(proofCaseSchema.parse(envelope?.data).duplicates).toEqual([
      { match: 'file', kind: 'setup', id: theirs, userId: kofi.uid },
      { match: 'account', kind: 'setup', id: theirs, userId: kofi.uid },
    ]);
  });

  it('matches a trader ID in a different spelling', async () => {
    const [ada, kofi] = [await createMember(api), await createMember(api)];
    const theirs = await proof(kofi.uid, 'PO-778 899');
    const csv = 'trader_id,under_our_link,funded,amount\nPO-778899,yes,yes,20\n';
    await post(api, '/api/admin/broker-list', { csv }, staff);
    const id = await proof(ada.uid, 'pо\u2011778899');
    const { envelope } = await post(api, `/api/admin/proofs/${id}/claim`, {}, staff);
    const { duplicates, broker } = proofCaseSchema.parse(envelope?.data);
    expect(duplicates).toEqual([{ match: 'account', kind: 'proof', id: theirs, userId: kofi.uid }]);
    expect(broker).toMatchObject({ traderId: 'PO-778899', amount: 20 });
  });
});

describe('bulk approval', () => {
  const findConfirmed = async (id: string) => {
    const body = { ids: [id], preview: true };
    const { envelope } = await post(api, '/api/admin/proofs/approve', body, staff);
    return adminProofsEndpoints.approveProofs.data.parse(envelope?.data).confirmed;
  };
  const importFunded = (traderId: string) =>
    importAccounts(api.firestore, [{ traderId, underOurLink: true, funded: true, amount: 50 }], {
      by: 'staff',
      now: Date.now(),
    });

  it('leaves out accounts that another member opened, as the broker reported', async () => {
    const [ada, kofi] = [await createMember(api), await createMember(api)];
    await importFunded('T-opened');
    const id = await proof(ada.uid, 'T-opened');
    expect(await findConfirmed(id)).toMatchObject([{ id }]);
    await brokerAccountRef(api.firestore, 'T-opened').update({ uid: kofi.uid });
    expect(await findConfirmed(id)).toEqual([]);
  });

  it('leaves out a proof that can’t be read, and fails if none can', async () => {
    const ada = await createMember(api);
    await importFunded('T-readable');
    const [id, unreadable] = [await proof(ada.uid, 'T-readable'), await proof(ada.uid)];
    await api.firestore.doc(`proofs/${unreadable}`).update({ state: 'unreadable' });
    const preview = (...ids: string[]) =>
      post(api, '/api/admin/proofs/approve', { ids, preview: true }, staff);
    const { envelope } = await preview(unreadable, id);
    const { confirmed } = adminProofsEndpoints.approveProofs.data.parse(envelope?.data);
    expect(confirmed).toMatchObject([{ id }]);
    expect((await preview(unreadable)).status).toBe(500);
  });

  it('names the member whose link opened the account to the reviewer', async () => {
    const [ada, kofi] = [await createMember(api), await createMember(api)];
    await importFunded('T-linked');
    await brokerAccountRef(api.firestore, 'T-linked').update({ uid: kofi.uid });
    const id = await proof(ada.uid, 'T-linked');
    const { envelope } = await post(api, `/api/admin/proofs/${id}/claim`, {}, staff);
    expect(proofCaseSchema.parse(envelope?.data).broker?.openedBy).toBe(kofi.uid);
  });

  it('leaves out accounts that another member used for an account setup', async () => {
    const [ada, kofi] = [await createMember(api), await createMember(api)];
    await importFunded('T-setup');
    const id = await proof(ada.uid, 'T-setup');
    const setup = buildWaitingSetup({ id, uid: kofi.uid, at: Date.now() }, 'T-setup');
    await api.firestore.collection('setups').add(setup);
    expect(await findConfirmed(id)).toEqual([]);
  });
});

describe('a saved decision', () => {
  it('is confirmed even if the access claims can’t be updated yet', async () => {
    const ids = await Promise.all([1, 2].map(async () => proof((await createMember(api)).uid)));
    const unreachable = vi.spyOn(api.auth, 'getUsers').mockRejectedValue(new Error('unavailable'));
    const body = { ids, reason: 'Please send a clear screenshot.' };
    const { status, envelope } = await post(api, '/api/admin/proofs/reject', body, staff);
    unreachable.mockRestore();
    expect(status).toBe(200);
    expect(envelope?.data).toEqual({ rejected: ids });
  });
});

describe('member with many proofs', () => {
  it('does not crowd other members out of the duplicates', async () => {
    const [ada, kofi] = [(await createMember(api)).uid, (await createMember(api)).uid];
    const theirs = await proof(kofi, 'T-many');
    const own = await Promise.all(Array.from({ length: 12 }, () => proof(ada, 'T-many')));
    const { envelope } = await post(api, `/api/admin/proofs/${own[0]}/claim`, {}, staff);
    expect(proofCaseSchema.parse(envelope?.data).duplicates).toEqual([
      { match: 'account', kind: 'proof', id: theirs, userId: kofi },
    ]);
  });
});

describe('similar image', () => {
  const page = Array.from({ length: 200 }, (_, index) => index * 20);
  const others = page.map((place) => place + (place < 3000 ? 0 : 1));
  const compare = (id: string, places: readonly number[], unsure: readonly number[] = []) =>
    post(api, `/api/admin/proofs/${id}/fingerprint`, buildFingerprint(places, unsure), staff);
  const alike = async (...given: Parameters<typeof compare>) =>
    (await compare(...given)).envelope?.data;

  it('is flagged on whichever of two accounts’ proofs is compared later', async () => {
    const [ada, kofi] = [(await createMember(api)).uid, (await createMember(api)).uid];
    const [first, second] = [await proof(ada), await proof(kofi)];
    expect(await alike(first, page)).toEqual([]);
    const expected = [{ match: 'alike', kind: 'proof', id: first, userId: ada }];
    expect(await alike(second, page.slice(2), page.slice(0, 2))).toEqual(expected);
    expect(await alike(second, page)).toEqual(expected);
    expect(await alike(first, page)).toEqual([
      { match: 'alike', kind: 'proof', id: second, userId: kofi },
    ]);
  });

  it('is flagged even behind a full page of images from one account', async () => {
    const [ada, kofi] = [(await createMember(api)).uid, (await createMember(api)).uid];
    const many = page.map((place) => place + 7);
    const theirs = await proof(kofi);
    await compare(theirs, many);
    for (let sent = 0; sent < 31; sent += 1) await compare(await proof(ada), many);
    const expected = [{ match: 'alike', kind: 'proof', id: theirs, userId: kofi }];
    expect(await alike(await proof(ada), many)).toEqual(expected);
  });

  it('is not flagged within one account or if only the page is the same', async () => {
    const { uid } = await createMember(api);
    const own = page.map((place) => place + 5);
    expect(await alike(await proof(uid), own)).toEqual([]);
    expect(await alike(await proof(uid), own)).toEqual([]);
    const another = await proof((await createMember(api)).uid);
    expect(
      await alike(
        another,
        others.map((place) => place + 5),
      ),
    ).toEqual([]);
  });

  it('is not flagged if the image is almost empty', async () => {
    for (let times = 0; times < 2; times += 1)
      expect(await alike(await proof((await createMember(api)).uid), [7])).toEqual([]);
  });

  it('rejects malformed fingerprints and unknown proofs', async () => {
    expect((await compare(randomUUID(), page)).status).toBe(404);
    const id = await proof((await createMember(api)).uid);
    const path = `/api/admin/proofs/${id}/fingerprint`;
    for (const broken of [
      { sure: 'ff' },
      { possible: 'no hex' },
      { columns: 1000 },
      { uid: 'me' },
    ]) {
      const { status } = await post(api, path, { ...buildFingerprint(page), ...broken }, staff);
      expect([broken, status]).toEqual([broken, 400]);
    }
    expect((await api.firestore.doc(`proofFingerprints/${id}`).get()).exists).toBe(false);
  });
});

describe('decision on a proof', () => {
  it('approves once and grants the tier with its event', async () => {
    const { uid } = await createMember(api);
    const id = await proof(uid);
    for (let times = 0; times < 2; times += 1) {
      const { status, envelope } = await decide(id, 'approve', { tier: 'essential' });
      expect(status).toBe(200);
      expect(envelope?.data).toMatchObject({
        proof: { state: 'approved' },
        user: { tier: 'essential' },
      });
    }
    expect(await readRecord(uid)).toMatchObject({ dashboardUnlocked: true, accessVersion: 2 });
    expect((await api.auth.getUser(uid)).customClaims).toMatchObject({ tier: 'essential' });
    expect(await readEvents(uid)).toHaveLength(1);
    expect((await decide(id, 'reject', { reason: 'Too late' })).status).toBe(409);
    const { status, envelope } = await decide(id, 'approve', { tier: 'starter' });
    expect(status).toBe(409);
    expect(envelope?.message).toBe('A different decision has already been made on this proof');
    expect(await readRecord(uid)).toMatchObject({ tier: 'essential', accessVersion: 2 });
  });

  it('does not lower an essential member to starter', async () => {
    const { uid } = await createMember(api, { tier: 'essential' });
    const id = await proof(uid);
    expect((await decide(id, 'approve', { tier: 'starter' })).status).toBe(200);
    expect(await readRecord(uid)).toMatchObject({ tier: 'essential', accessVersion: 1 });
  });

  it('rejects with a required reason, emails it and grants nothing', async () => {
    const { uid, email } = await createMember(api);
    const id = await proof(uid);
    expect((await decide(id, 'reject', { reason: ' ' })).status).toBe(400);
    expect((await decide(id, 'reject', { reason: 'The balance is cut off' })).status).toBe(200);
    const [mail] = await mailsTo(api, email);
    expect(mail?.text).toContain('The balance is cut off');
    expect(await readRecord(uid)).toMatchObject({ tier: 'guest', accessVersion: 1 });
  });

  it('keeps the first rejection’s reason, in single and bulk rejections', async () => {
    const { uid, email } = await createMember(api);
    const id = await proof(uid);
    const reason = 'The balance is cut off';
    for (let times = 0; times < 2; times += 1)
      expect((await decide(id, 'reject', { reason })).status).toBe(200);
    const { status, envelope } = await decide(id, 'reject', { reason: 'No screenshot' }, other);
    expect(status).toBe(409);
    expect(envelope?.message).toBe('A different decision has already been made on this proof');
    const body = { ids: [id], reason: 'No screenshot' };
    const several = await post(api, '/api/admin/proofs/reject', body, other);
    expect(several.envelope?.data).toEqual({ rejected: [] });
    expect(await mailsTo(api, email)).toHaveLength(1);
  });

  it('rejects several at once except those claimed by other staff', async () => {
    const { uid } = await createMember(api);
    const [first, second, third] = [await proof(uid), await proof(uid), await proof(uid)];
    await post(api, `/api/admin/proofs/${second}/claim`, {}, other);
    const body = { ids: [first, second, third], reason: 'These are not screenshots' };
    const { envelope } = await post(api, '/api/admin/proofs/reject', body, staff);
    expect(envelope?.data).toEqual({ rejected: [first, third] });
  });

  it('rejects the others if one fails, and fails if none was rejected', async () => {
    const { uid } = await createMember(api);
    const [first, second, third] = [await proof(uid), await proof(uid), await proof(uid)];
    await api.firestore.doc(`proofs/${second}`).update({ state: 'unreadable' });
    const reject = (...ids: string[]) =>
      post(api, '/api/admin/proofs/reject', { ids, reason: 'No screenshots' }, staff);
    const { status, envelope } = await reject(first, second, third);
    expect([status, envelope?.data]).toEqual([200, { rejected: [first, third] }]);
    expect((await reject(second)).status).toBe(500);
  });

  it('asks to try again if none was rejected because others write to the same records', async () => {
    const { uid } = await createMember(api);
    const ids = [await proof(uid), await proof(uid)];
    const contention = Object.assign(new Error('contention'), { code: 10 });
    const failing = vi
      .spyOn(api.firestore, 'runTransaction')
      .mockRejectedValueOnce(new Error('unavailable'))
      .mockRejectedValue(contention);
    const body = { ids, reason: 'No screenshot' };
    const { status } = await post(api, '/api/admin/proofs/reject', body, staff);
    failing.mockRestore();
    expect(status).toBe(429);
  });

  it('is refused for one’s own proof and for an unknown one', async () => {
    const one = await logInNewMember(api, { staff: true });
    const id = await proof(one.uid);
    expect((await decide(id, 'approve', { tier: 'starter' }, one.token)).status).toBe(403);
    expect((await decide(randomUUID(), 'approve', { tier: 'starter' })).status).toBe(404);
  });
});
