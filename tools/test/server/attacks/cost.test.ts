import { describe, expect, it } from 'vitest';
import { randomUUID } from 'node:crypto';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getFirestore } from 'firebase-admin/firestore';
import { startOwnApi } from '../../../src/bench/ownApi';
import { getPorts, PROJECT, readOffset } from '../../../src/suite/ports';
import { list, newAddress, signUpPerson, signUp, site } from '../../fixtures/client';
import { isAttackable } from './attacker';

describe.skipIf(!isAttackable)('attacker who causes billed reads', () => {
  it.each(['tickets', 'proofs', 'setups'])(
    'can’t list %s without a limit, or more than 300 at a time',
    async (collection) => {
      const { uid, token } = await signUpPerson();
      const status = (limit: number | null) => list(collection, token, { of: uid, limit });
      expect(await Promise.all([null, 301, 10_000].map(status))).toEqual([403, 403, 403]);
      expect(await status(300)).toBe(200);
    },
  );

  it.each(['tickets', 'proofs', 'setups'])(
    'can’t skip %s with an offset, as skipped documents are billed',
    async (name) => {
      const { uid, token } = await signUpPerson();
      expect(await list(name, token, { of: uid, offset: 0 })).toBe(200);
      for (const offset of [1, 100_000])
        expect(await list(name, token, { of: uid, offset })).toBe(403);
    },
  );

  it('is limited per origin on record and countdown, whatever headers bypass the cache', async () => {
    const { url, close } = await startOwnApi(getPorts(readOffset(process.env['PORT_OFFSET'], 0)), {
      project: PROJECT,
      factor: 0.002,
      behindPlatform: true,
    });
    for (const [index, path] of ['/countdown', '/countdown/config', '/api/record'].entries()) {
      const origin = { 'x-forwarded-for': `203.0.113.${100 + index}` };
      const statuses: number[] = [];
      for (let call = 0; call < 30; call += 1) {
        const headers = { ...origin, authorization: `Bearer ${call}` };
        statuses.push((await site(path, { at: url, headers })).status);
      }
      expect([path, statuses[0], statuses.at(-1)]).toEqual([path, 200, 429]);
    }
    await close();
  });

  it('can’t store more than ten registrations for one address', async () => {
    const email = newAddress();
    for (let call = 0; call < 12; call += 1)
      expect((await site('/auth/register', { body: signUp(email) })).status).toBe(200);
    const app = initializeApp({ projectId: PROJECT }, randomUUID());
    const registrations = getFirestore(app).collection('registrations');
    const { size } = await registrations.where('email', '==', email).get();
    await deleteApp(app);
    expect(size).toBeGreaterThan(0);
    expect(size).toBeLessThanOrEqual(10);
  });

  it('can’t fetch a ledger bundle by an alternative spelling of its path', async () => {
    const spellings = ['0', '00', '%30%30%30', '000?x=1', '000/', 'x000/000', '-01', '000.p/0'];
    const replies = spellings.map((bundle) => site(`/ledger/tile/entries/${bundle}`));
    for (const { status } of await Promise.all(replies)) expect(status).toBe(404);
  });
});
