// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import { session, storeUser } from '../../../src/data/auth/currentSession';
import { getChosenPayouts } from '../../../src/data/settings/payout';
import { member } from '../../support/member';

afterEach(() => session.set({ status: 'logged-out', reason: null }));

describe('getChosenPayouts', () => {
  it('returns the same object until the payouts change', () => {
    storeUser(member({ payout: 0.92, pairPayouts: 'EURUSD 90' }));
    const before = getChosenPayouts();
    expect(before).toEqual({ payout: 0.92, pairPayouts: 'EURUSD 90' });
    storeUser(member({ payout: 0.92, pairPayouts: 'EURUSD 90', zone: 'utc' }));
    expect(getChosenPayouts()).toBe(before);
    storeUser(member({ payout: 0.92, pairPayouts: '' }));
    expect(getChosenPayouts()).toEqual({ payout: 0.92, pairPayouts: '' });
  });
});
