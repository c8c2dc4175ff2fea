// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearUser, storeUser } from '../../../src/data/auth/currentSession';
import { followAccess } from '../../../src/data/sync/engine';
import type { SyncEvent } from '../../../src/data/sync/machine';
import { aUser } from '../../support/aUser';
import { held, resetAuth } from '../../support/fakeAuth';

vi.mock('../../../src/data/auth/idTokens', () => import('../../support/fakeAuth'));

const ada = aUser({ accessVersion: 3 });
const locked = { tier: 'guest', dashboardUnlocked: false } as const;
const claims = (accessVersion: number) => ({
  tier: 'starter',
  unlocked: true,
  staff: false,
  accessVersion,
});

let told: SyncEvent[];
let stop: AbortController;

const follow = () => followAccess(ada.id, (event) => told.push(event), stop.signal);
const settle = () => vi.runAllTimersAsync();

beforeEach(() => {
  vi.useFakeTimers();
  resetAuth();
  held.uid = ada.id;
  held.claims = [claims(3)];
  storeUser(ada);
  told = [];
  stop = new AbortController();
});
afterEach(() => {
  stop.abort();
  clearUser('signed-out');
  vi.useRealTimers();
});

describe("the member's access", () => {
  it('is told as the sync begins', async () => {
    follow();
    await settle();
    expect(told).toEqual([{ type: 'access', locked: false }]);
  });

  it('is told again once the token says what an unlock changed', async () => {
    storeUser({ ...ada, ...locked });
    follow();
    await settle();
    held.claims = [claims(3), claims(4)];
    storeUser({ ...ada, accessVersion: 4 });
    await settle();
    expect(told).toEqual([
      { type: 'access', locked: true },
      { type: 'access', locked: false },
      { type: 'access', locked: false },
    ]);
  });

  it('is taken away at once, before any token is renewed', () => {
    follow();
    told.length = 0;
    storeUser({ ...ada, ...locked, accessVersion: 4 });
    expect(told).toEqual([{ type: 'access', locked: true }]);
  });

  it('is not told for a change that does not touch it', async () => {
    follow();
    await settle();
    storeUser({ ...ada, fullName: 'Adaeze Obi' });
    await settle();
    expect(told).toHaveLength(1);
  });

  it('is told no more once the member has gone', async () => {
    follow();
    await settle();
    clearUser('expired');
    storeUser(aUser({ id: 'bola', accessVersion: 9 }));
    await settle();
    expect(told).toHaveLength(1);
  });
});
