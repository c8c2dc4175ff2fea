import * as z from 'zod/mini';
import type { Audience } from './signals/signal';

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

/**
 * The tier that each feature of the dashboard needs: the specification's table of roles and permissions, then what it
 * names without a row there.
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

/** Whether the member may use the feature; what they may not use shows its locked teaser. */
export const mayUse = (feature: Feature, access: Access): boolean =>
  reaches(access, FEATURES[feature]);

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

/** The custom claims that mirror `users/{uid}`; never minted into a custom token, where they would shadow later ones. */
export const accessClaimsSchema = z.object({
  tier: tierSchema,
  unlocked: z.boolean(),
  staff: z.boolean(),
  accessVersion: z.int(),
});

export type AccessClaims = z.infer<typeof accessClaimsSchema>;

/** The claims that a user's record asks for. */
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

/** What staff sets a member to, by tier: the specification's three actions, and no other state. */
export const ACCESS_STATES = {
  guest: { tier: 'guest', dashboardUnlocked: false, hasDeposited: false },
  starter: { tier: 'starter', dashboardUnlocked: true, hasDeposited: true },
  essential: { tier: 'essential', dashboardUnlocked: true, hasDeposited: true },
} as const satisfies Record<Tier, AccessState>;

interface AccessState {
  readonly tier: Tier;
  readonly dashboardUnlocked: boolean;
  readonly hasDeposited: boolean;
}

/** The rule that a state which staff asks for breaks, in a sentence; null where it is one of {@link ACCESS_STATES}. */
export function accessStateProblem(state: AccessState): string | null {
  const { dashboardUnlocked, hasDeposited } = ACCESS_STATES[state.tier];
  if (state.dashboardUnlocked === dashboardUnlocked && state.hasDeposited === hasDeposited)
    return null;
  return state.tier === 'guest'
    ? 'A guest has a locked dashboard and no deposit'
    : `A member of the ${state.tier} tier has an unlocked dashboard and a deposit`;
}
