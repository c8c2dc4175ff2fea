import { randomUUID } from 'node:crypto';
import { BulkWriter, DocumentReference, Query } from 'firebase-admin/firestore';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { issueDashboardCode } from '../../../src/platform/access/dashboardCodes';
import { addressKey, addressRef } from '../../../src/platform/auth/addresses';
import { liveNoteRef, toStoredNote } from '../../../src/platform/live/live';
import { emptyPosts } from '../../../src/platform/network/erase';
import { createPseudonym, resumeDeletions } from '../../../src/platform/privacy/erase';
import {
  brokerAccountRef,
  createImportedRegistry,
  eraseListedAccounts,
  importAccounts,
} from '../../../src/platform/submissions/brokerList';
import { runAfterRead } from '../http/afterRead';
import { createMember, logInNewMember, PASSWORD } from '../http/members';
import { startApi, type Api } from '../http/suite';
import { writeOlderPosts } from '../network/earlier';

let api: Api;

beforeAll(async () => {
  api = await startApi('demo-interrupted-deletion');
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => api.close());

const remove = (token: string) =>
  api.call('/api/account', { method: 'DELETE', token, body: { currentPassword: PASSWORD } });

const failOnce = () => Promise.reject(new Error('Broken off'));

describe('interrupted deletion', () => {
  it('finds the broker list’s accounts again', async () => {
    const { uid } = await createMember(api);
    const account = { traderId: 'PO-80', underOurLink: true, funded: true, amount: null };
    await importAccounts(api.firestore, [account], { by: 'staff', now: Date.now() });
    await brokerAccountRef(api.firestore, 'PO-80').update({ uid });
    vi.spyOn(DocumentReference.prototype, 'delete').mockImplementationOnce(failOnce);
    const erase = () => eraseListedAccounts(api.firestore, [], uid);
    await expect(erase()).rejects.toThrow('Broken off');
    await erase();
    const registry = createImportedRegistry(api.firestore, Date.now);
    expect(await registry.find('PO-80')).toBeNull();
  });

  it.each([
    [
      'posts',
      async (uid: string) => {
        await writeOlderPosts(api.firestore, { room: 'network', uid, from: Date.now() });
      },
    ],
    [
      'questions',
      async (uid: string) => {
        const content = { kind: 'question', name: 'Ada O.', text: 'Why?', answer: null } as const;
        const at = { createdAt: Date.now(), updatedAt: Date.now() };
        const note = { session: 'a-session', uid, content, gone: null, ...at };
        await liveNoteRef(api.firestore, randomUUID()).set(toStoredNote(note));
      },
    ],
  ])('is retried if emptying %s fails', async (_what, write) => {
    const { uid, token } = await logInNewMember(api);
    await write(uid);
    vi.spyOn(BulkWriter.prototype, 'set').mockImplementationOnce(failOnce);
    expect((await remove(token)).status).toBe(200);
    expect((await api.firestore.doc(`deletions/${uid}`).get()).exists).toBe(true);
    expect(await resumeDeletions(api)).toEqual({ finished: 1, failures: [] });
    for (const name of ['posts', 'liveNotes'])
      expect((await api.firestore.collection(name).where('uid', '==', uid).get()).empty).toBe(true);
  });
});

describe('deletion', () => {
  it('keeps the address if another account confirms it in the meantime', async () => {
    const { uid: newOwner } = await createMember(api);
    const { email, token } = await logInNewMember(api);
    const address = addressRef(api.firestore, addressKey(email));
    runAfterRead(address.path, () => address.set({ uid: newOwner }));
    expect((await remove(token)).status).toBe(200);
    expect((await address.get()).get('uid')).toBe(newOwner);
  });

  it('pseudonymises the issuer of a code that is redeemed in the meantime', async () => {
    const issuer = await logInNewMember(api);
    const { uid, token } = await logInNewMember(api);
    const issue = { uid, tier: 'starter', by: issuer.uid, now: Date.now() } as const;
    const body = { dashboardCode: await issueDashboardCode(api, issue) };
    const path = '/auth/validate-dashboard-code';
    vi.spyOn(Query.prototype, 'get').mockImplementation(async function (this: Query) {
      const read = this.firestore.runTransaction((transaction) => transaction.get(this));
      const snapshot = await read;
      if (snapshot.docs.some(({ ref }) => ref.path === `dashboardCodes/${uid}`))
        expect((await api.call(path, { method: 'POST', token, body })).status).toBe(200);
      return snapshot;
    });
    expect((await remove(issuer.token)).status).toBe(200);
    vi.restoreAllMocks();
    const events = await api.firestore.collection('accessEvents').where('uid', '==', uid).get();
    const issuedBy = createPseudonym(api.pseudonymSecrets, issuer.uid);
    expect(events.docs.map((event) => event.data())).toMatchObject([{ by: uid, issuedBy }]);
  });

  it('skips a member who had hidden the deleted one and was deleted in the meantime', async () => {
    const { uid } = await createMember(api);
    const hiding = api.firestore.doc(`networkMembers/${randomUUID()}`);
    await hiding.set({ blocked: [uid] });
    vi.spyOn(BulkWriter.prototype, 'close').mockImplementationOnce(async function (
      this: BulkWriter,
    ) {
      await hiding.delete();
      await this.flush();
    });
    await emptyPosts(api.firestore, uid, Date.now());
    expect((await hiding.get()).exists).toBe(false);
  });
});
