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

describe('applyAccessChange', () => {
  it('changes only the given fields and increments the version', () => {
    fc.assert(
      fc.property(change, (wanted) => {
        const { before, after } = applyAccessChange(GUEST, wanted);
        expect(before).toEqual(GUEST);
        expect(after).toEqual({ ...GUEST, ...wanted, accessVersion: 8 });
      }),
    );
  });

  it('returns only access fields', () => {
    const record = { ...GUEST, fullName: 'Ada Obi', email: 'ada@example.test' };
    expect(applyAccessChange(record, { tier: 'starter' }).after).toEqual({
      ...GUEST,
      tier: 'starter',
      accessVersion: 8,
    });
  });
});

const starter = { ...GUEST, tier: 'starter', dashboardUnlocked: true } as const;

describe('access revocation', () => {
  it('resets the dashboard code activation, so a later tier needs its own basis', () => {
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

  it('is the only change that resets the code activation', () => {
    const essential = { tier: 'essential', dashboardUnlocked: true, hasDeposited: true } as const;
    const { after } = applyAccessChange({ ...starter, codeActivated: true }, essential);
    expect(after.codeActivated).toBe(true);
  });
});

describe('access state', () => {
  it.each([
    ['a locked guest', GUEST],
    ['a guest who has deposited and awaits approval', { ...GUEST, hasDeposited: true }],
    ['a starter with a deposit', { ...starter, hasDeposited: true }],
    ['a starter with a dashboard code', { ...starter, codeActivated: true }],
  ])('is valid for %s', (_who, state) => {
    expect(findBrokenAccessRule(state)).toBeNull();
  });

  it.each([
    [{ ...GUEST, dashboardUnlocked: true }, 'The guest tier needs a locked dashboard'],
    [{ ...GUEST, codeActivated: true }, 'The guest tier can’t have an activated dashboard code'],
    [
      { ...starter, dashboardUnlocked: false, hasDeposited: true },
      'The starter tier needs an unlocked dashboard',
    ],
    [
      { ...starter, tier: 'essential' as const },
      'The essential tier needs a deposit or a dashboard code',
    ],
  ])('is invalid, with the broken rule: %j', (state, rule) => {
    expect(findBrokenAccessRule(state)).toBe(rule);
  });

  it('is unchanged by a change that matches it', () => {
    expect(isSameAccess(GUEST, {})).toBe(true);
    expect(isSameAccess(GUEST, { tier: 'guest', hasDeposited: false })).toBe(true);
    expect(isSameAccess(GUEST, { tier: 'guest', hasDeposited: true })).toBe(false);
  });
});
