import { USER_FILTERS } from '@quantalgo/contracts';
import { Search } from 'lucide-react';
import type { ComponentProps } from 'react';
import * as z from 'zod/mini';
import { Button } from '../../../ui/Button';
import { FilterSelect } from '../../../ui/Filters';
import { EVERYBODY, type useUsersQuery } from './useUsersQuery';

const filterSchema = z.catch(z.nullable(z.enum(USER_FILTERS)), null);

const FILTER_NAMES: Readonly<Record<string, string>> = {
  guest: 'Guests',
  starter: 'Starter members',
  essential: 'Essential members',
  pending: 'With a proof that waits',
  unconfirmed: 'Unconfirmed addresses',
};

const SearchBox = (input: ComponentProps<'input'>) => (
  <div className="relative min-w-0 flex-1 basis-56">
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

/**
 * What narrows the list down. What is typed finds rows of the page at once; sent, it looks among everybody for what
 * begins with it.
 */
export function Narrowing({ query }: { query: ReturnType<typeof useUsersQuery> }) {
  const { wanted, find, setFind, showAnew } = query;
  const text = find.trim();
  const searchAll = () => {
    if (text !== '') showAnew({ ...EVERYBODY, search: text });
  };
  return (
    <div className="flex flex-wrap items-end gap-2">
      <form
        role="search"
        className="flex min-w-0 flex-1 basis-80 gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          searchAll();
        }}
      >
        <SearchBox value={find} onChange={({ target }) => setFind(target.value)} />
        <Button type="submit" size="small" className="h-11 shrink-0" disabled={text === ''}>
          Search everybody
        </Button>
      </form>
      <div className="min-w-48 max-sm:flex-1">
        <FilterSelect
          label="Show"
          all="All users"
          options={USER_FILTERS}
          nameOf={(filter) => FILTER_NAMES[filter] ?? filter}
          value={wanted.filter}
          onChoose={(filter) => showAnew({ ...EVERYBODY, filter: filterSchema.parse(filter) })}
        />
      </div>
    </div>
  );
}
