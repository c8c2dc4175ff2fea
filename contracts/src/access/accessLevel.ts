import * as z from 'zod/mini';
import type { Tier } from './tiers';

export const accessLevelSchema = z.enum(['free', 'basic', 'deposited', 'premium']);
export type AccessLevel = z.infer<typeof accessLevelSchema>;

const LEVEL_OF_TIER: Record<Tier, AccessLevel> = {
  guest: 'free',
  starter: 'basic',
  essential: 'premium',
};

/** The access level follows the tier; `deposited` while a deposit is recorded but no tier granted yet. */
export function accessLevelOf(user: {
  readonly tier: Tier;
  readonly hasDeposited: boolean;
}): AccessLevel {
  if (user.tier === 'guest' && user.hasDeposited) return 'deposited';
  return LEVEL_OF_TIER[user.tier];
}

/** A locked dashboard warns of its loss from the first load on for this long (ms). */
export const LOCK_MS = 24 * 60 * 60_000;
