import { TIERS, type Access, type Tier } from '@quantalgo/contracts';

/** How a tier stands to a member: on offer, the one they have, or below it. */
export type Availability = 'available' | 'current' | 'passed';

/** The tier that counts for an upgrade: the one granted, whether the dashboard is locked or not. Staff have the highest. */
export const tierOf = ({ tier, staff }: Access): Tier => (staff ? 'essential' : tier);

/** Whether `tier` is on offer to a member of tier `current`: only what is above it. */
export function availability(tier: Tier, current: Tier): Availability {
  if (tier === current) return 'current';
  return TIERS.indexOf(tier) > TIERS.indexOf(current) ? 'available' : 'passed';
}
