import * as z from 'zod/mini';
import type { Audience } from '../signals/signal';

export const TIERS = ['guest', 'starter', 'essential'] as const;

export const tierSchema = z.enum(TIERS);

export type Tier = z.infer<typeof tierSchema>;

export const GRANTABLE_TIERS = ['starter', 'essential'] as const satisfies readonly Tier[];

export type GrantableTier = (typeof GRANTABLE_TIERS)[number];

export const TIER_NAMES = {
  guest: 'Guest',
  starter: 'Starter',
  essential: 'Essential',
} as const satisfies Record<Tier, string>;

/** US dollars. */
export const TIER_DEPOSITS = { starter: 20, essential: 100 } as const satisfies Record<
  Exclude<Tier, 'guest'>,
  number
>;

export interface Access {
  readonly tier: Tier;
  readonly dashboardUnlocked: boolean;
  readonly staff: boolean;
}

export function getEffectiveTier({ tier, dashboardUnlocked, staff }: Access): Tier {
  if (staff) return 'essential';
  return dashboardUnlocked ? tier : 'guest';
}

export const isLocked = (access: Access): boolean => getEffectiveTier(access) === 'guest';

export const hasTier = (access: Access, tier: Tier): boolean =>
  TIERS.indexOf(getEffectiveTier(access)) >= TIERS.indexOf(tier);

export const hasHigherTier = (
  { tier, dashboardUnlocked }: Pick<Access, 'tier' | 'dashboardUnlocked'>,
  otherTier: Tier,
): boolean => dashboardUnlocked && TIERS.indexOf(tier) > TIERS.indexOf(otherTier);

export const FEATURES = {
  'control-center': 'guest',
  'upgrade-access': 'guest',
  'account-hub': 'guest',
  'support-desk': 'guest',
  'signal-stream': 'starter',
  'traders-network': 'starter',
  'performance-matrix': 'starter',
  'platinum-stream': 'essential',
  'essential-room': 'essential',
  'copy-trading': 'starter',
  'bot-access': 'starter',
  'mentorship-vault': 'starter',
  'live-counter': 'guest',
  'account-setup': 'guest',
} as const satisfies Record<string, Tier>;

export type Feature = keyof typeof FEATURES;

export const canUseFeature = (feature: Feature, access: Access): boolean =>
  hasTier(access, FEATURES[feature]);

export const accessLevelSchema = z.enum(['free', 'basic', 'deposited', 'premium']);

export type AccessLevel = z.infer<typeof accessLevelSchema>;

const TIER_LEVELS: Record<Tier, AccessLevel> = {
  guest: 'free',
  starter: 'basic',
  essential: 'premium',
};

export function getAccessLevel(user: {
  readonly tier: Tier;
  readonly hasDeposited: boolean;
}): AccessLevel {
  if (user.tier === 'guest' && user.hasDeposited) return 'deposited';
  return TIER_LEVELS[user.tier];
}

/**
 * Mirrors `users/{uid}`. Never put these claims into custom tokens, because they would override
 * later custom claims.
 */
export const accessClaimsSchema = z.object({
  tier: tierSchema,
  unlocked: z.boolean(),
  staff: z.boolean(),
  accessVersion: z.int(),
});

export type AccessClaims = z.infer<typeof accessClaimsSchema>;

export const toAccessClaims = (
  user: Access & { readonly accessVersion: number },
): AccessClaims => ({
  tier: user.tier,
  unlocked: user.dashboardUnlocked,
  staff: user.staff,
  accessVersion: user.accessVersion,
});

const TIER_AUDIENCES: Record<Tier, readonly Audience[]> = {
  guest: [],
  starter: ['basic'],
  essential: ['basic', 'order-flow'],
};

export const getAudiences = (access: Access): readonly Audience[] =>
  TIER_AUDIENCES[getEffectiveTier(access)];

export const SETTABLE_ACCESS = {
  guest: { tier: 'guest', dashboardUnlocked: false, hasDeposited: false },
  starter: { tier: 'starter', dashboardUnlocked: true, hasDeposited: true },
  essential: { tier: 'essential', dashboardUnlocked: true, hasDeposited: true },
} as const satisfies Record<Tier, SettableAccess>;

interface SettableAccess {
  readonly tier: Tier;
  readonly dashboardUnlocked: boolean;
  readonly hasDeposited: boolean;
}

export function validateAccessState(state: SettableAccess): string | null {
  const { dashboardUnlocked, hasDeposited } = SETTABLE_ACCESS[state.tier];
  if (state.dashboardUnlocked === dashboardUnlocked && state.hasDeposited === hasDeposited)
    return null;
  return state.tier === 'guest'
    ? 'A guest must have a locked dashboard and no deposit'
    : `A member of the ${state.tier} tier must have an unlocked dashboard and a deposit`;
}
