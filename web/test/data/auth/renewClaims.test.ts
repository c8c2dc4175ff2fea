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

async function renewed(): Promise<boolean> {
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
  clearUser('signed-out');
  vi.useRealTimers();
});

describe('the token of a member', () => {
  it('is left alone while it says what the record says', async () => {
    held.claims = [version(3)];
    expect(await renewed()).toBe(false);
    expect(held.renewals).toBe(0);
  });

  it('is renewed when the record has changed', async () => {
    held.claims = [version(2), version(3)];
    expect(await renewed()).toBe(true);
    expect(held.renewals).toBe(1);
  });

  it('is asked for again until the server has written the new claims', async () => {
    held.claims = [version(2), version(2), version(2), version(3)];
    expect(await renewed()).toBe(true);
    expect(held.renewals).toBe(3);
  });

  it('is not asked for without end when the claims never come', async () => {
    held.claims = [version(2)];
    expect(await renewed()).toBe(false);
    expect(held.renewals).toBe(6);
  });

  it('is renewed by one request, however many ask at once', async () => {
    held.claims = [version(2), version(3)];
    const both = [renewClaims(), renewClaims()];
    await vi.runAllTimersAsync();
    expect(await Promise.all(both)).toEqual([true, true]);
    expect(held.renewals).toBe(1);
  });

  it('stays as it is when the server can not be reached', async () => {
    held.failure = new Error('offline');
    expect(await renewed()).toBe(false);
  });
});
