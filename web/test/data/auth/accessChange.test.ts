import { describe, expect, it } from 'vitest';
import { getAccessChange } from '../../../src/data/auth/access';
import { guest, member } from '../../support/member';

describe('what a member is told of a change of access', () => {
  it('is that it opened, by an approval as well as by a higher tier', () => {
    expect(getAccessChange(guest(), member())).toEqual({ kind: 'opened', tier: 'starter' });
    const essential = member({ tier: 'essential' });
    expect(getAccessChange(member(), essential)).toEqual({ kind: 'opened', tier: 'essential' });
  });

  it('is that it was taken back, or lowered', () => {
    expect(getAccessChange(member(), guest())).toEqual({ kind: 'closed' });
    const essential = member({ tier: 'essential' });
    expect(getAccessChange(essential, member())).toEqual({ kind: 'lowered', tier: 'starter' });
  });

  it('is nothing where the same stays open', () => {
    expect(getAccessChange(member(), member({ accessVersion: 2, accessPath: 'auto' }))).toBeNull();
    const staff = member({ staff: true });
    expect(getAccessChange(staff, member({ staff: true, tier: 'essential' }))).toBeNull();
  });

  it('is that one is no longer staff, whatever else is left', () => {
    expect(getAccessChange(member({ staff: true }), guest())).toEqual({ kind: 'no longer staff' });
  });
});
