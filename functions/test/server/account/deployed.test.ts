import { randomUUID } from 'node:crypto';
import { sessionSchema } from '@quantalgo/contracts/auth/endpoints';
import { envelopeSchema } from '@quantalgo/contracts/core/endpoint';
import { pendingPath, setupDocumentSchema } from '@quantalgo/contracts/submissions/submission';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import { getFirestore } from 'firebase-admin/firestore';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { openBucket } from '../../../src/platform/core/firebase';
import { pdf } from '../../images';
import { createMember, getSuiteDeps, PASSWORD } from '../http/members';

const site = process.env['SITE_URL'] ?? '';
if (site === '') console.warn('SITE_URL is not set: the deployed functions are skipped.');

/** Allows for a function's cold start. */
const PATIENCE = { timeout: 45_000, interval: 250 };

async function call(method: string, path: string, body: object, headers: object = {}) {
  const response = await fetch(`${site}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, envelope: envelopeSchema.parse(await response.json()) };
}

describe.skipIf(site === '')('deployed functions', () => {
  const app = initializeApp({ projectId: process.env['GCLOUD_PROJECT'] ?? 'demo' }, randomUUID());
  const [auth, firestore] = [getAuth(app), getFirestore(app)];
  const bucket = openBucket(app, process.env['STORAGE_BUCKET'] ?? 'demo');
  afterAll(() => deleteApp(app));

  it('inspect a setup’s proof, and delete the account with the password in the body', async () => {
    const { uid, email } = await createMember(getSuiteDeps(firestore));
    const login = await call('POST', '/auth/login', { email, password: PASSWORD });
    const { token } = sessionSchema.parse(login.envelope.data);
    const authorization = `Bearer ${token}`;

    const setupId = randomUUID();
    const headers = { authorization, 'idempotency-key': setupId };
    const document = { kind: 'setup', type: 'application/pdf', size: pdf().length };
    expect((await call('POST', '/api/uploads', document, headers)).status).toBe(200);
    const file = bucket.file(pendingPath(uid, setupId));
    await file.save(pdf(), { contentType: 'application/pdf', resumable: false });
    const setup = { setupId, brokerAccount: 'PO-1', depositAmount: 30, accessPath: 'manual' };
    expect((await call('POST', '/api/setups', setup, headers)).status).toBe(200);
    await vi.waitUntil(async () => {
      const stored = await firestore.doc(`setups/${setupId}`).get();
      return setupDocumentSchema.parse(stored.data()).state === 'waiting';
    }, PATIENCE);

    const body = { currentPassword: PASSWORD };
    const deleted = await call('DELETE', '/api/account', body, { authorization });
    expect(deleted).toMatchObject({
      status: 200,
      envelope: { message: 'Your account has been deleted' },
    });
    expect((await auth.getUsers([{ uid }])).users).toEqual([]);
    expect((await firestore.doc(`setups/${setupId}`).get()).exists).toBe(false);
    expect((await file.exists())[0]).toBe(false);
  });
});
