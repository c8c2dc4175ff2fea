import { type User } from '@quantalgo/contracts/account/member';
import { DEFAULT_NOTIFICATIONS, DEFAULT_PREFERENCES } from '@quantalgo/contracts/settings/settings';

/** A starter member whose dashboard is unlocked. */
export const aUser = (changes: Partial<User> = {}): User => ({
  id: 'uid-of-ada',
  fullName: 'Ada Obi',
  name: 'Ada',
  email: 'ada@example.com',
  admissionCode: 'QA-7F3K2M',
  tier: 'starter',
  dashboardUnlocked: true,
  hasDeposited: true,
  staff: false,
  accessVersion: 3,
  accessPath: null,
  codeActivated: false,
  notifications: DEFAULT_NOTIFICATIONS,
  ...DEFAULT_PREFERENCES,
  desk: null,
  accessLevel: 'basic',
  createdAt: '2026-11-01T08:00:00.000Z',
  lockExpiresAt: null,
  broker: null,
  stoppedUntil: null,
  ...changes,
});
