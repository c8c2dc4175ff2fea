import { accessStateProblem, type AdminUser, type Tier } from '@quantalgo/contracts';
import { TIER_NAMES } from '../parts/TierChip';

/** What each of the three actions is called. */
export const ACTIONS: readonly { readonly tier: Tier; readonly words: string }[] = [
  { tier: 'starter', words: 'Starter' },
  { tier: 'essential', words: 'Essential' },
  { tier: 'guest', words: 'Revoke' },
];

/** Whether the user has the very state that an action sets. */
export const isIn = (user: AdminUser, tier: Tier): boolean =>
  user.tier === tier && accessStateProblem(user) === null;

/** The action that would bring back how the user was; null where none of them sets that. */
export const wayBackTo = (user: AdminUser): Tier | null =>
  accessStateProblem(user) === null ? user.tier : null;

const yesNo = (value: boolean) => (value ? 'yes' : 'no');

/** What of a user's access is not as it was, in words: `tier Guest → Starter, unlocked no → yes`. */
export function differences(before: AdminUser, now: AdminUser): string {
  const parts = [
    ['tier', TIER_NAMES[before.tier], TIER_NAMES[now.tier]],
    ['unlocked', yesNo(before.dashboardUnlocked), yesNo(now.dashboardUnlocked)],
    ['deposit', yesNo(before.hasDeposited), yesNo(now.hasDeposited)],
    ['staff', yesNo(before.staff), yesNo(now.staff)],
  ].filter(([, one, other]) => one !== other);
  if (parts.length === 0) return 'the same state, set anew';
  return parts.map(([name = '', one = '', other = '']) => `${name} ${one} → ${other}`).join(', ');
}

/** Why nothing can be set for this user, whatever the network; null where it can. */
export function obstacle(user: AdminUser, ownId: string | undefined): string | null {
  if (!user.confirmed) return 'The address is not confirmed yet';
  return user.id === ownId ? 'Nobody changes their own access' : null;
}
