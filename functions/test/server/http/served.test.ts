import { randomUUID } from 'node:crypto';
import { sessionSchema } from '@quantalgo/contracts/auth/endpoints';
import { envelopeSchema } from '@quantalgo/contracts/core/endpoint';
import { deleteApp, initializeApp, type App } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import { getFirestore } from 'firebase-admin/firestore';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMember, getSuiteDeps, PASSWORD, removeMember } from './members';

const site = process.env['SITE_URL'];
if (site === undefined) console.warn('SITE_URL is not set: the deployed function is skipped.');

async function call(path: string, init: RequestInit = {}) {
  const response = await fetch(`${site ?? ''}${path}`, init);
  const envelope = envelopeSchema.parse(await response.json());
  return { status: response.status, headers: response.headers, envelope };
}

describe.skipIf(site === undefined)('deployed function behind Hosting', () => {
  let app: App;
  let member: { uid: string; email: string };

  beforeAll(async () => {
    app = initializeApp({ projectId: process.env['GCLOUD_PROJECT'] ?? '' }, randomUUID());
    member = await createMember(getSuiteDeps(getFirestore(app)), { tier: 'essential' });
  });
  afterAll(async () => {
    await removeMember({ auth: getAuth(app), firestore: getFirestore(app) }, member.uid);
    await deleteApp(app);
  });

  const logIn = (password: string, headers: Record<string, string> = {}) =>
    call('/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ email: member.email, password }),
    });

  it('logs in, serves signals, logs out and then rejects the token', async () => {
    const { token } = sessionSchema.parse((await logIn(PASSWORD)).envelope.data);
    const headers = { authorization: `Bearer ${token}` };
    expect((await call('/api/signals?limit=1', { headers })).status).toBe(200);
    expect((await call('/auth/logout', { method: 'POST', headers })).status).toBe(200);
    expect((await call('/auth/me', { headers })).status).toBe(401);
  });

  it('responds to errors with an uncached envelope', async () => {
    const answers = await Promise.all([
      logIn('wrong'),
      call('/auth/me'),
      call('/auth/nothing'),
      call('/api/nothing'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 404, 404]);
    for (const { headers, envelope } of answers) {
      expect(envelope.success).toBe(false);
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });

  it('allows no other origins', async () => {
    const { headers } = await logIn('wrong', { origin: 'https://elsewhere.test' });
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });
});
