import type { AccessClaims, Tier } from '@quantalgo/contracts/access/access';
import { Timestamp } from 'firebase/firestore';

interface Access {
  readonly tier: Tier;
  readonly dashboardUnlocked: boolean;
  readonly staff: boolean;
}

/**
 * `other member` is an essential member who tries to access the guest's data. `unproven staff`
 * haven't passed the second factor. `stale staff` passed it 13 hours ago.
 */
export const LOGGED_IN = [
  'guest',
  'starter',
  'essential',
  'staff',
  'unproven staff',
  'stale staff',
  'other member',
] as const;
export const PEOPLE = ['anonymous', ...LOGGED_IN] as const;
export type Person = (typeof PEOPLE)[number];

export const ACCESS: Readonly<Record<(typeof LOGGED_IN)[number], Access>> = {
  guest: { tier: 'guest', dashboardUnlocked: false, staff: false },
  starter: { tier: 'starter', dashboardUnlocked: true, staff: false },
  essential: { tier: 'essential', dashboardUnlocked: true, staff: false },
  staff: { tier: 'guest', dashboardUnlocked: false, staff: true },
  'unproven staff': { tier: 'guest', dashboardUnlocked: false, staff: true },
  'stale staff': { tier: 'guest', dashboardUnlocked: false, staff: true },
  'other member': { tier: 'essential', dashboardUnlocked: true, staff: false },
};

export const toPersonUid = (person: Person): string => person.replace(' ', '-');

export const getTargetOwner = (person: Person): string =>
  ['guest', 'starter', 'essential'].includes(person) ? toPersonUid(person) : 'guest';

export const toSessionId = (uid: string): string => `session-of-${uid}`;

const FAR_FUTURE = Timestamp.fromMillis(Date.parse('2100-01-01T00:00:00Z'));

export const hoursAgo = (hours: number): Timestamp =>
  Timestamp.fromMillis(Date.now() - hours * 60 * 60_000);

function getFactorTime(uid: string): Timestamp | null {
  if (uid.startsWith('unproven')) return null;
  return hoursAgo(uid.startsWith('stale') ? 13 : 1);
}

/** The uid determines the second factor: none, an old one, or a recent one. */
export const openSession = (uid: string) => ({
  uid,
  endedAt: null,
  secondFactorAt: getFactorTime(uid),
  factorExempt: false,
  expireAt: FAR_FUTURE,
});

export const toTokenClaims = ({ tier, dashboardUnlocked, staff }: Access): AccessClaims => ({
  tier,
  unlocked: dashboardUnlocked,
  staff,
  accessVersion: 1,
});
