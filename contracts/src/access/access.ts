import * as z from 'zod/mini';
import type { Audience } from '../signals/signal';

/** Levels of access, granted on proof of a funded broker account. */
export const TIERS = ['guest', 'starter', 'essential'] as const;

export const tierSchema = z.enum(TIERS);

export type Tier = z.infer<typeof tierSchema>;

/** A tier as it is written on screens, in mail and in push. */
export const TIER_NAMES = {
  guest: 'Guest',
  starter: 'Starter',
  essential: 'Essential',
} as const satisfies Record<Tier, string>;

/** The least deposit (dollars) for a tier. */
export const TIER_DEPOSITS = { starter: 20, essential: 100 } as const satisfies Record<
  Exclude<Tier, 'guest'>,
  number
>;

/** The fields that gate every screen, rule and endpoint. */
export interface Access {
  readonly tier: Tier;
  readonly dashboardUnlocked: boolean;
  readonly staff: boolean;
}

/** The effective tier: essential for staff, guest for a locked dashboard. */
export function openTier({ tier, dashboardUnlocked, staff }: Access): Tier {
  if (staff) return 'essential';
  return dashboardUnlocked ? tier : 'guest';
}

/** True if only the guest's screens are open. */
export const isLocked = (access: Access): boolean => openTier(access) === 'guest';

/** True when `access` opens at least `tier`. */
const hasTier = (access: Access, tier: Tier): boolean =>
  TIERS.indexOf(openTier(access)) >= TIERS.indexOf(tier);

/** True where a member's dashboard is open at a higher tier than this one, which would lower it. */
export const hasMore = (
  { tier, dashboardUnlocked }: Pick<Access, 'tier' | 'dashboardUnlocked'>,
  than: Tier,
): boolean => dashboardUnlocked && TIERS.indexOf(tier) > TIERS.indexOf(than);

/**
 * The tier that each feature of the dashboard needs: first the rows of the specification's table of roles and
 * permissions, then the features that it mentions elsewhere.
 */
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

/** Whether the member may use the feature; otherwise its locked teaser is shown. */
export const mayUse = (feature: Feature, access: Access): boolean =>
  hasTier(access, FEATURES[feature]);

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

/** Length (ms) of a locked dashboard's countdown, from its first load. */
export const LOCK_MS = 24 * 60 * 60_000;

/** The custom claims that mirror `users/{uid}`. Never mint them into custom tokens: they would shadow later ones. */
export const accessClaimsSchema = z.object({
  tier: tierSchema,
  unlocked: z.boolean(),
  staff: z.boolean(),
  accessVersion: z.int(),
});

export type AccessClaims = z.infer<typeof accessClaimsSchema>;

/** The claims that belong to a user document. */
export const claimsOf = (user: Access & { readonly accessVersion: number }): AccessClaims => ({
  tier: user.tier,
  unlocked: user.dashboardUnlocked,
  staff: user.staff,
  accessVersion: user.accessVersion,
});

const AUDIENCES_OF_TIER: Record<Tier, readonly Audience[]> = {
  guest: [],
  starter: ['basic'],
  essential: ['basic', 'order-flow'],
};

/** The audiences whose signals the member receives; none while locked. */
export const audiencesOf = (access: Access): readonly Audience[] =>
  AUDIENCES_OF_TIER[openTier(access)];

/** The access states that staff can set, by tier: the specification's three actions, and no others. */
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

/** The problem with an access state that staff asks for, in a sentence; null if it is one of {@link SETTABLE_ACCESS}. */
export function settableAccessProblem(state: SettableAccess): string | null {
  const { dashboardUnlocked, hasDeposited } = SETTABLE_ACCESS[state.tier];
  if (state.dashboardUnlocked === dashboardUnlocked && state.hasDeposited === hasDeposited)
    return null;
  return state.tier === 'guest'
    ? 'A guest has a locked dashboard and no deposit'
    : `A member of the ${state.tier} tier has an unlocked dashboard and a deposit`;
}
