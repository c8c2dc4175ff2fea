import type { AdminUser } from '@quantalgo/contracts';
import { useState } from 'react';
import { useUsers, type UsersPage } from '../../../data/staff/users';
import { Button } from '../../../ui/Button';
import { Card } from '../../../ui/Card';
import { ScreenHead } from '../../../ui/ScreenHead';
import { Age, AnswerNotice } from '../parts/Age';
import { findIn } from './find';
import { Narrowing } from './Narrowing';
import { OutcomeNotice } from './OutcomeNotice';
import { Pager } from './Pager';
import { useAccessChange, type AccessChange } from './useAccessChange';
import { UserDialog } from './UserDialog';
import { UserTable } from './UserTable';
import { EVERYBODY, useUsersQuery } from './useUsersQuery';

const withRow =
  (row: AdminUser) =>
  (page: UsersPage): UsersPage => ({
    ...page,
    rows: page.rows.map((one) => (one.id === row.id ? row : one)),
  });

/** Says what the list is of, where that is not everybody, and leads back to everybody. */
function Found({
  page,
  search,
  onAll,
}: {
  page: UsersPage;
  search: string | null;
  onAll: () => void;
}) {
  const { total } = page.pagination;
  if (search === null)
    return <p className="text-xs text-muted tabular-nums">{total.toLocaleString('en')} users</p>;
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-sm">
      <span>
        {total} of everybody begin with “<bdi>{search}</bdi>”
      </span>
      <Button look="quiet" size="small" onClick={onAll}>
        Show all users
      </Button>
    </p>
  );
}

function Rows({
  page,
  query: { find, wanted },
  access,
}: {
  page: UsersPage;
  query: ReturnType<typeof useUsersQuery>;
  access: AccessChange;
}) {
  const [openedId, setOpenedId] = useState<string | null>(null);
  const rows = findIn(page.rows, find);
  const opened = page.rows.find(({ id }) => id === openedId) ?? null;
  const sought = find.trim() === '' ? wanted.search : find.trim();
  if (rows.length === 0)
    return (
      <p className="p-6 text-center text-sm text-muted">
        {sought === null ? (
          'No users found in the system.'
        ) : (
          <>
            No users found matching “<bdi>{sought}</bdi>”
          </>
        )}
      </p>
    );
  return (
    <>
      <UserTable rows={rows} access={access} onOpen={({ id }) => setOpenedId(id)} />
      <UserDialog user={opened} access={access} onClose={() => setOpenedId(null)} />
    </>
  );
}

/** Who there is, and what they may do. */
export function Users() {
  const query = useUsersQuery();
  const { wanted, show, showAnew } = query;
  const answer = useUsers(wanted);
  const access = useAccessChange((row) => answer.amend(withRow(row)));
  const page = answer.seen?.value;
  return (
    <div className="grid gap-4">
      <ScreenHead title="Users" aside={<Age answer={answer} />} />
      <Narrowing query={query} />
      <AnswerNotice answer={answer} />
      <OutcomeNotice access={access} />
      <p role="status" className="text-sm text-muted empty:hidden">
        {access.updating.size > 0 && 'Updating user access...'}
        {!page && answer.asking && 'Loading users...'}
      </p>
      {page && (
        <>
          <Found page={page} search={wanted.search} onAll={() => showAnew(EVERYBODY)} />
          <Card as="div">
            <Rows page={page} query={query} access={access} />
          </Card>
          <Pager
            pagination={page.pagination}
            rows={page.rows}
            isFiltered={wanted.filter !== null}
            onShow={(place) => show({ search: null, ...place })}
          />
        </>
      )}
    </div>
  );
}
