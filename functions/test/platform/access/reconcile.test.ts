import { expect, it } from 'vitest';
import { toCredentialFields } from '../../../src/platform/auth/credentials';
import { reconcileAccounts } from '../../../src/platform/access/reconcile';
import { MemoryFirestore } from '../../memoryFirestore';

const NOW = Date.parse('2026-11-20T00:00:00Z');
const CREATED = new Date(NOW - 30 * 24 * 60 * 60_000).toUTCString();

class CountedFirestore extends MemoryFirestore {
  reads = 0;
  override requestStream(...request: Parameters<MemoryFirestore['requestStream']>) {
    this.reads += 1;
    return super.requestStream(...request);
  }
}

const createAuth = (uids: readonly string[], disabled: boolean) => ({
  listUsers: () =>
    Promise.resolve({
      users: uids.map((uid) => ({ uid, disabled, metadata: { creationTime: CREATED } })),
    }),
  deleteUsers: () => Promise.reject(new Error('No account is nobody’s')),
});

async function addMembers(firestore: MemoryFirestore, uids: readonly string[]) {
  for (const uid of uids) {
    await firestore.doc(`users/${uid}`).set({ email: `${uid}@example.com` });
    const credential = { ...toCredentialFields(null, NOW), blocked: true };
    await firestore.doc(`credentials/${uid}`).set(credential);
  }
}

it('reads the credentials of a page of accounts in one request', async () => {
  const firestore = new CountedFirestore();
  const uids = Array.from({ length: 200 }, (_, index) => `member-${index}`);
  await addMembers(firestore, uids);
  const { counts } = await reconcileAccounts({ auth: createAuth(uids, true), firestore }, NOW);
  expect(counts).toEqual({ deleted: 0, blocked: 0, unblocked: 0 });
  expect(firestore.reads).toBe(2);
});

it('repairs the other accounts if one can’t be read', async () => {
  const firestore = new MemoryFirestore();
  const uids = ['first', 'broken', 'last'];
  await addMembers(firestore, uids);
  await firestore.doc('credentials/broken').set({ blocked: 'perhaps' });
  const auth = createAuth(uids, false);
  const { counts, failures } = await reconcileAccounts({ auth, firestore }, NOW);
  expect(counts).toEqual({ deleted: 0, blocked: 0, unblocked: 2 });
  expect(failures.map(String)).toEqual([expect.stringContaining('credentials/broken')]);
});
