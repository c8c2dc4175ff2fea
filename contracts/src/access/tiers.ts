import * as z from 'zod/mini';

/** What a member's funded broker account opened for them. */
export const TIERS = ['guest', 'starter', 'essential'] as const;
export const tierSchema = z.enum(TIERS);
export type Tier = z.infer<typeof tierSchema>;

/** What gates every screen, rule and endpoint. */
export interface Access {
  readonly tier: Tier;
  readonly dashboardUnlocked: boolean;
  readonly staff: boolean;
}

/** The tier whose screens and signals are open: staff count as essential, whoever is locked as a guest. */
export function openTier({ tier, dashboardUnlocked, staff }: Access): Tier {
  if (staff) return 'essential';
  return dashboardUnlocked ? tier : 'guest';
}

/** True when nothing but the guest's screens is open. */
export const isLocked = (access: Access): boolean => openTier(access) === 'guest';

/** True when `access` reaches at least `tier`. */
export const reaches = (access: Access, tier: Tier): boolean =>
  TIERS.indexOf(openTier(access)) >= TIERS.indexOf(tier);
