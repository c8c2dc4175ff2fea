import { randomUUID } from 'node:crypto';
import { adminUserSchema } from '@quantalgo/contracts/account/adminUser';
import { systemSchema } from '@quantalgo/contracts/console/console';
import { MINUTE_MS } from '@quantalgo/contracts/core/time';
import { adminProofSchema } from '@quantalgo/contracts/submissions/review';
import { Timestamp } from 'firebase-admin/firestore';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { updateAllWaitingSince } from '../../../src/platform/submissions/queue';
import { inspectUpload } from '../../../src/platform/submissions/inspect';
import { PROOFS } from '../../../src/platform/submissions/kinds';
import { png } from '../../images';
import { logInNewMember } from '../http/members';
import { startApi, type Api } from '../http/suite';
import { uploadFile } from '../http/uploads';
import { post } from '../auth/visitor';

let api: Api;
let ahead = 0;
let staff: string;
let member: Awaited<ReturnType<typeof logInNewMember>>;

beforeAll(async () => {
  api = await startApi('demo-pending-proofs', { clock: () => Date.now() + ahead });
  ({ token: staff } = await logInNewMember(api, { staff: true }));
});
beforeEach(async () => {
  ahead = 0;
  const { docs } = await api.firestore.collection('proofs').get();
  await Promise.all(docs.map(({ ref }) => ref.delete()));
  await updateAllWaitingSince(api.firestore);
  member = await logInNewMember(api, { fullName: 'Ada Obi' });
});
afterAll(() => api.close());

async function sendProof(bytes = png()): Promise<string> {
  const proofId = await uploadFile(api, member, bytes);
  const { status } = await api.call('/api/proofs', {
    method: 'POST',
    token: member.token,
    body: { proofId, traderId: 'PO-1' },
    headers: { 'idempotency-key': randomUUID() },
  });
  expect(status).toBe(200);
  return proofId;
}

const readQueue = async () => {
  const { envelope } = await api.call('/api/admin/proofs', { token: staff });
  return z.array(adminProofSchema).parse(envelope?.data);
};

const readPendingUsers = async () => {
  const { envelope } = await api.call('/api/admin/users?filter=pending', { token: staff });
  return z.array(adminUserSchema).parse(envelope?.data);
};

/** Expects the queue and the list of users to name the same members. @returns the queue */
async function expectAgreement() {
  const [queue, users] = [await readQueue(), await readPendingUsers()];
  const since = new Map<string, string>();
  for (const { userId, createdAt } of queue) if (!since.has(userId)) since.set(userId, createdAt);
  expect(users.map(({ id, proofWaitingSince }) => [id, proofWaitingSince])).toEqual([...since]);
  return queue;
}

/** The system page's overdue inspections; emails are never delivered here, so they are overdue too. */
const readOverdue = async () => {
  const { envelope } = await api.call('/api/admin/system', { token: staff });
  const { overdue } = systemSchema.parse(envelope?.data);
  return overdue.filter(({ what }) => what.startsWith('Inspection'));
};

describe('proof queue and list of users', () => {
  it('agree at each step of a proof without triggers', async () => {
    expect(await expectAgreement()).toEqual([]);
    const id = await sendProof();
    expect(await expectAgreement()).toMatchObject([{ id, state: 'checking' }]);
    await inspectUpload(api, PROOFS, id);
    expect(await expectAgreement()).toMatchObject([{ id, state: 'waiting' }]);
    const second = await sendProof();
    expect(await expectAgreement()).toHaveLength(2);
    await post(api, `/api/admin/proofs/${id}/reject`, { reason: 'Not readable' }, staff);
    expect(await expectAgreement()).toMatchObject([{ id: second, state: 'checking' }]);
    await inspectUpload(api, PROOFS, second);
    await post(api, `/api/admin/proofs/${second}/approve`, { tier: 'starter' }, staff);
    expect(await expectAgreement()).toEqual([]);
  });

  it('agree when the inspection rejects a file', async () => {
    const id = await sendProof(Buffer.from('<html>'));
    await inspectUpload(api, PROOFS, id);
    expect(await expectAgreement()).toEqual([]);
  });

  it('agree again after the daily check if data was changed by hand', async () => {
    const stuck = await sendProof();
    await api.firestore.doc(`users/${member.uid}`).update({ proofWaitingSince: null });
    const other = await logInNewMember(api);
    const long = Timestamp.fromMillis(Date.now() - 60 * MINUTE_MS);
    await api.firestore.doc(`users/${other.uid}`).update({ proofWaitingSince: long });
    await updateAllWaitingSince(api.firestore);
    expect(await expectAgreement()).toMatchObject([{ id: stuck }]);
  });
});

describe('proof without an inspection', () => {
  it('is in the queue with the member’s name, but can’t be claimed or decided', async () => {
    const id = await sendProof();
    ahead = 16 * MINUTE_MS;
    const [row] = await readQueue();
    expect(row).toMatchObject({ id, state: 'checking', member: { fullName: 'Ada Obi' } });
    const { envelope } = await post(api, '/api/admin/proofs/next', {}, staff);
    expect(envelope?.data).toBeNull();
    const decided = await post(api, `/api/admin/proofs/${id}/approve`, { tier: 'starter' }, staff);
    expect(decided.status).toBe(409);
  });

  it('is on the system page only after 15 minutes', async () => {
    const id = await sendProof();
    ahead = 14 * MINUTE_MS;
    expect(await readOverdue()).toEqual([]);
    ahead = 15 * MINUTE_MS + 5000;
    expect(await readOverdue()).toMatchObject([
      { what: 'Inspection of a proof', id, userId: member.uid, owner: 'Ada Obi' },
    ]);
  });
});

describe('the next proof', () => {
  it('is not one of a member who is being erased', async () => {
    const leaving = member;
    await sendProof();
    member = await logInNewMember(api);
    const younger = await sendProof();
    for (const { ref } of (await api.firestore.collection('proofs').get()).docs)
      await ref.update({ state: 'waiting' });
    await api.firestore.doc(`users/${leaving.uid}`).delete();
    const next = await post(api, '/api/admin/proofs/next', {}, staff);
    expect(next.envelope?.data).toMatchObject({ proof: { id: younger } });
    const last = await post(api, '/api/admin/proofs/next', { except: [younger] }, staff);
    expect(last.envelope?.data).toBeNull();
  });
});
