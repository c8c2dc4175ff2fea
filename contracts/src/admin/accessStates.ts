import type { Tier } from '../access/tiers';

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
