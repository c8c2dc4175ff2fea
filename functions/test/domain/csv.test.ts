import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCsv, toCsv } from '../../src/domain/csv';

/** A text that a spreadsheet takes as it is. */
const plain = fc.string().filter((text) => !/^[=+\-@\t\r]/.test(text));
const rows = fc.array(fc.array(plain, { minLength: 1, maxLength: 4 }), { maxLength: 5 });

describe('a table as CSV', () => {
  it('is read again as it was written, with commas, quotes and lines inside', () => {
    fc.assert(
      fc.property(rows, (table) => {
        expect(parseCsv(toCsv(table))).toEqual(table);
      }),
    );
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])(
    'has no formula: %j is a text to the spreadsheet',
    (formula) => {
      expect(toCsv([[formula]])).toBe(`"'${formula}"\r\n`);
    },
  );

  it('is read without quotes, with either end of line, and without a last one', () => {
    expect(parseCsv('a,b\nc,"d ""e"""\r\nf,')).toEqual([
      ['a', 'b'],
      ['c', 'd "e"'],
      ['f', ''],
    ]);
    expect(parseCsv('')).toEqual([]);
  });
});
