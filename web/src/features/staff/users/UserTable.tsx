import { roughDuration, watDate, type AdminUser } from '@quantalgo/contracts';
import { Clock } from 'lucide-react';
import { serverNow } from '../../../data/core/clock';
import { Chip } from '../../../ui/Chip';
import { TierChip } from '../parts/TierChip';
import type { AccessChange } from './useAccessChange';
import { UserActions } from './UserActions';

const ROW =
  'grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-2 px-4 lg:grid-cols-[minmax(0,1fr)_5.5rem_7.5rem_6.5rem_16.5rem] lg:items-center';

const Member = ({ user, onOpen }: { user: AdminUser; onOpen: () => void }) => (
  <div className="min-w-0">
    <button
      type="button"
      onClick={onOpen}
      className="block max-w-full truncate text-left text-sm font-semibold hover:underline"
    >
      <bdi>{user.fullName}</bdi>
      <span className="sr-only">, details</span>
    </button>
    <p className="truncate text-xs text-muted" title={user.email}>
      <bdi>{user.email}</bdi>
    </p>
  </div>
);

const Marks = ({ user }: { user: AdminUser }) => (
  <>
    {user.proofWaitingSince !== null && (
      <Chip tone="warning">
        <Clock size={12} aria-hidden />
        Proof, {roughDuration(serverNow() - Date.parse(user.proofWaitingSince))}
      </Chip>
    )}
    {!user.confirmed && <Chip tone="faint">Unconfirmed</Chip>}
    {user.staff && <Chip>Staff</Chip>}
  </>
);

const Row = ({
  user,
  access: { updating, change },
  onOpen,
}: {
  user: AdminUser;
  access: AccessChange;
  onOpen: () => void;
}) => (
  <div role="row" aria-busy={updating.has(user.id)} className={`${ROW} py-3`}>
    <div role="cell" className="min-w-0">
      <Member user={user} onOpen={onOpen} />
    </div>
    <div
      role="cell"
      className="flex flex-wrap content-start gap-1 justify-self-end lg:justify-self-start"
    >
      <TierChip tier={user.tier} />
    </div>
    <div
      role="cell"
      className="flex flex-wrap gap-1 max-lg:order-1 max-lg:content-start max-lg:justify-end"
    >
      <Chip tone={user.dashboardUnlocked ? 'good' : 'warning'}>
        {user.dashboardUnlocked ? 'Active' : 'Pending'}
      </Chip>
      <Marks user={user} />
    </div>
    <div role="cell" className="text-xs text-muted tabular-nums">
      <span className="block">{user.admissionCode}</span>
      <span className="block">{watDate(Date.parse(user.createdAt))}</span>
    </div>
    <div role="cell" className="max-lg:order-2 max-lg:col-span-2">
      <UserActions
        user={user}
        updating={updating.has(user.id)}
        onChange={(tier) => void change(user, tier)}
      />
    </div>
  </div>
);

const HEADS = ['Member', 'Tier', 'State', 'Code, joined', 'Set to'];

/** Users, a row each: a table where there is room, cards on a phone. */
export const UserTable = ({
  rows,
  access,
  onOpen,
}: {
  rows: readonly AdminUser[];
  access: AccessChange;
  onOpen: (user: AdminUser) => void;
}) => (
  <div role="table" aria-label="Users" aria-rowcount={rows.length + 1}>
    <div role="rowgroup" className="max-lg:sr-only">
      <div role="row" className={`${ROW} border-b border-line-soft py-2 text-xs text-muted`}>
        {HEADS.map((head) => (
          <span key={head} role="columnheader">
            {head}
          </span>
        ))}
      </div>
    </div>
    <div role="rowgroup" className="divide-y divide-line-soft">
      {rows.map((user) => (
        <Row key={user.id} user={user} access={access} onOpen={() => onOpen(user)} />
      ))}
    </div>
  </div>
);
