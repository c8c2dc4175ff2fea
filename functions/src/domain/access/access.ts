import {
  type Access,
  getAudiences,
  getEffectiveTier,
  hasTier,
  isLocked,
} from '@quantalgo/contracts/access/access';
import type { UserRecord } from '@quantalgo/contracts/account/member';
import type { Signal } from '@quantalgo/contracts/signals/signal';

type AccessFields = Pick<
  UserRecord,
  'tier' | 'dashboardUnlocked' | 'hasDeposited' | 'staff' | 'codeActivated'
>;

export const GUEST = {
  tier: 'guest',
  dashboardUnlocked: false,
  hasDeposited: false,
  staff: false,
  accessVersion: 1,
  accessPath: null,
  codeActivated: false,
  lockExpiresAt: null,
} as const satisfies Partial<UserRecord>;

export type AccessPatch = Partial<AccessFields>;

export type AccessState = AccessFields & Pick<UserRecord, 'accessVersion'>;

const pickAccess = ({
  tier,
  dashboardUnlocked,
  hasDeposited,
  staff,
  codeActivated,
  accessVersion,
}: AccessState): AccessState => ({
  tier,
  dashboardUnlocked,
  hasDeposited,
  staff,
  codeActivated,
  accessVersion,
});

export function findBrokenAccessRule(state: AccessState): string | null {
  const { tier, dashboardUnlocked, hasDeposited, codeActivated } = state;
  if (tier === 'guest') {
    if (dashboardUnlocked) return 'The guest tier needs a locked dashboard';
    return codeActivated ? 'The guest tier can’t have an activated dashboard code' : null;
  }
  if (!dashboardUnlocked) return `The ${tier} tier needs an unlocked dashboard`;
  return hasDeposited || codeActivated
    ? null
    : `The ${tier} tier needs a deposit or a dashboard code`;
}

export function isSameAccess(record: AccessState, change: AccessPatch): boolean {
  const current: Readonly<Record<string, unknown>> = pickAccess(record);
  return Object.entries(change).every(([field, value]) => current[field] === value);
}

/**
 * Increments `accessVersion`. Guests lose their dashboard code, because a later tier needs a
 * deposit or a new code.
 */
export function applyAccessChange(
  record: AccessState,
  change: AccessPatch,
): { readonly before: AccessState; readonly after: AccessState } {
  const before = pickAccess(record);
  const merged = { ...before, ...change, accessVersion: before.accessVersion + 1 };
  const codeActivated = merged.codeActivated && merged.tier !== 'guest';
  return { before, after: { ...merged, codeActivated } };
}

export interface AccessStep {
  readonly at: number;
  readonly before: Access;
  readonly after: Access;
}

/** Steps are oldest first. */
export interface AccessHistory {
  readonly joinedAt: number;
  readonly steps: readonly AccessStep[];
  readonly now: Access;
}

export function removeStaffRights({ joinedAt, steps, now }: AccessHistory): AccessHistory {
  const removeStaff = (access: Access): Access => ({ ...access, staff: false });
  return {
    joinedAt,
    steps: steps.map(({ at, before, after }) => ({
      at,
      before: removeStaff(before),
      after: removeStaff(after),
    })),
    now: removeStaff(now),
  };
}

/**
 * True if the newest change of the tier lowered it.
 * @param steps oldest first
 */
export function wasTierLowered(steps: AccessHistory['steps']): boolean {
  const lastChange = steps.findLast(
    ({ before, after }) => getEffectiveTier(before) !== getEffectiveTier(after),
  );
  return (
    lastChange !== undefined && !hasTier(lastChange.after, getEffectiveTier(lastChange.before))
  );
}

/** `at` in epoch ms. */
export function getAccessAt({ steps, now }: AccessHistory, at: number): Access {
  const latestStep = steps.findLast((step) => step.at <= at);
  return latestStep?.after ?? steps[0]?.before ?? now;
}

/**
 * True if the member's access included the audience when the signal was published or when it
 * expired.
 */
export const hasReceived = (
  history: AccessHistory,
  { audience, publishedAt, expiresAt }: Pick<Signal, 'audience' | 'publishedAt' | 'expiresAt'>,
): boolean =>
  expiresAt > history.joinedAt &&
  [publishedAt, expiresAt].some((at) => getAudiences(getAccessAt(history, at)).includes(audience));

/** Epoch ms. Null if the member never had access. */
export function findFirstAccess(history: AccessHistory): number | null {
  const { joinedAt, steps } = history;
  if (!isLocked(getAccessAt(history, joinedAt))) return joinedAt;
  return steps.find((step) => step.at >= joinedAt && !isLocked(step.after))?.at ?? null;
}
