import type { AccessClaims, Tier } from '@quantalgo/contracts/access/access';
import { Timestamp } from 'firebase/firestore';

interface Access {
  readonly tier: Tier;
  readonly dashboardUnlocked: boolean;
  readonly staff: boolean;
}

/**
 * Everybody whom the rules distinguish. `other member` is an essential member who tries to access the guest's data, and
 * so do `unproven staff`, whose session hasn't presented the second factor, and `stale staff`, who did so 13 hours ago.
 */
export const SIGNED_IN = [
  'guest',
  'starter',
  'essential',
  'staff',
  'unproven staff',
  'stale staff',
  'other member',
] as const;
export const PEOPLE = ['anonymous', ...SIGNED_IN] as const;
export type Person = (typeof PEOPLE)[number];

/** The user document's fields of everybody signed in. */
export const ACCESS: Readonly<Record<(typeof SIGNED_IN)[number], Access>> = {
  guest: { tier: 'guest', dashboardUnlocked: false, staff: false },
  starter: { tier: 'starter', dashboardUnlocked: true, staff: false },
  essential: { tier: 'essential', dashboardUnlocked: true, staff: false },
  staff: { tier: 'guest', dashboardUnlocked: false, staff: true },
  'unproven staff': { tier: 'guest', dashboardUnlocked: false, staff: true },
  'stale staff': { tier: 'guest', dashboardUnlocked: false, staff: true },
  'other member': { tier: 'essential', dashboardUnlocked: true, staff: false },
};

/** The uid of a person. */
export const uidOf = (person: Person): string => person.replace(' ', '-');

/** The owner of the documents that a person tries to access: themselves; for staff and outsiders the guest. */
export const ownerTriedBy = (person: Person): string =>
  ['guest', 'starter', 'essential'].includes(person) ? uidOf(person) : 'guest';

/** The id of the session that a member's token names. */
export const sidOf = (uid: string): string => `session-of-${uid}`;

const FAR = Timestamp.fromMillis(Date.parse('2100-01-01T00:00:00Z'));

export const hoursAgo = (hours: number): Timestamp =>
  Timestamp.fromMillis(Date.now() - hours * 60 * 60_000);

function factorTime(uid: string): Timestamp | null {
  if (uid.startsWith('unproven')) return null;
  return hoursAgo(uid.startsWith('stale') ? 13 : 1);
}

/** An open session; without the second factor, or with an old one, if the uid says so. */
export const openSession = (uid: string) => ({
  uid,
  endedAt: null,
  secondFactorAt: factorTime(uid),
  factorExempt: false,
  expireAt: FAR,
});

/** The claims that mirror a user document. */
export const claimsFor = ({ tier, dashboardUnlocked, staff }: Access): AccessClaims => ({
  tier,
  unlocked: dashboardUnlocked,
  staff,
  accessVersion: 1,
});
