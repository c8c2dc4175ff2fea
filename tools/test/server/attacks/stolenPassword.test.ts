import { randomUUID } from 'node:crypto';
import type { Endpoint } from '@quantalgo/contracts/core/endpoint';
import { endpoints } from '@quantalgo/contracts/allEndpoints';
import { openBucket } from '@quantalgo/functions/platform/core/firebase';
import { changeAccess } from '@quantalgo/functions/platform/access/access';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import { getFirestore } from 'firebase-admin/firestore';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import {
  download,
  exchange,
  list,
  logIn,
  PASSWORD,
  signUpPerson,
  refreshIdToken,
  site,
} from '../../fixtures/client';
import { isAttackable } from './attacker';
import { authenticatorCode } from './authenticator';

const FACTOR = '/api/admin/second-factor';
const CONSOLE = Object.values<Endpoint>(endpoints).filter(
  ({ caller, secondFactor }) => caller === 'staff' && secondFactor !== 'none',
);

describe.skipIf(!isAttackable)('thief with a staff password', () => {
  // With the rights of the server: somebody is made staff, and another member has a proof.
  const app = initializeApp({ projectId: process.env['GCLOUD_PROJECT'] ?? 'demo' }, randomUUID());
  const [auth, firestore] = [getAuth(app), getFirestore(app)];
  const path = `proofs/${randomUUID()}/${randomUUID()}`;
  const file = openBucket(app, process.env['STORAGE_BUCKET'] ?? '').file(path);
  let email = '';
  /** The code that the owner entered, as somebody may have seen it. */
  let seen = '';
  let owner: string | undefined;

  beforeAll(async () => {
    await file.save(Buffer.from('a proof'), { contentType: 'image/png', resumable: false });
    const member = await signUpPerson();
    email = member.email;
    const order = { uid: member.uid, by: 'attacks', reason: 'for an attack', now: Date.now() };
    await changeAccess({ auth, firestore, log: console }, { ...order, change: { staff: true } });
    const { session } = await logIn(email);
    const token = session?.token ?? '';
    const { data } = await site(FACTOR, { token, body: { currentPassword: PASSWORD } });
    const { secret } = z.object({ secret: z.string() }).parse(data);
    seen = authenticatorCode(secret, Date.now());
    expect((await site(`${FACTOR}/confirm`, { token, body: { code: seen } })).status).toBe(200);
    owner = (await exchange(session?.customToken ?? '')).idToken;
  });
  afterAll(async () => {
    await file.delete();
    await deleteApp(app);
  });

  /** What a session opens of staff's: the statuses of a page, of documents and of a file. */
  const opened = async (idToken: string | undefined) => ({
    page: (await site('/api/admin/users', { token: idToken ?? '' })).status,
    members: await list('users', idToken),
    audit: await list('accessEvents', idToken),
    signals: await list('signals', idToken),
    file: await download(path, idToken),
  });
  const NOTHING = { page: 403, members: 403, audit: 403, signals: 403, file: 403 };

  const enter = async () => exchange((await logIn(email)).session?.customToken ?? '');

  it('can’t open pages, documents or files of staff, unlike the owner’s session', async () => {
    const all = { page: 200, members: 200, audit: 200, signals: 200, file: 200 };
    expect(await opened(owner)).toEqual(all);
    const thief = await enter();
    expect(await opened(thief.idToken)).toEqual(NOTHING);
    expect(await opened(await refreshIdToken(thief.refreshToken))).toEqual(NOTHING);
  });

  it('is refused by every console endpoint', async () => {
    const token = (await enter()).idToken ?? '';
    for (const { method, path: called } of CONSOLE) {
      const { status } = await site(called.replace(/:\w+/g, 'x'), { token, method });
      expect([called, status]).toEqual([called, 403]);
    }
  });

  it('can’t bypass the factor with a used code, a new factor, a transfer code or another session', async () => {
    const token = (await enter()).idToken ?? '';
    const pass = await site(`${FACTOR}/verify`, { token, body: { code: seen } });
    expect(pass.status).toBe(400);
    const own = await site(FACTOR, { token, body: { currentPassword: PASSWORD } });
    expect(own.status).toBe(403);
    const code = await site('/auth/transfer-code', { token, body: { currentPassword: PASSWORD } });
    expect(code.status).toBe(403);
    const others = await site('/api/account/devices', { token, method: 'DELETE' });
    const { customToken } = z.object({ customToken: z.string() }).parse(others.data);
    expect(await opened((await exchange(customToken)).idToken)).toEqual(NOTHING);
  });

  it('can try at most ten codes', async () => {
    const token = (await enter()).idToken ?? '';
    const guess = (code: string) => site(`${FACTOR}/verify`, { token, body: { code } });
    const statuses: number[] = [];
    for (let index = 0; index < 11; index += 1)
      statuses.push((await guess(String(index).padStart(6, '7'))).status);
    expect(statuses.at(-1)).toBe(429);
    expect(new Set(statuses)).toEqual(new Set([400, 429]));
  });
});
