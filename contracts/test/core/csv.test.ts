import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCsv } from '../../src/core/csv';
import { parseTable } from '../../src/core/tables';

/** What a spreadsheet takes for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** A text that a spreadsheet takes as it is. Other delimiters would make a table of few rows one of theirs. */
const plain = fc.string().filter((text) => !FORMULA.test(text) && !/[;|\t]/.test(text));
const rows = fc.array(fc.array(plain, { minLength: 1, maxLength: 4 }), { maxLength: 5 });

describe('a table as CSV', () => {
  it('is read again as it was written, with commas, quotes and lines inside', () => {
    fc.assert(
      fc.property(rows, (table) => {
        expect(parseTable(toCsv(table))).toEqual(table);
      }),
    );
  });

  it('is read again with other delimiters inside its cells', () => {
    const table = [
      ['pair', 'tags', 'note'],
      ['EUR/USD', 'news; late', 'a|b'],
      ['GBP/USD', 'asia; thin; late', '|'],
    ];
    expect(parseTable(toCsv(table))).toEqual(table);
  });

  it('begins no cell of text with what a spreadsheet would run', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(parseTable(toCsv([[text]]))[0]?.[0]).not.toMatch(FORMULA);
      }),
    );
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['-1+2', "'-1+2"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', `"'\t=1"`],
    ['\r=1', `"'\r=1"`],
    ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
  ])('has no formula: %j is a text to the spreadsheet', (formula, cell) => {
    expect(toCsv([[formula]])).toBe(`${cell}\r\n`);
  });

  it('keeps numbers numbers, and has an empty cell where there is no value', () => {
    expect(toCsv([[-1.5, null, undefined, 0]])).toBe('-1.5,,,0\r\n');
  });
});
