import { PATHS, watDate, type AdminUser, type Tier } from '@quantalgo/contracts';
import { useEffect, useState } from 'react';
import { useUser } from '../../../data/staff/users';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { LinkButton } from '../../../ui/Links';
import { TextField } from '../../../ui/Field';
import { AnswerNotice } from '../parts/Age';
import { Facts } from '../parts/Facts';
import { History } from '../parts/History';
import { TierChip } from '../parts/TierChip';
import { OutcomeNotice } from './OutcomeNotice';
import type { AccessChange } from './useAccessChange';
import { UserActions } from './UserActions';

const REASON_MAX = 300;

const factsOf = (user: AdminUser) =>
  [
    ['Email', <bdi key="email">{user.email}</bdi>],
    ['Admission code', user.admissionCode],
    ['Access', user.dashboardUnlocked ? 'Active' : 'Pending'],
    ['Deposit', user.hasDeposited ? 'recorded' : 'none'],
    ['Access path', user.accessPath ?? 'not chosen'],
    ['Joined', watDate(Date.parse(user.createdAt))],
  ] as const;

/** Sets the access for a reason, which the audit keeps. */
function SetAccess({ user, access }: { user: AdminUser; access: AccessChange }) {
  const [reason, setReason] = useState('');
  const change = (tier: Tier) => void access.change(user, tier, reason.trim());
  return (
    <div className="grid gap-3">
      <TextField
        label="Reason"
        note="optional"
        help="Kept in the audit with your name."
        maxLength={REASON_MAX}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <UserActions user={user} updating={access.updating.has(user.id)} onChange={change} />
    </div>
  );
}

function Details({ user, access }: { user: AdminUser; access: AccessChange }) {
  const answer = useUser(user.id);
  const { seen, askAgain } = answer;
  const version = seen?.value.user.accessVersion;
  useEffect(() => {
    if (version !== undefined && version !== user.accessVersion) askAgain();
  }, [version, user.accessVersion, askAgain]);
  return (
    <>
      <Facts facts={factsOf(user)} />
      <OutcomeNotice access={access} />
      <SetAccess user={user} access={access} />
      <section aria-label="Changes of access" className="grid gap-2">
        <h3 className="text-sm">Changes of access</h3>
        <AnswerNotice answer={answer} />
        {seen ? (
          <History events={seen.value.history} />
        ) : (
          answer.asking && <p className="text-sm text-muted">Loading the changes...</p>
        )}
      </section>
    </>
  );
}

/** All that is known of a user, and what can be set with a reason; null closes it. */
export const UserDialog = ({
  user,
  access,
  onClose,
}: {
  user: AdminUser | null;
  access: AccessChange;
  onClose: () => void;
}) => (
  <Dialog open={user !== null} onClose={onClose} label="User">
    {user && (
      <div className="grid gap-4 p-5">
        <header className="flex items-center justify-between gap-3">
          <h2 className="min-w-0 text-lg wrap-anywhere">
            <bdi>{user.fullName}</bdi>
          </h2>
          <TierChip tier={user.tier} />
        </header>
        {user.confirmed ? (
          <Details key={user.id} user={user} access={access} />
        ) : (
          <Facts facts={factsOf(user)} />
        )}
        <footer className="flex flex-wrap justify-end gap-2">
          {user.confirmed && (
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
