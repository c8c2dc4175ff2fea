import { USER_FILTERS } from '@quantalgo/contracts';
import { useSearchParams } from 'react-router-dom';
import * as z from 'zod/mini';
import type { UsersQuery } from '../../../data/staff/users';

const pageSchema = z.catch(
  z.pipe(z.string().check(z.regex(/^[1-9]\d{0,5}$/)), z.transform(Number)),
  1,
);
const filterSchema = z.catch(z.nullable(z.enum(USER_FILTERS)), null);
const idSchema = z.catch(z.nullable(z.string().check(z.regex(/^[\w-]{1,128}$/))), null);
const textSchema = z.catch(z.nullable(z.string().check(z.trim(), z.minLength(1))), null);

/** Everybody, from the newest on. */
export const EVERYBODY: UsersQuery = {
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

function writeQuery({ page, ...rest }: UsersQuery, find: string): URLSearchParams {
  const address = new URLSearchParams(page === 1 ? {} : { page: String(page) });
  for (const [name, value] of Object.entries({ ...rest, find: find === '' ? null : find }))
    if (value !== null) address.set(name, value);
  return address;
}

/**
 * What the screen shows, kept in its address, so that a link, a reload and the way back show it again: the page that is
 * asked for, and what its rows are narrowed down to.
 */
export function useUsersQuery() {
  const [address, setAddress] = useSearchParams();
  const wanted = readQuery(address);
  const find = address.get('find') ?? '';
  return {
    wanted,
    find,
    show: (changes: Partial<UsersQuery>) => setAddress(writeQuery({ ...wanted, ...changes }, find)),
    showAnew: (query: UsersQuery) => setAddress(writeQuery(query, ''), { replace: true }),
    setFind: (text: string) => setAddress(writeQuery(wanted, text), { replace: true }),
  };
}
