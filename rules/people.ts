import type { AccessClaims, Tier } from '@quantalgo/contracts';
import { Timestamp } from 'firebase/firestore';

interface Access {
  readonly tier: Tier;
  readonly dashboardUnlocked: boolean;
  readonly staff: boolean;
}

/**
 * Everybody whom the rules may meet; `other member` is an essential member who tries what belongs to the guest, and so does
 * `unproven staff`, whose session has not shown their second factor.
 */
export const SIGNED_IN = [
  'guest',
  'starter',
  'essential',
  'staff',
  'unproven staff',
  'other member',
] as const;
export const PEOPLE = ['anonymous', ...SIGNED_IN] as const;
export type Person = (typeof PEOPLE)[number];

/** What `users/{uid}` says of each who is signed in. */
export const ACCESS: Readonly<Record<(typeof SIGNED_IN)[number], Access>> = {
  guest: { tier: 'guest', dashboardUnlocked: false, staff: false },
  starter: { tier: 'starter', dashboardUnlocked: true, staff: false },
  essential: { tier: 'essential', dashboardUnlocked: true, staff: false },
  staff: { tier: 'guest', dashboardUnlocked: false, staff: true },
  'unproven staff': { tier: 'guest', dashboardUnlocked: false, staff: true },
  'other member': { tier: 'essential', dashboardUnlocked: true, staff: false },
};

/** The uid of each; staff and outsiders are tried on what belongs to the guest. */
export const uidOf = (person: Person): string => person.replace(' ', '-');

/** Whose documents each is tried on: their own, the guest's for staff and outsiders. */
export const ownerTriedBy = (person: Person): string =>
  ['guest', 'starter', 'essential'].includes(person) ? uidOf(person) : 'guest';

/** The session that a token of somebody's names. */
export const sidOf = (uid: string): string => `session-of-${uid}`;

const FAR = Timestamp.fromMillis(Date.parse('2100-01-01T00:00:00Z'));

const LATELY = Timestamp.fromMillis(Date.parse('2026-11-20T14:00:00Z'));

/** A session that goes on; of staff whose uid says so it has not shown the second factor. */
export const openSession = (uid: string) => ({
  uid,
  endedAt: null,
  secondFactorAt: uid.startsWith('unproven') ? null : LATELY,
  expireAt: FAR,
});

/** The claims that mirror a record. */
export const claimsFor = ({ tier, dashboardUnlocked, staff }: Access): AccessClaims => ({
  tier,
  unlocked: dashboardUnlocked,
  staff,
  accessVersion: 1,
});
