import { randomUUID } from 'node:crypto';
import { sessionSchema } from '@quantalgo/contracts/auth/endpoints';
import { envelopeSchema } from '@quantalgo/contracts/core/endpoint';
import { pendingPath, proofDocumentSchema } from '@quantalgo/contracts/submissions/submission';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getFirestore } from 'firebase-admin/firestore';
import { afterAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { openBucket } from '../../../src/platform/core/firebase';
import { png } from '../../images';
import { newAddress, registration } from './visitor';

const site = process.env['SITE_URL'] ?? '';
const inbox = process.env['INBOX_URL'] ?? '';
if (site === '' || inbox === '')
  console.warn('SITE_URL or INBOX_URL is not set: the deployed functions are left out.');

/** The first call of a function starts its process. */
const PATIENCE = { timeout: 45_000, interval: 250 };

const messagesSchema = z.array(z.object({ to: z.string(), subject: z.string(), text: z.string() }));

async function post(path: string, body: object, headers: Record<string, string> = {}) {
  const response = await fetch(`${site}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, envelope: envelopeSchema.parse(await response.json()) };
}

const received = (email: string, subject: RegExp) =>
  vi.waitUntil(async () => {
    const reply = await fetch(`${inbox}/api/messages?to=${encodeURIComponent(email)}`);
    const messages = messagesSchema.parse(await reply.json());
    return messages.find((message) => subject.test(message.subject)) ?? null;
  }, PATIENCE);

describe.skipIf(site === '' || inbox === '')('deployed functions', () => {
  const app = initializeApp({ projectId: process.env['GCLOUD_PROJECT'] ?? 'demo' }, randomUUID());
  const firestore = getFirestore(app);
  const bucket = openBucket(app, process.env['STORAGE_BUCKET'] ?? 'demo');
  afterAll(() => deleteApp(app));

  it('confirm an account by email, inspect its proof and reset its password', async () => {
    const email = newAddress();
    expect((await post('/auth/register', registration(email))).status).toBe(200);
    const { subject } = await received(email, /confirmation code$/);
    const confirmationCode = subject.split(' ')[0] ?? '';
    const confirmed = await post('/auth/confirm-code', { email, confirmationCode });
    expect(confirmed.status).toBe(200);
    const { token, user } = sessionSchema.parse(confirmed.envelope.data);

    const proofId = randomUUID();
    const authorization = `Bearer ${token}`;
    const image = { kind: 'proof', type: 'image/png', size: png().length };
    const uploadHeaders = { authorization, 'idempotency-key': proofId };
    expect((await post('/api/uploads', image, uploadHeaders)).status).toBe(200);
    const file = bucket.file(pendingPath(user.id, proofId));
    await file.save(png(), { contentType: 'image/png', resumable: false });
    const headers = { authorization, 'idempotency-key': randomUUID() };
    const submitted = await post('/api/proofs', { proofId, traderId: 'PO-12345' }, headers);
    expect(submitted.status).toBe(200);
    await vi.waitUntil(async () => {
      const stored = await firestore.doc(`proofs/${proofId}`).get();
      return proofDocumentSchema.parse(stored.data()).state === 'waiting';
    }, PATIENCE);

    await post('/auth/forgot-password', { email });
    const { text } = await received(email, /^Set a new/);
    const resetToken = /token=(\w+)/.exec(text)?.[1] ?? '';
    const body = { token: resetToken, newPassword: 'a new one' };
    expect((await post('/auth/reset-password', body)).status).toBe(200);
    await received(email, /password was changed$/);
    expect((await post('/auth/login', { email, password: 'a new one' })).status).toBe(200);
  });
});
