import { randomUUID } from 'node:crypto';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import { getFirestore, Timestamp } from 'firebase-admin/firestore';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { readUsersPage } from '../../../src/platform/console/userLists';
import { buildWaitingProof } from '../../storedSubmissions';
import { createMember, getSuiteDeps, removeMember } from '../http/members';

const triggers = process.env['FUNCTIONS_URL'] ?? '';
if (triggers === '') console.warn('FUNCTIONS_URL is not set: the deployed functions are left out.');

/** The first call of a function starts its process. */
const PATIENCE = { timeout: 45_000, interval: 250 };

async function run(name: string): Promise<void> {
  const reply = await fetch(`${triggers}/europe-west1-${name}-0`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  expect([name, reply.status]).toEqual([name, 200]);
}

describe.skipIf(triggers === '')('deployed console jobs', () => {
  const app = initializeApp({ projectId: process.env['GCLOUD_PROJECT'] ?? 'demo' }, randomUUID());
  const [auth, firestore] = [getAuth(app), getFirestore(app)];
  afterAll(() => deleteApp(app));

  it('mark members with pending proofs, and list every user', async () => {
    const { uid } = await createMember(getSuiteDeps(firestore));
    const at = Date.parse('2026-11-10T08:00:00Z');
    const proof = firestore.doc(`proofs/${randomUUID()}`);
    await proof.set(buildWaitingProof({ id: proof.id, uid, at }, 'PO-1'));
    const since = async (): Promise<unknown> =>
      (await firestore.doc(`users/${uid}`).get()).get('proofWaitingSince');
    await vi.waitUntil(async () => (await since()) instanceof Timestamp, PATIENCE);

    await run('anchorUsers');
    const anchored = await readUsersPage(firestore, { page: 1, limit: 50 });
    expect(anchored.pagination.total).toBe((await firestore.collection('users').get()).size);

    await firestore.doc(`users/${uid}`).update({ proofWaitingSince: null });
    await run('reconcileConsole');
    expect(await since()).toBeInstanceOf(Timestamp);
    await proof.delete();
    await removeMember({ auth, firestore }, uid);
    await run('reconcileConsole');
    const mended = await readUsersPage(firestore, { page: 1, limit: 50 });
    expect(mended.rows.map(({ id }) => id)).not.toContain(uid);
  });
});
