import type { AdminUser } from '@quantalgo/contracts/account/adminUser';
import { toSearchName } from '@quantalgo/contracts/account/searchName';
import { USER_FILTERS } from '@quantalgo/contracts/console/console';
import { formatCount } from '@quantalgo/contracts/core/format';
import { Search } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import * as z from 'zod/mini';
import { type UsersPage, type UsersQuery, useUsers } from '../../data/console/users';
import { Button } from '../../ui/Button';
import { Card } from '../../ui/Card';
import { FilterSelect } from '../../ui/Filters';
import { ScreenHead } from '../../ui/Heading';
import { lazyComponent } from '../../ui/lazyComponent';
import { Skeleton } from '../../ui/Loading';
import { Age, BelowList, QueryNotice } from './QueryList';
import { useListAddress } from './listAddress';
import { type AccessActions, OutcomeNotice, useAccessActions, UserDialog } from './UserAccess';
import { Pager, UserTable } from './UserTable';

/** Lazy, because few visits look up a code. */
const ProblemLookup = lazyComponent(
  async () => (await import('./ProblemLookup')).ProblemLookup,
  <Skeleton className="h-40 rounded-lg" />,
);

const pageSchema = z.catch(
  z.pipe(z.string().check(z.regex(/^[1-9]\d{0,5}$/)), z.transform(Number)),
  1,
);

const filterSchema = z.catch(z.nullable(z.enum(USER_FILTERS)), null);

const idSchema = z.catch(z.nullable(z.string().check(z.regex(/^[\w-]{1,128}$/))), null);

const textSchema = z.catch(z.nullable(z.string().check(z.trim(), z.minLength(1))), null);

const ALL_USERS: UsersQuery = {
  page: 1,
  filter: null,
  search: null,
  after: null,
  before: null,
};

function readQuery(address: URLSearchParams): UsersQuery {
  return {
    page: pageSchema.parse(address.get('page')),
    filter: filterSchema.parse(address.get('filter')),
    search: textSchema.parse(address.get('search')),
    after: idSchema.parse(address.get('after')),
    before: idSchema.parse(address.get('before')),
  };
}

const toFields = ({ page, ...rest }: UsersQuery, find: string) => ({
  page: page === 1 ? null : String(page),
  ...rest,
  find: find === '' ? null : find,
});

const TYPED_FIELDS = ['search', 'find'];

function useUsersQuery() {
  const [address, write] = useListAddress(TYPED_FIELDS);
  const params = readQuery(address);
  const find = address.get('find') ?? '';
  return {
    params,
    find,
    show: (changes: Partial<UsersQuery>) => write(toFields({ ...params, ...changes }, find)),
    replaceFilters: (filters: UsersQuery) => write(toFields(filters, ''), true),
    setFind: (text: string) => write(toFields(params, text), true),
  };
}

const replaceRow =
  (row: AdminUser) =>
  (page: UsersPage): UsersPage => ({
    ...page,
    rows: page.rows.map((item) => (item.id === row.id ? row : item)),
  });

function MatchCount({
  page: { rows, pagination, hasMore },
  search,
  onAll,
}: {
  page: UsersPage;
  search: string | null;
  onAll: () => void;
}) {
  if (search === null) {
    const total = pagination?.total ?? rows.length;
    return <p className="text-xs text-muted tabular-nums">{`${formatCount(total)} users`}</p>;
  }
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-sm">
      <span>
        <span>{`All users: ${hasMore ? 'the first ' : ''}${rows.length} starting with “`}</span>
        <bdi>{search}</bdi>
        <span>{hasMore ? '”. Type more to narrow it.' : '”'}</span>
      </span>
      <Button variant="quiet" size="small" onClick={onAll}>
        Show all users
      </Button>
    </p>
  );
}

function Rows({
  page,
  filters: { find, params },
  access,
}: {
  page: UsersPage;
  filters: ReturnType<typeof useUsersQuery>;
  access: AccessActions;
}) {
  const [openedId, setOpenedId] = useState<string | null>(null);
  const rows = filterRows(page.rows, find);
  const openUser = page.rows.find(({ id }) => id === openedId) ?? null;
  const searchText = find.trim() === '' ? params.search : find.trim();
  if (rows.length === 0)
    return (
      <p className="p-6 text-center text-sm text-muted">
        {searchText === null ? (
          'No users found in the system.'
        ) : (
          <>
            <span>No users found matching “</span>
            <bdi>{searchText}</bdi>
            <span>”</span>
          </>
        )}
      </p>
    );
  return (
    <>
      <UserTable rows={rows} access={access} onOpen={({ id }) => setOpenedId(id)} />
      <UserDialog user={openUser} access={access} onClose={() => setOpenedId(null)} />
    </>
  );
}

export default function Users() {
  const filters = useUsersQuery();
  const { params, show, replaceFilters } = filters;
  const query = useUsers(params);
  const access = useAccessActions((row) => query.update(replaceRow(row)));
  const page = query.data;
  return (
    <div className="grid gap-4">
      <ScreenHead title="Users" aside={<Age query={query} />} />
      <UserFilters filters={filters} />
      <QueryNotice query={query} />
      <OutcomeNotice access={access} />
      <p role="status" className="text-sm text-muted empty:hidden">
        {`${access.updating.size > 0 ? 'Updating user access...' : ''}${!page && query.loading ? 'Loading users...' : ''}`}
      </p>
      {page && (
        <>
          <MatchCount page={page} search={params.search} onAll={() => replaceFilters(ALL_USERS)} />
          <Card as="div">
            <Rows page={page} filters={filters} access={access} />
          </Card>
          {page.pagination && (
            <Pager
              pagination={page.pagination}
              rows={page.rows}
              isFiltered={params.filter !== null}
              onShow={(pageQuery) => show({ search: null, ...pageQuery })}
            />
          )}
        </>
      )}
      <BelowList query={query}>
        <ProblemLookup />
      </BelowList>
    </div>
  );
}

const chosenFilter = z.catch(z.nullable(z.enum(USER_FILTERS)), null);

const FILTER_NAMES: Readonly<Record<string, string>> = {
  guest: 'Guests',
  starter: 'Starter members',
  essential: 'Essential members',
  pending: 'With a pending proof',
  unconfirmed: 'Unconfirmed addresses',
};

const SearchBox = (input: ComponentProps<'input'>) => (
  <div className="relative min-w-0 flex-1 basis-40">
    <Search
      size={16}
      aria-hidden
      className="pointer-events-none absolute inset-y-0 left-3 my-auto text-muted"
    />
    <input
      {...input}
      type="search"
      aria-label="Search by email or full name"
      placeholder="Email or full name"
      maxLength={254}
      className="h-11 w-full rounded-lg border border-edge bg-raised pr-3 pl-9 text-sm text-text placeholder:text-faint focus:border-accent focus:outline-3 focus:outline-offset-0 focus:outline-accent/30"
    />
  </div>
);

/** Typing filters the rows of the page at once; submitting searches all users by prefix. */
function UserFilters({ filters }: { filters: ReturnType<typeof useUsersQuery> }) {
  const { params, find, setFind, replaceFilters } = filters;
  const text = find.trim();
  const searchAll = () => {
    if (text !== '') replaceFilters({ ...ALL_USERS, search: text });
  };
  return (
    <div className="flex flex-wrap items-end gap-2">
      <form
        role="search"
        className="flex min-w-0 flex-1 basis-80 flex-wrap gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          searchAll();
        }}
      >
        <SearchBox value={find} onChange={({ target }) => setFind(target.value)} />
        <Button type="submit" size="small" className="h-11 shrink-0" disabled={text === ''}>
          Search all users
        </Button>
      </form>
      <div className="w-48 max-w-full max-sm:grow">
        <FilterSelect
          label="Show"
          all="All users"
          options={USER_FILTERS}
          getName={(filter) => FILTER_NAMES[filter] ?? filter}
          value={params.filter}
          onChoose={(filter) =>
            replaceFilters({ ...ALL_USERS, filter: chosenFilter.parse(filter) })
          }
        />
      </div>
    </div>
  );
}

/** Matches email addresses and full names. */
function filterRows(rows: readonly AdminUser[], text: string): readonly AdminUser[] {
  const searchText = toSearchName(text);
  return rows.filter(({ email, fullName }) =>
    [email, fullName].some((field) => toSearchName(field).includes(searchText)),
  );
}
