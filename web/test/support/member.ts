import { getAccessLevel } from '@quantalgo/contracts/access/access';
import { userSchema, type User } from '@quantalgo/contracts/account/member';

/** An unlocked starter member, with `changes`. */
export function member(changes: Partial<User> = {}): User {
  const user = {
    id: 'ada',
    name: 'Ada',
    fullName: 'Ada Obi',
    email: 'ada@quantalgo.test',
    admissionCode: 'QA-2MX8P',
    tier: 'starter',
    dashboardUnlocked: true,
    hasDeposited: true,
    staff: false,
    accessVersion: 1,
    accessPath: null,
    codeActivated: false,
    createdAt: '2026-11-01T10:00:00.000Z',
    lockExpiresAt: null,
    broker: null,
    stoppedUntil: null,
    ...changes,
  } as const;
  return userSchema.parse({ ...user, accessLevel: getAccessLevel(user) });
}

/** A guest without a deposit, with a locked dashboard. */
export const guest = (changes: Partial<User> = {}): User =>
  member({ tier: 'guest', dashboardUnlocked: false, hasDeposited: false, ...changes });
