import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changedAccess } from '../../src/domain/access';

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
        const { before, after } = changedAccess(GUEST, wanted);
        expect(before).toEqual(GUEST);
        expect(after).toEqual({ ...GUEST, ...wanted, accessVersion: 8 });
      }),
    );
  });

  it('takes nothing of a record that is not access', () => {
    const record = { ...GUEST, fullName: 'Ada Obi', email: 'ada@example.test' };
    expect(changedAccess(record, { tier: 'starter' }).after).toEqual({
      ...GUEST,
      tier: 'starter',
      accessVersion: 8,
    });
  });
});
