import { getEffectiveTier, isLocked } from '@quantalgo/contracts/access/access';
import type { AdminUser } from '@quantalgo/contracts/account/adminUser';
import { formatRoughDuration } from '@quantalgo/contracts/core/durations';
import type { Pagination } from '@quantalgo/contracts/core/endpoint';
import { formatDate } from '@quantalgo/contracts/core/format';
import { WAT } from '@quantalgo/contracts/core/time';
import { Clock } from 'lucide-react';
import { serverNow } from '../../data/core/clock';
import type { UsersQuery } from '../../data/console/users';
import { Button } from '../../ui/Button';
import { Chip } from '../../ui/Chip';
import { TierChip } from './MemberFacts';
import { type AccessActions, UserActions } from './UserAccess';

const ROW_CLASS =
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

const StatusChips = ({ user }: { user: AdminUser }) => (
  <>
    {user.proofWaitingSince !== null && (
      <Chip tone="warning">
        <Clock size={12} aria-hidden />
        <span>{`Proof, ${formatRoughDuration(serverNow() - Date.parse(user.proofWaitingSince))}`}</span>
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
  access: AccessActions;
  onOpen: () => void;
}) => (
  <div
    role="row"
    data-row={user.id}
    aria-busy={updating.has(user.id)}
    className={`${ROW_CLASS} py-3`}
  >
    <div role="cell" className="min-w-0">
      <Member user={user} onOpen={onOpen} />
    </div>
    <div
      role="cell"
      className="flex flex-wrap content-start gap-1 justify-self-end lg:justify-self-start"
    >
      <TierChip tier={getEffectiveTier(user)} />
    </div>
    <div
      role="cell"
      className="flex flex-wrap gap-1 max-lg:order-1 max-lg:content-start max-lg:justify-end"
    >
      <Chip tone={isLocked(user) ? 'warning' : 'good'}>
        {isLocked(user) ? 'Pending' : 'Active'}
      </Chip>
      <StatusChips user={user} />
    </div>
    <div translate="no" role="cell" className="text-xs text-muted tabular-nums">
      <span className="block">{user.admissionCode}</span>
      <span className="block">{formatDate(Date.parse(user.createdAt), WAT)}</span>
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

const COLUMN_HEADS = ['Member', 'Tier', 'Status', 'Code, joined', 'Set tier'];

export const UserTable = ({
  rows,
  access,
  onOpen,
}: {
  rows: readonly AdminUser[];
  access: AccessActions;
  onOpen: (user: AdminUser) => void;
}) => (
  <div role="table" aria-label="Users" aria-rowcount={rows.length + 1}>
    <div role="rowgroup" className="max-lg:sr-only">
      <div role="row" className={`${ROW_CLASS} border-b border-line-soft py-2 text-xs text-muted`}>
        {COLUMN_HEADS.map((head) => (
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

export function Pager({
  pagination,
  rows,
  isFiltered,
  onShow,
}: {
  pagination: Pagination;
  rows: readonly AdminUser[];
  isFiltered: boolean;
  onShow: (pageQuery: Partial<UsersQuery>) => void;
}) {
  const { pages, current } = pagination;
  if (pages < 2) return null;
  const getPageQuery = (page: number) => findPageQuery(page, pagination, rows, isFiltered);
  const renderStep = (label: string, page: number) => {
    const pageQuery = getPageQuery(page);
    return (
      <Button
        size="small"
        disabled={pageQuery === null}
        onClick={() => pageQuery && onShow(pageQuery)}
      >
        {label}
      </Button>
    );
  };
  const numbers = getPageNumbers(pagination).filter(
    (page) => page === current || getPageQuery(page) !== null,
  );
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center gap-1.5 tabular-nums">
      {renderStep('First', 1)}
      {renderStep('Previous', current - 1)}
      {numbers.map((page) => (
        <Button
          key={page}
          size="small"
          variant={page === current ? 'secondary' : 'quiet'}
          aria-label={`Page ${page}`}
          aria-current={page === current ? 'page' : undefined}
          onClick={() => {
            const pageQuery = getPageQuery(page);
            if (pageQuery) onShow(pageQuery);
          }}
        >
          {page}
        </Button>
      ))}
      {renderStep('Next', current + 1)}
      {renderStep('Last', pages)}
    </nav>
  );
}

const MAX_PAGE_BUTTONS = 5;

export function getPageNumbers({ pages, current }: Pagination): number[] {
  const count = Math.min(MAX_PAGE_BUTTONS, pages);
  const firstPage = Math.max(
    1,
    Math.min(current - Math.floor(MAX_PAGE_BUTTONS / 2), pages - count + 1),
  );
  return Array.from({ length: count }, (_, index) => firstPage + index);
}

type PageQuery = Pick<UsersQuery, 'page' | 'after' | 'before'>;

/**
 * Without a filter, every page has a number. With one, only the first and the last page do, and the
 * pages beside the current one are queried relative to its rows.
 * @returns null if the page doesn't exist or can't be reached from here
 */
export function findPageQuery(
  page: number,
  { pages, current }: Pagination,
  rows: readonly AdminUser[],
  isFiltered: boolean,
): PageQuery | null {
  if (page < 1 || page > pages || page === current) return null;
  const byNumber = { page, after: null, before: null };
  if (!isFiltered || page === 1 || page === pages) return byNumber;
  const lastRow = rows.at(-1);
  const [firstRow] = rows;
  if (page === current + 1 && lastRow) return { ...byNumber, after: lastRow.id };
  if (page === current - 1 && firstRow) return { ...byNumber, before: firstRow.id };
  return null;
}
