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

let events: SyncEvent[];
let stop: AbortController;

const follow = () => followAccess(ada.id, (event) => events.push(event), stop.signal);
const settle = () => vi.runAllTimersAsync();

beforeEach(() => {
  vi.useFakeTimers();
  resetAuth();
  held.uid = ada.id;
  held.claims = [claims(3)];
  storeUser(ada);
  events = [];
  stop = new AbortController();
});
afterEach(() => {
  stop.abort();
  clearUser('logged-out');
  vi.useRealTimers();
});

describe('followAccess', () => {
  it('reports access when the sync starts', async () => {
    follow();
    await settle();
    expect(events).toEqual([{ type: 'access', locked: false }]);
  });

  it('reports access again once the token contains the unlock', async () => {
    storeUser({ ...ada, ...locked });
    follow();
    await settle();
    held.claims = [claims(3), claims(4)];
    storeUser({ ...ada, accessVersion: 4 });
    await settle();
    expect(events).toEqual([
      { type: 'access', locked: true },
      { type: 'access', locked: false },
      { type: 'access', locked: false },
    ]);
  });

  it('reports a lock at once, without waiting for a new token', () => {
    follow();
    events.length = 0;
    storeUser({ ...ada, ...locked, accessVersion: 4 });
    expect(events).toEqual([{ type: 'access', locked: true }]);
  });

  it('ignores profile changes that don’t affect access', async () => {
    follow();
    await settle();
    storeUser({ ...ada, fullName: 'Adaeze Obi' });
    await settle();
    expect(events).toHaveLength(1);
  });

  it('reports nothing after the session has ended', async () => {
    follow();
    await settle();
    clearUser('expired');
    storeUser(aUser({ id: 'bola', accessVersion: 9 }));
    await settle();
    expect(events).toHaveLength(1);
  });
});
