import { type Access, audiencesOf, isLocked } from '@quantalgo/contracts/access/access';
import type { UserRecord } from '@quantalgo/contracts/account/member';
import type { Signal } from '@quantalgo/contracts/signals/signal';

/** The fields of a user document that define the member's access. */
type AccessFields = Pick<
  UserRecord,
  'tier' | 'dashboardUnlocked' | 'hasDeposited' | 'staff' | 'codeActivated'
>;

/** A new member has no access yet. */
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

/** A requested change of access; omitted fields stay as they are. */
export type AccessPatch = Partial<AccessFields>;

/** A member's access before or after a change, as stored in the audit. */
export type AccessState = AccessFields & Pick<UserRecord, 'accessVersion'>;

const accessOf = ({
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

/** The rule that a state of access breaks, in a sentence; null where it is valid. */
export function brokenAccessRule(state: AccessState): string | null {
  const { tier, dashboardUnlocked, hasDeposited, codeActivated } = state;
  if (tier === 'guest') return dashboardUnlocked ? 'A guest has a locked dashboard' : null;
  if (!dashboardUnlocked) return `A member of the ${tier} tier has an unlocked dashboard`;
  return hasDeposited || codeActivated
    ? null
    : `The ${tier} tier needs a deposit or a dashboard code`;
}

/** True where a change would change nothing. */
export function isSameAccess(record: AccessState, change: AccessPatch): boolean {
  const now: Readonly<Record<string, unknown>> = accessOf(record);
  return Object.entries(change).every(([field, value]) => now[field] === value);
}

/**
 * A member's access before and after a change, which increments `accessVersion`. A guest's dashboard code counts no
 * longer: a tier that is granted later needs a deposit or a code of its own.
 */
export function changedAccess(
  record: AccessState,
  change: AccessPatch,
): { readonly before: AccessState; readonly after: AccessState } {
  const before = accessOf(record);
  const wanted = { ...before, ...change, accessVersion: before.accessVersion + 1 };
  const codeActivated = wanted.codeActivated && wanted.tier !== 'guest';
  return { before, after: { ...wanted, codeActivated } };
}

/** A change of a member's access, from the audit. `at` in epoch ms. */
export interface AccessStep {
  readonly at: number;
  readonly before: Access;
  readonly after: Access;
}

/** A member's access over time: the changes, oldest first, and the current access. */
export interface AccessHistory {
  /** Epoch ms. */
  readonly joinedAt: number;
  readonly steps: readonly AccessStep[];
  readonly now: Access;
}

/** The history as it would be without the rights of staff at any time. */
export function asMember({ joinedAt, steps, now }: AccessHistory): AccessHistory {
  const member = (access: Access): Access => ({ ...access, staff: false });
  return {
    joinedAt,
    steps: steps.map(({ at, before, after }) => ({
      at,
      before: member(before),
      after: member(after),
    })),
    now: member(now),
  };
}

/** The access at a time (epoch ms). */
export function accessAt({ steps, now }: AccessHistory, at: number): Access {
  const last = steps.findLast((step) => step.at <= at);
  return last?.after ?? steps[0]?.before ?? now;
}

/** Whether a member received a signal: their access included its audience when it was published or when it expired. */
export const hasReceived = (
  history: AccessHistory,
  { audience, publishedAt, expiresAt }: Pick<Signal, 'audience' | 'publishedAt' | 'expiresAt'>,
): boolean =>
  expiresAt > history.joinedAt &&
  [publishedAt, expiresAt].some((at) => audiencesOf(accessAt(history, at)).includes(audience));

/** The earliest time (epoch ms) at which a member can have received signals; null if never. */
export function firstAccessAt(history: AccessHistory): number | null {
  const { joinedAt, steps } = history;
  if (!isLocked(accessAt(history, joinedAt))) return joinedAt;
  return steps.find((step) => step.at >= joinedAt && !isLocked(step.after))?.at ?? null;
}
