import type { AdminUser, Pagination } from '@quantalgo/contracts';
import type { UsersQuery } from '../../../data/staff/users';

/** Buttons of the pager that bear a number, at most. */
const NUMBERS = 5;

/** The numbers around `current`, as many as the pager shows. */
export function pageNumbers({ pages, current }: Pagination): number[] {
  const count = Math.min(NUMBERS, pages);
  const first = Math.max(1, Math.min(current - Math.floor(NUMBERS / 2), pages - count + 1));
  return Array.from({ length: count }, (_, index) => first + index);
}

type Place = Pick<UsersQuery, 'page' | 'after' | 'before'>;

/**
 * How page `page` is asked for from the one that is shown. Every page of all users has a number; of a filter those at
 * its ends, and the others are asked for by the row beside them.
 * @returns null where there is no such page, or no way there from here
 */
export function placeOf(
  page: number,
  { pages, current }: Pagination,
  rows: readonly AdminUser[],
  isFiltered: boolean,
): Place | null {
  if (page < 1 || page > pages || page === current) return null;
  const numbered = { page, after: null, before: null };
  if (!isFiltered || page === 1 || page === pages) return numbered;
  const last = rows.at(-1);
  const [first] = rows;
  if (page === current + 1 && last) return { ...numbered, after: last.id };
  if (page === current - 1 && first) return { ...numbered, before: first.id };
  return null;
}
