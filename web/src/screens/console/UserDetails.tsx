import { isLocked, type Tier } from '@quantalgo/contracts/access/access';
import type { AdminUser } from '@quantalgo/contracts/account/adminUser';
import { formatDate } from '@quantalgo/contracts/core/format';
import { WAT } from '@quantalgo/contracts/core/time';
import { useEffect, useState } from 'react';
import { useUser } from '../../data/console/users';
import { TextField } from '../../ui/Field';
import { LiftRestriction } from './LiftRestriction';
import { FactList, History } from './MemberFacts';
import { QueryNotice } from './QueryList';
import { type AccessActions, OutcomeNotice, UserActions } from './UserAccess';

const REASON_MAX_LENGTH = 300;

const getFacts = (user: AdminUser) =>
  [
    ['Email', <bdi key="email">{user.email}</bdi>],
    ['Phone', <bdi key="phone">{user.phone ?? 'not given'}</bdi>],
    ['Telegram', <bdi key="telegram">{user.telegram ?? 'not given'}</bdi>],
    ['Country', user.country ?? 'not given'],
    ['Admission code', user.admissionCode],
    ['Access', isLocked(user) ? 'Pending' : 'Active'],
    ['Deposit', user.hasDeposited ? 'recorded' : 'none'],
    ['Access path', user.accessPath ?? 'not chosen'],
    ['Joined', formatDate(Date.parse(user.createdAt), WAT)],
  ] as const;

interface UserDetailsProps {
  readonly user: AdminUser;
  readonly access: AccessActions;
}

function SetAccess({ user, access }: UserDetailsProps) {
  const [reason, setReason] = useState('');
  const change = (tier: Tier) => void access.change(user, tier, reason.trim());
  return (
    <div className="grid gap-3">
      <TextField
        label="Reason"
        note="optional"
        help="Recorded in the audit log with your name."
        maxLength={REASON_MAX_LENGTH}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <UserActions user={user} updating={access.updating.has(user.id)} onChange={change} />
    </div>
  );
}

function ConfirmedUser({ user, access }: UserDetailsProps) {
  const query = useUser(user.id);
  const { data, reload } = query;
  const version = data?.user.accessVersion;
  useEffect(() => {
    if (version !== undefined && version !== user.accessVersion) reload();
  }, [version, user.accessVersion, reload]);
  return (
    <>
      <OutcomeNotice access={access} />
      <SetAccess user={user} access={access} />
      <LiftRestriction uid={user.id} />
      <section aria-label="Access changes" className="grid gap-2">
        <h3 className="text-sm">Access changes</h3>
        <QueryNotice query={query} />
        {data ? (
          <History events={data.history} />
        ) : (
          query.loading && <p className="text-sm text-muted">Loading access changes…</p>
        )}
      </section>
    </>
  );
}

export const UserDetails = (props: UserDetailsProps) => (
  <>
    <FactList facts={getFacts(props.user)} />
    {props.user.confirmed && <ConfirmedUser {...props} />}
  </>
);
