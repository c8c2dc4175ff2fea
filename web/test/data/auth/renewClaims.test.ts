// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renewClaims } from '../../../src/data/auth/access';
import { clearUser, storeUser } from '../../../src/data/auth/currentSession';
import { aUser } from '../../support/aUser';
import { held, resetAuth } from '../../support/fakeAuth';

vi.mock('../../../src/data/auth/idTokens', () => import('../../support/fakeAuth'));

const version = (accessVersion: number) => ({
  tier: 'starter',
  unlocked: true,
  staff: false,
  accessVersion,
});

async function renew(): Promise<boolean> {
  const done = renewClaims();
  await vi.runAllTimersAsync();
  return done;
}

beforeEach(() => {
  vi.useFakeTimers();
  resetAuth();
  storeUser(aUser({ accessVersion: 3 }));
  held.uid = aUser().id;
});
afterEach(() => {
  clearUser('logged-out');
  vi.useRealTimers();
});

describe('renewClaims', () => {
  it('keeps a token whose access version matches the member’s', async () => {
    held.claims = [version(3)];
    expect(await renew()).toBe(false);
    expect(held.renewals).toBe(0);
  });

  it('renews the token when the access version has changed', async () => {
    held.claims = [version(2), version(3)];
    expect(await renew()).toBe(true);
    expect(held.renewals).toBe(1);
  });

  it('renews again until the server has written the new claims', async () => {
    held.claims = [version(2), version(2), version(2), version(3)];
    expect(await renew()).toBe(true);
    expect(held.renewals).toBe(3);
  });

  it('stops after six renewals without new claims', async () => {
    held.claims = [version(2)];
    expect(await renew()).toBe(false);
    expect(held.renewals).toBe(6);
  });

  it('shares one renewal between concurrent callers', async () => {
    held.claims = [version(2), version(3)];
    const both = [renewClaims(), renewClaims()];
    await vi.runAllTimersAsync();
    expect(await Promise.all(both)).toEqual([true, true]);
    expect(held.renewals).toBe(1);
  });

  it('reports false if the server can’t be reached', async () => {
    held.failure = new Error('offline');
    expect(await renew()).toBe(false);
  });
});
