import { toAccessClaims, SETTABLE_ACCESS } from '@quantalgo/contracts/access/access';
import type { UserRecord } from '@quantalgo/contracts/account/member';
import { MINUTE_MS } from '@quantalgo/contracts/core/time';
import { Timestamp } from 'firebase-admin/firestore';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { changeAccess } from '../../../src/platform/access/access';
import {
  completeAccessClaims,
  completeDueClaims,
  syncAccessClaims,
} from '../../../src/platform/auth/accessClaims';
import { openEmulatedProject } from '../emulated';

const server = openEmulatedProject('demo-server-claims');
const { auth, database } = server;
const services = { auth, firestore: database, log: console };
const UID = 'ada';

const access = {
  tier: 'starter',
  dashboardUnlocked: true,
  staff: false,
  accessVersion: 3,
} as const;

const writeUser = (changes: Partial<Pick<UserRecord, 'tier' | 'accessVersion'>> = {}) =>
  database.doc(`users/${UID}`).set({
    ...access,
    ...changes,
    fullName: 'Ada Obi',
    email: 'ada@example.test',
    admissionCode: 'QA-1',
    hasDeposited: true,
    accessPath: null,
    codeActivated: false,
    createdAt: Timestamp.now(),
    lockExpiresAt: null,
  });
const claims = async () => (await auth.getUser(UID)).customClaims ?? {};

beforeEach(async () => {
  await server.clear();
  await auth.deleteUsers([UID]);
  await auth.createUser({ uid: UID });
});
afterAll(() => server.close());

describe('syncAccessClaims', () => {
  it('sets the claims from the user record', async () => {
    await writeUser();
    expect(await syncAccessClaims(services, UID)).toBe(true);
    expect(await claims()).toEqual(toAccessClaims(access));
  });

  it('writes nothing if the claims are up to date', async () => {
    await writeUser();
    await syncAccessClaims(services, UID);
    expect(await syncAccessClaims(services, UID)).toBe(false);
  });

  it('sets the claims from the newest record when runs overlap', async () => {
    await writeUser();
    await writeUser({ tier: 'guest', accessVersion: 4 });
    await Promise.all([1, 2, 3].map(() => syncAccessClaims(services, UID)));
    expect(await claims()).toMatchObject({ tier: 'guest', accessVersion: 4 });
  });

  it('clears the claims after the record is deleted', async () => {
    await writeUser();
    await syncAccessClaims(services, UID);
    await database.doc(`users/${UID}`).delete();
    expect(await syncAccessClaims(services, UID)).toBe(true);
    expect(await claims()).toEqual({});
  });

  it('recreates a member’s missing Auth account and sets its claims', async () => {
    await auth.deleteUser(UID);
    await writeUser();
    await Promise.all([1, 2].map(() => syncAccessClaims(services, UID)));
    expect(await claims()).toEqual(toAccessClaims(access));
  });

  it('creates no account if there is no record', async () => {
    await auth.deleteUser(UID);
    expect(await syncAccessClaims(services, UID)).toBe(false);
    expect((await auth.getUsers([{ uid: UID }])).users).toEqual([]);
  });

  it('ends with the newest claims when an older run writes last', async () => {
    await writeUser();
    const write = auth.setCustomUserClaims.bind(auth);
    const overtaken = vi
      .spyOn(auth, 'setCustomUserClaims')
      .mockImplementationOnce(async (uid, old) => {
        await writeUser({ tier: 'essential', accessVersion: 4 });
        await syncAccessClaims(services, uid);
        await write(uid, old);
      });
    await syncAccessClaims(services, UID);
    overtaken.mockRestore();
    expect(await claims()).toMatchObject({ tier: 'essential', accessVersion: 4 });
  });
});

describe('claims left unsynced after an access change', () => {
  const CHANGED = Date.parse('2026-11-20T12:00:00Z');
  const isDue = async () => (await database.doc(`users/${UID}`).get()).get('claimsDueAt') !== null;
  const order = { uid: UID, change: SETTABLE_ACCESS.guest, by: 'staff', reason: 'A test' };

  /** Changes access while Auth is unreachable. */
  async function changeWithoutSync(): Promise<void> {
    const broken = new Proxy(auth, {
      get: () => () => Promise.reject(new Error('Auth is down')),
    });
    const log = { error: vi.fn() };
    await changeAccess({ ...services, auth: broken, log }, { ...order, now: CHANGED });
    expect(log.error).toHaveBeenCalledOnce();
  }

  beforeEach(async () => {
    await writeUser();
    await syncAccessClaims(services, UID);
    await changeWithoutSync();
    expect(await claims()).toMatchObject({ tier: 'starter' });
  });

  it('are synced once by the sweep, five minutes after the change', async () => {
    expect((await completeDueClaims(services, CHANGED + 4 * MINUTE_MS)).settled).toEqual([]);
    expect(await completeDueClaims(services, CHANGED + 6 * MINUTE_MS)).toEqual({
      settled: [UID],
      failures: [],
    });
    expect(await claims()).toMatchObject({ tier: 'guest', accessVersion: 4 });
    expect((await completeDueClaims(services, CHANGED + 60 * MINUTE_MS)).settled).toEqual([]);
  });

  it('stay due if the sweep fails, then are synced by two sweeps racing the trigger', async () => {
    const broken = new Proxy(auth, {
      get: () => () => Promise.reject(new Error('Auth is down')),
    });
    const failed = await completeDueClaims(
      { firestore: database, auth: broken },
      CHANGED + 6 * MINUTE_MS,
    );
    expect(failed.failures).toHaveLength(1);
    expect(await isDue()).toBe(true);
    const sweep = () => completeDueClaims(services, CHANGED + 21 * MINUTE_MS);
    await Promise.all([sweep(), sweep(), completeAccessClaims(services, UID)]);
    expect([await isDue(), (await claims())['tier']]).toEqual([false, 'guest']);
  });

  it('stay due if access changes again during the sync', async () => {
    const read = auth.getUsers.bind(auth);
    const spy = vi.spyOn(auth, 'getUsers').mockImplementationOnce(async (ids) => {
      spy.mockRestore();
      const change = SETTABLE_ACCESS.essential;
      await changeAccess(services, { ...order, change, now: CHANGED + MINUTE_MS });
      return read(ids);
    });
    await completeAccessClaims(services, UID);
    expect([await isDue(), (await claims())['tier']]).toEqual([true, 'essential']);
  });
});
