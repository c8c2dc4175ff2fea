import { describe, expect, it } from 'vitest';
import {
  accessClaimsSchema,
  getAccessLevel,
  getAudiences,
  toAccessClaims,
  hasHigherTier,
  isLocked,
  getEffectiveTier,
  type Tier,
} from '../../src/access/access';
import { LOCK_DURATION_MS } from '../../src/access/lock';

const member = (tier: Tier, dashboardUnlocked = tier !== 'guest', staff = false) => ({
  tier,
  dashboardUnlocked,
  staff,
  accessVersion: 3,
});

describe('the access level', () => {
  it.each([
    ['guest', false, 'free'],
    ['guest', true, 'deposited'],
    ['starter', true, 'basic'],
    ['starter', false, 'basic'],
    ['essential', true, 'premium'],
    ['essential', false, 'premium'],
  ] as const)('of a %s with hasDeposited %s is %s', (tier, hasDeposited, level) => {
    expect(getAccessLevel({ tier, hasDeposited })).toBe(level);
  });
});

describe('who receives which signals', () => {
  it.each([
    ['a guest', member('guest'), []],
    ['a guest whose dashboard is unlocked', member('guest', true), []],
    ['a starter', member('starter'), ['basic']],
    ['a locked starter', member('starter', false), []],
    ['an essential member', member('essential'), ['basic', 'order-flow']],
    ['a locked essential member', member('essential', false), []],
    ['staff of no tier', member('guest', false, true), ['basic', 'order-flow']],
  ])('%s', (_who, access, audiences) => {
    expect(getAudiences(access)).toEqual(audiences);
    expect(isLocked(access)).toBe(audiences.length === 0);
  });

  it('follows the tier that is open, not the one that is granted', () => {
    expect(getEffectiveTier(member('essential', false))).toBe('guest');
    expect(getEffectiveTier(member('starter', false, true))).toBe('essential');
  });
});

describe('a member has more than a tier', () => {
  it('only where their dashboard is open at a higher one', () => {
    expect(hasHigherTier(member('essential'), 'starter')).toBe(true);
    expect(hasHigherTier(member('starter'), 'guest')).toBe(true);
    expect(hasHigherTier(member('starter'), 'starter')).toBe(false);
    expect(hasHigherTier(member('starter'), 'essential')).toBe(false);
    expect(hasHigherTier(member('starter', false), 'guest')).toBe(false);
  });
});

describe('the claims', () => {
  it('mirror the record and nothing else of it', () => {
    const record = { ...member('starter'), email: 'ada@quantalgo.test', fullName: 'Ada Obi' };
    expect(toAccessClaims(record)).toEqual({
      tier: 'starter',
      unlocked: true,
      staff: false,
      accessVersion: 3,
    });
    expect(accessClaimsSchema.parse(toAccessClaims(record))).toEqual(toAccessClaims(record));
  });
});

describe('the lock', () => {
  it('ends 24 hours after the first load', () => {
    expect(LOCK_DURATION_MS).toBe(24 * 3_600_000);
  });
});
