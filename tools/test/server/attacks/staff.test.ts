import { randomUUID } from 'node:crypto';
import { openBucket } from '@quantalgo/functions/platform/core/firebase';
import { changeAccess } from '@quantalgo/functions/platform/access/access';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import { getFirestore } from 'firebase-admin/firestore';
import { afterAll, describe, expect, it } from 'vitest';
import {
  download,
  exchange,
  list,
  logIn,
  signUpPerson,
  refreshIdToken,
  site,
} from '../../fixtures/client';
import { isAttackable } from './attacker';

describe.skipIf(!isAttackable)('ended staff session', () => {
  // With the rights of the server: somebody is made staff, and has a proof to look at.
  const app = initializeApp({ projectId: process.env['GCLOUD_PROJECT'] ?? 'demo' }, randomUUID());
  const [auth, firestore] = [getAuth(app), getFirestore(app)];
  afterAll(() => deleteApp(app));

  const grant = (uid: string, staff: boolean) => {
    const order = { uid, by: 'attacks', reason: 'for an attack', now: Date.now() };
    return changeAccess({ auth, firestore, log: console }, { ...order, change: { staff } });
  };

  async function withProof() {
    const member = await signUpPerson();
    await grant(member.uid, true);
    const path = `proofs/${member.uid}/${randomUUID()}`;
    const file = openBucket(app, process.env['STORAGE_BUCKET'] ?? '').file(path);
    await file.save(Buffer.from('a proof'), { contentType: 'image/png', resumable: false });
    const session = (await logIn(member.email)).session;
    const device = await exchange(session?.customToken ?? '');
    return { ...member, session, device, path, file };
  }

  it('can’t read proofs or members, even with a refreshed token', async () => {
    const { session, device, path, file } = await withProof();
    const [token, idToken = ''] = [session?.token ?? '', device.idToken];
    expect(await download(path, idToken)).toBe(200);
    await site('/auth/logout', { token, method: 'POST' });
    const renewed = (await refreshIdToken(device.refreshToken)) ?? idToken;
    for (const one of [token, idToken, renewed]) {
      expect(await download(path, one)).toBe(403);
      expect(await list('users', one)).toBe(403);
      expect((await site('/api/admin/users', { token: one })).status).toBe(401);
    }
    await file.delete();
  });

  it('is refused everywhere as soon as its staff rights are revoked', async () => {
    const { uid, device, path, file } = await withProof();
    const { idToken = '' } = device;
    expect(await list('users', idToken)).toBe(200);
    await grant(uid, false);
    expect(await download(path, idToken)).toBe(403);
    expect(await list('users', idToken)).toBe(403);
    expect((await site('/api/admin/users', { token: idToken })).status).toBe(401);
    await file.delete();
  });
});
