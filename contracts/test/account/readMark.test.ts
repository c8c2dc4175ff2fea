import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  capReadMark,
  coversReadMark,
  isRead,
  joinReadMarks,
  MAX_READ_ITEMS,
  NOTHING_READ,
  type ReadMark,
  readMarkSchema,
} from '../../src/account/readMark';

/** Each id has one fixed time, like a notification. */
const items = fc.uniqueArray(
  fc.nat({ max: 400 }).map((n) => ({ id: `n${n}`, at: Math.floor(n / 2) })),
  { selector: ({ id }) => id, maxLength: MAX_READ_ITEMS },
);

const mark: fc.Arbitrary<ReadMark> = fc
  .record({ until: fc.nat({ max: 220 }), items })
  .map((one) => joinReadMarks(NOTHING_READ, one));

describe('joinReadMarks', () => {
  it('is commutative, associative and idempotent', () => {
    fc.assert(
      fc.property(mark, mark, mark, (a, b, c) => {
        expect(joinReadMarks(a, b)).toEqual(joinReadMarks(b, a));
        expect(joinReadMarks(joinReadMarks(a, b), c)).toEqual(
          joinReadMarks(a, joinReadMarks(b, c)),
        );
        expect(joinReadMarks(a, a)).toEqual(a);
      }),
    );
  });

  it('keeps every read item and produces a valid mark', () => {
    fc.assert(
      fc.property(mark, mark, (a, b) => {
        const joined = joinReadMarks(a, b);
        for (const item of [...a.items, ...b.items]) expect(isRead(item, joined)).toBe(true);
        expect(joined.until).toBeGreaterThanOrEqual(Math.max(a.until, b.until));
        expect(coversReadMark(joined, a) && coversReadMark(joined, b)).toBe(true);
        expect(readMarkSchema.parse(joined)).toEqual(joined);
      }),
    );
  });

  it('returns the first mark unchanged if it covers the second', () => {
    fc.assert(
      fc.property(mark, mark, (a, b) => {
        if (coversReadMark(a, b)) expect(joinReadMarks(a, b)).toEqual(a);
      }),
    );
  });
});

describe('read mark', () => {
  const read: ReadMark = { until: 100, items: [{ id: 'later', at: 150 }] };

  it('covers older items and the ones it lists', () => {
    expect(isRead({ id: 'old', at: 100 }, read)).toBe(true);
    expect(isRead({ id: 'later', at: 150 }, read)).toBe(true);
    expect(isRead({ id: 'other', at: 150 }, read)).toBe(false);
  });

  it('is capped at the server’s clock', () => {
    expect(capReadMark({ until: 900, items: [{ id: 'later', at: 901 }] }, 500)).toEqual({
      until: 500,
      items: [],
    });
  });

  it.each([
    { until: -1, items: [] },
    { until: 0.5, items: [] },
    { until: 0, items: [{ id: '', at: 1 }] },
    { until: 0, items: Array.from({ length: MAX_READ_ITEMS + 1 }, (_, at) => ({ id: 'a', at })) },
    { until: 0, items: [], more: 1 },
  ])('is rejected if invalid: %o', (body) => {
    expect(readMarkSchema.safeParse(body).success).toBe(false);
  });
});
