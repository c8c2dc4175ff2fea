import { SETTABLE_ACCESS } from '@quantalgo/contracts/access/access';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  findBrokenAccessRule,
  applyAccessChange,
  isSameAccess,
} from '../../../src/domain/access/access';

const GUEST = {
  tier: 'guest',
  dashboardUnlocked: false,
  hasDeposited: false,
  staff: false,
  codeActivated: false,
  accessVersion: 7,
} as const;

const change = fc.record(
  {
    tier: fc.constantFrom('guest' as const, 'starter' as const, 'essential' as const),
    dashboardUnlocked: fc.boolean(),
    hasDeposited: fc.boolean(),
    staff: fc.boolean(),
  },
  { requiredKeys: [] },
);

describe('a change of access', () => {
  it('changes what it names, keeps the rest, and counts', () => {
    fc.assert(
      fc.property(change, (wanted) => {
        const { before, after } = applyAccessChange(GUEST, wanted);
        expect(before).toEqual(GUEST);
        expect(after).toEqual({ ...GUEST, ...wanted, accessVersion: 8 });
      }),
    );
  });

  it('takes nothing of a record that is not access', () => {
    const record = { ...GUEST, fullName: 'Ada Obi', email: 'ada@example.test' };
    expect(applyAccessChange(record, { tier: 'starter' }).after).toEqual({
      ...GUEST,
      tier: 'starter',
      accessVersion: 8,
    });
  });
});

const starter = { ...GUEST, tier: 'starter', dashboardUnlocked: true } as const;

describe('a revocation', () => {
  it('ends what a dashboard code gave: a tier that is granted later needs its own reason', () => {
    const { before, after } = applyAccessChange(
      { ...starter, codeActivated: true },
      SETTABLE_ACCESS.guest,
    );
    expect(before.codeActivated).toBe(true);
    expect(after).toEqual({ ...GUEST, accessVersion: 8 });
    const again = applyAccessChange(after, { tier: 'starter', dashboardUnlocked: true }).after;
    expect(findBrokenAccessRule(again)).toBe(
      'The starter tier needs a deposit or a dashboard code',
    );
  });

  it('is the only change that does', () => {
    const essential = { tier: 'essential', dashboardUnlocked: true, hasDeposited: true } as const;
    const { after } = applyAccessChange({ ...starter, codeActivated: true }, essential);
    expect(after.codeActivated).toBe(true);
  });
});

describe('a state of access', () => {
  it.each([
    ['a locked guest', GUEST],
    ['a guest who has deposited and waits for staff', { ...GUEST, hasDeposited: true }],
    ['a starter with a deposit', { ...starter, hasDeposited: true }],
    ['a starter with a dashboard code', { ...starter, codeActivated: true }],
    ['a guest of earlier whose code was left marked as used', { ...GUEST, codeActivated: true }],
  ])('that the product has is %s', (_who, state) => {
    expect(findBrokenAccessRule(state)).toBeNull();
  });

  it.each([
    [{ ...GUEST, dashboardUnlocked: true }, 'The guest tier needs a locked dashboard'],
    [
      { ...starter, dashboardUnlocked: false, hasDeposited: true },
      'The starter tier needs an unlocked dashboard',
    ],
    [
      { ...starter, tier: 'essential' as const },
      'The essential tier needs a deposit or a dashboard code',
    ],
  ])('that it does not have is named by the rule that it breaks: %j', (state, rule) => {
    expect(findBrokenAccessRule(state)).toBe(rule);
  });

  it('is the same where a change names nothing that is not so', () => {
    expect(isSameAccess(GUEST, {})).toBe(true);
    expect(isSameAccess(GUEST, { tier: 'guest', hasDeposited: false })).toBe(true);
    expect(isSameAccess(GUEST, { tier: 'guest', hasDeposited: true })).toBe(false);
  });
});
