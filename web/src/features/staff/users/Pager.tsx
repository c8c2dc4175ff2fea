import type { AdminUser, Pagination } from '@quantalgo/contracts';
import type { UsersQuery } from '../../../data/staff/users';
import { Button } from '../../../ui/Button';
import { pageNumbers, placeOf } from './pages';

/** The ways to the other pages: five numbers at most, and to both ends. */
export function Pager({
  pagination,
  rows,
  isFiltered,
  onShow,
}: {
  pagination: Pagination;
  rows: readonly AdminUser[];
  isFiltered: boolean;
  onShow: (place: Partial<UsersQuery>) => void;
}) {
  const { pages, current } = pagination;
  if (pages < 2) return null;
  const way = (page: number) => placeOf(page, pagination, rows, isFiltered);
  const step = (words: string, page: number) => {
    const place = way(page);
    return (
      <Button size="small" disabled={place === null} onClick={() => place && onShow(place)}>
        {words}
      </Button>
    );
  };
  const numbers = pageNumbers(pagination).filter((page) => page === current || way(page) !== null);
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center gap-1.5 tabular-nums">
      {step('First', 1)}
      {step('Previous', current - 1)}
      {numbers.map((page) => (
        <Button
          key={page}
          size="small"
          look={page === current ? 'secondary' : 'quiet'}
          aria-label={`Page ${page}`}
          aria-current={page === current ? 'page' : undefined}
          onClick={() => {
            const place = way(page);
            if (place) onShow(place);
          }}
        >
          {page}
        </Button>
      ))}
      {step('Next', current + 1)}
      {step('Last', pages)}
    </nav>
  );
}
