import { describe, expect, it } from 'vitest';
import { getAccessChange } from '../../../src/data/auth/access';
import { guest, member } from '../../support/member';

describe('getAccessChange', () => {
  it('reports opened access after an approval or a higher tier', () => {
    expect(getAccessChange(guest(), member())).toEqual({ kind: 'opened', tier: 'starter' });
    const essential = member({ tier: 'essential' });
    expect(getAccessChange(member(), essential)).toEqual({ kind: 'opened', tier: 'essential' });
  });

  it('reports closed and lowered access', () => {
    expect(getAccessChange(member(), guest())).toEqual({ kind: 'closed' });
    const essential = member({ tier: 'essential' });
    expect(getAccessChange(essential, member())).toEqual({ kind: 'lowered', tier: 'starter' });
  });

  it('reports nothing if what is open stays the same', () => {
    expect(getAccessChange(member(), member({ accessVersion: 2, accessPath: 'auto' }))).toBeNull();
    const staff = member({ staff: true });
    expect(getAccessChange(staff, member({ staff: true, tier: 'essential' }))).toBeNull();
  });

  it('reports the loss of the staff role before any other change', () => {
    expect(getAccessChange(member({ staff: true }), guest())).toEqual({ kind: 'no longer staff' });
  });
});
