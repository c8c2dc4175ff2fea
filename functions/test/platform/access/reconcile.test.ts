import { Timestamp } from 'firebase-admin/firestore';
import { expect, it } from 'vitest';
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

it('reads the credentials of a page of accounts at once, whatever their number', async () => {
  const firestore = new CountedFirestore();
  const uids = Array.from({ length: 200 }, (_, index) => `member-${index}`);
  for (const uid of uids) {
    await firestore.doc(`users/${uid}`).set({ email: `${uid}@example.com` });
    const changedAt = Timestamp.fromMillis(NOW);
    await firestore.doc(`credentials/${uid}`).set({ password: null, changedAt, blocked: false });
  }
  const users = uids.map((uid) => ({ uid, disabled: false, metadata: { creationTime: CREATED } }));
  const auth = {
    listUsers: () => Promise.resolve({ users }),
    deleteUsers: () => Promise.reject(new Error('No account is nobody’s')),
  };
  const done = await reconcileAccounts({ auth, firestore }, NOW);
  expect(done).toEqual({ deleted: 0, blocked: 0, unblocked: 0 });
  expect(firestore.reads).toBe(2);
});
