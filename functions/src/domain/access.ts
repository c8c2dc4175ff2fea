import type { UserRecord } from '@quantalgo/contracts';

/** The fields of a record that say what its member may do. */
type AccessFields = Pick<
  UserRecord,
  'tier' | 'dashboardUnlocked' | 'hasDeposited' | 'staff' | 'codeActivated'
>;

/** What a change of access asks for; what it does not name stays. */
export type AccessChange = Partial<AccessFields>;

/** A member's access before or after a change, as the audit keeps it. */
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

/** The rule that a state of access breaks, in a sentence; null where it is one that the product has. */
export function accessProblem(state: AccessState): string | null {
  const { tier, dashboardUnlocked, hasDeposited, codeActivated } = state;
  if (tier === 'guest') return dashboardUnlocked ? 'A guest has a locked dashboard' : null;
  if (!dashboardUnlocked) return `A member of the ${tier} tier has an unlocked dashboard`;
  return hasDeposited || codeActivated
    ? null
    : `The ${tier} tier needs a deposit or a dashboard code`;
}

/** True where a change asks for nothing that is not so already. */
export function isSameAccess(record: AccessState, change: AccessChange): boolean {
  const now: Readonly<Record<string, unknown>> = accessOf(record);
  return Object.entries(change).every(([field, value]) => now[field] === value);
}

/** A member's access before and after a change, whose `accessVersion` grows by one. */
export function changedAccess(
  record: AccessState,
  change: AccessChange,
): { readonly before: AccessState; readonly after: AccessState } {
  const before = accessOf(record);
  return { before, after: { ...before, ...change, accessVersion: before.accessVersion + 1 } };
}
