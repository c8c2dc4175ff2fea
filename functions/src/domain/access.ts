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

/** A member's access before and after a change, whose `accessVersion` grows by one. */
export function changedAccess(
  record: AccessState,
  change: AccessChange,
): { readonly before: AccessState; readonly after: AccessState } {
  const before = accessOf(record);
  return { before, after: { ...before, ...change, accessVersion: before.accessVersion + 1 } };
}
