import {
  getEffectiveTier,
  validateAccessState,
  type Tier,
  TIER_NAMES,
} from '@quantalgo/contracts/access/access';
import type { AdminUser } from '@quantalgo/contracts/account/adminUser';
import { adminUsersEndpoints } from '@quantalgo/contracts/console/endpoints';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { useRef, useState } from 'react';
import { useOnline } from '../../data/core/useOnline';
import { useMember } from '../../data/auth/currentSession';
import { describeFailure, isRejected } from '../../data/core/errors';
import { changeAccess } from '../../data/console/users';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { lazyComponent } from '../../ui/lazyComponent';
import { LinkButton } from '../../ui/Links';
import { Notice } from '../../ui/Notice';
import { TierChip } from './MemberFacts';

const UserDetails = lazyComponent(
  async () => (await import('./UserDetails')).UserDetails,
  <p className="text-sm text-muted">Loading…</p>,
);

export const UserDialog = ({
  user,
  access,
  onClose,
}: {
  user: AdminUser | null;
  access: AccessActions;
  onClose: () => void;
}) => (
  <Dialog open={user !== null} onClose={onClose} label="User">
    {user && (
      <div className="grid gap-4 p-5">
        <header className="flex items-center justify-between gap-3">
          <h2 className="min-w-0 text-lg wrap-anywhere">
            <bdi>{user.fullName}</bdi>
          </h2>
          <TierChip tier={getEffectiveTier(user)} />
        </header>
        <UserDetails key={user.id} user={user} access={access} />
        <footer className="flex flex-wrap justify-end gap-2">
          {user.confirmed && !user.staff && (
            <LinkButton to={`${PATHS.staffCodes}?user=${user.id}`} size="small">
              Issue a code
            </LinkButton>
          )}
          <Button size="small" onClick={onClose}>
            Close
          </Button>
        </footer>
      </div>
    )}
  </Dialog>
);

export function UserActions({
  user,
  updating,
  onChange,
}: {
  user: AdminUser;
  updating: boolean;
  onChange: (tier: Tier) => void;
}) {
  const online = useOnline();
  const obstacle = findObstacle(user, useMember()?.id);
  return (
    <div role="group" aria-label={`Access for ${user.fullName}`} className="flex flex-wrap gap-1.5">
      {ACTIONS.map(({ tier, label }) => (
        <Button
          key={tier}
          size="small"
          variant={tier === 'guest' ? 'danger' : 'secondary'}
          className="flex-1 px-3! lg:flex-none"
          title={obstacle ?? undefined}
          disabled={updating || !online || obstacle !== null || hasAccess(user, tier)}
          onClick={() => onChange(tier)}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}

export function OutcomeNotice({ access: { outcome, change, dismiss } }: { access: AccessActions }) {
  if (!outcome) return null;
  const name = <bdi>{outcome.before.fullName}</bdi>;
  const close = (
    <Button variant="quiet" size="small" onClick={dismiss}>
      Dismiss
    </Button>
  );
  if (outcome.kind === 'failed')
    return (
      <Notice tone="error" actions={close}>
        <span>Access not changed for</span> {name}
        <span>{`: ${outcome.message}`}</span>
      </Notice>
    );
  const { before, now } = outcome;
  if (outcome.kind === 'stale')
    return (
      <Notice tone="warning" actions={close}>
        <span>Someone has changed</span> {name}
        <span>{`’s access in the meantime, so your change was not made: ${describeDifferences(before, now)}. The row shows the current access.`}</span>
      </Notice>
    );
  const undoTier = getUndoTier(before);
  return (
    <Notice
      actions={
        <>
          {undoTier !== null && (
            <Button size="small" onClick={() => void change(now, undoTier)}>
              Undo
            </Button>
          )}
          {close}
        </>
      }
    >
      {name}{' '}
      <span>{`is now ${TIER_NAMES[now.tier]}, ${now.dashboardUnlocked ? 'unlocked' : 'locked'}.`}</span>
    </Notice>
  );
}

const ACCESS_ERRORS = { fallback: adminUsersEndpoints.changeUserAccess.failure };

type AccessChangeResult =
  | { readonly kind: 'changed' | 'stale'; readonly before: AdminUser; readonly now: AdminUser }
  | { readonly kind: 'failed'; readonly before: AdminUser; readonly message: string };

/** Allows one change per user at a time. Calls `onRow` with the updated row. */
export function useAccessActions(onRow: (row: AdminUser) => void) {
  const [updating, setUpdating] = useState<ReadonlySet<string>>(new Set());
  const [outcome, setOutcome] = useState<AccessChangeResult | null>(null);
  // A request that may have been applied keeps its key, so that a retry isn't refused as stale.
  const keys = useRef(new Map<string, string>());
  const busy = useRef(new Set<string>());

  const attempt = async (
    user: AdminUser,
    tier: Tier,
    reason: string,
  ): Promise<AccessChangeResult> => {
    const request = JSON.stringify([user.id, user.accessVersion, tier, reason]);
    const key = keys.current.get(request) ?? crypto.randomUUID();
    keys.current.set(request, key);
    try {
      const { row, stale } = await changeAccess(user, tier, reason, key);
      keys.current.delete(request);
      onRow(row);
      return { kind: stale ? 'stale' : 'changed', before: user, now: row };
    } catch (error) {
      if (isRejected(error)) keys.current.delete(request);
      return { kind: 'failed', before: user, message: describeFailure(error, ACCESS_ERRORS) };
    }
  };
  const change = async (user: AdminUser, tier: Tier, reason = '') => {
    if (busy.current.has(user.id)) return;
    busy.current.add(user.id);
    setUpdating(new Set(busy.current));
    setOutcome(null);
    const result = await attempt(user, tier, reason);
    busy.current.delete(user.id);
    setUpdating(new Set(busy.current));
    setOutcome(result);
  };
  return { updating, outcome, change, dismiss: () => setOutcome(null) };
}

export type AccessActions = ReturnType<typeof useAccessActions>;

const ACTIONS: readonly { readonly tier: Tier; readonly label: string }[] = [
  { tier: 'starter', label: 'Starter' },
  { tier: 'essential', label: 'Essential' },
  { tier: 'guest', label: 'Revoke' },
];

/** True if the user has exactly the access that an action for this tier grants. */
const hasAccess = (user: AdminUser, tier: Tier): boolean =>
  user.tier === tier && validateAccessState(user) === null;

/** Null if no action restores the user's earlier state. */
const getUndoTier = (user: AdminUser): Tier | null =>
  validateAccessState(user) === null ? user.tier : null;

const formatYesNo = (value: boolean) => (value ? 'yes' : 'no');

/** For example `tier Guest → Starter, unlocked no → yes`. */
function describeDifferences(before: AdminUser, now: AdminUser): string {
  const parts = [
    ['tier', TIER_NAMES[before.tier], TIER_NAMES[now.tier]],
    ['unlocked', formatYesNo(before.dashboardUnlocked), formatYesNo(now.dashboardUnlocked)],
    ['deposit', formatYesNo(before.hasDeposited), formatYesNo(now.hasDeposited)],
    ['staff', formatYesNo(before.staff), formatYesNo(now.staff)],
  ].filter(([, from, to]) => from !== to);
  if (parts.length === 0) return 'no change';
  return parts.map(([name = '', from = '', to = '']) => `${name} ${from} → ${to}`).join(', ');
}

function findObstacle(user: AdminUser, ownId: string | undefined): string | null {
  if (!user.confirmed) return 'The email address is not confirmed yet';
  if (user.id === ownId) return 'You can’t change your own access';
  return user.staff ? 'Staff have full access, whatever their tier' : null;
}
