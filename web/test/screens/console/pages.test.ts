import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getPageNumbers, findPageQuery } from '../../../src/screens/console/UserTable';
import { aRow } from './users';

const rows = [aRow({ id: 'first' }), aRow({ id: 'last' })];
const at = (current: number, pages = 9) => ({ total: pages * 50, pages, current });

describe('pager', () => {
  it('shows up to five consecutive page numbers including the current one', () => {
    const anywhere = fc
      .integer({ min: 1, max: 5000 })
      .chain((pages) =>
        fc.record({ pages: fc.constant(pages), current: fc.integer({ min: 1, max: pages }) }),
      );
    fc.assert(
      fc.property(anywhere, ({ pages, current }) => {
        const numbers = getPageNumbers({ total: 0, pages, current });
        expect(numbers).toHaveLength(Math.min(5, pages));
        expect(numbers).toContain(current);
        expect(numbers[0]).toBeGreaterThanOrEqual(1);
        expect(numbers.at(-1)).toBeLessThanOrEqual(pages);
        expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index));
      }),
    );
  });

  it('requests any page of all users by number', () => {
    expect(findPageQuery(7, at(2), rows, false)).toEqual({ page: 7, after: null, before: null });
  });

  it('requests a filtered page by its adjacent row, and the last page by number', () => {
    expect(findPageQuery(6, at(5), rows, true)).toEqual({ page: 6, after: 'last', before: null });
    expect(findPageQuery(4, at(5), rows, true)).toEqual({ page: 4, after: null, before: 'first' });
    expect(findPageQuery(9, at(5), rows, true)).toEqual({ page: 9, after: null, before: null });
    expect(findPageQuery(7, at(5), rows, true)).toBeNull();
  });

  it('returns no query for the current page or one out of range', () => {
    for (const page of [0, 5, 10]) expect(findPageQuery(page, at(5), rows, false)).toBeNull();
  });
});
