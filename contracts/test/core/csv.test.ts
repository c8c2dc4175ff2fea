import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCsv } from '../../src/core/csv';
import { parseTable } from '../../src/core/tables';

/** Characters that start a formula in a spreadsheet. */
const FORMULA = /^[=+\-@\t\r]/;

/** Text that needs no escaping, without delimiters that could win the guess in a small table. */
const plain = fc.string().filter((text) => !FORMULA.test(text) && !/[;|\t]/.test(text));
const rows = fc.array(fc.array(plain, { minLength: 1, maxLength: 4 }), { maxLength: 5 });

describe('toCsv', () => {
  it('round-trips cells with commas, quotes and line breaks', () => {
    fc.assert(
      fc.property(rows, (table) => {
        expect(parseTable(toCsv(table))).toEqual(table);
      }),
    );
  });

  it('round-trips cells that contain other delimiters', () => {
    const table = [
      ['pair', 'tags', 'note'],
      ['EUR/USD', 'news; late', 'a|b'],
      ['GBP/USD', 'asia; thin; late', '|'],
    ];
    expect(parseTable(toCsv(table))).toEqual(table);
  });

  it('never starts a text cell like a formula', () => {
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
  ])('escapes the formula %j', (formula, cell) => {
    expect(toCsv([[formula]])).toBe(`${cell}\r\n`);
  });

  it('writes numbers unquoted and missing values as empty cells', () => {
    expect(toCsv([[-1.5, null, undefined, 0]])).toBe('-1.5,,,0\r\n');
  });
});
