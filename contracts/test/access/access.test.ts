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

describe('getAccessLevel', () => {
  it.each([
    ['guest', false, 'free'],
    ['guest', true, 'deposited'],
    ['starter', true, 'basic'],
    ['starter', false, 'basic'],
    ['essential', true, 'premium'],
    ['essential', false, 'premium'],
  ] as const)('maps tier %s with hasDeposited %s to level %s', (tier, hasDeposited, level) => {
    expect(getAccessLevel({ tier, hasDeposited })).toBe(level);
  });
});

describe('signal audiences', () => {
  it.each([
    ['a guest', member('guest'), []],
    ['a guest whose dashboard is unlocked', member('guest', true), []],
    ['a starter', member('starter'), ['basic']],
    ['a locked starter', member('starter', false), []],
    ['an essential member', member('essential'), ['basic', 'order-flow']],
    ['a locked essential member', member('essential', false), []],
    ['staff without a tier', member('guest', false, true), ['basic', 'order-flow']],
  ])('include the right ones for %s', (_who, access, audiences) => {
    expect(getAudiences(access)).toEqual(audiences);
    expect(isLocked(access)).toBe(audiences.length === 0);
  });

  it('follow the effective tier: guest if locked, essential for staff', () => {
    expect(getEffectiveTier(member('essential', false))).toBe('guest');
    expect(getEffectiveTier(member('starter', false, true))).toBe('essential');
  });
});

describe('hasHigherTier', () => {
  it('is true only for an unlocked member with a higher tier', () => {
    expect(hasHigherTier(member('essential'), 'starter')).toBe(true);
    expect(hasHigherTier(member('starter'), 'guest')).toBe(true);
    expect(hasHigherTier(member('starter'), 'starter')).toBe(false);
    expect(hasHigherTier(member('starter'), 'essential')).toBe(false);
    expect(hasHigherTier(member('starter', false), 'guest')).toBe(false);
  });
});

describe('access claims', () => {
  it('contain only the access fields of the record', () => {
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

describe('lock duration', () => {
  it('is 24 hours', () => {
    expect(LOCK_DURATION_MS).toBe(24 * 3_600_000);
  });
});
