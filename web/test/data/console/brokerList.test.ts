import { parseBrokerTable } from '@quantalgo/contracts/submissions/brokerList';
import { parseTable } from '@quantalgo/contracts/core/tables';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitList } from '../../../src/data/console/brokerList';

const HEAD = ['trader_id', 'under_our_link', 'funded', 'amount'];

const parseList = (csv: string) => {
  const table = parseBrokerTable(csv);
  if ('problem' in table) throw new Error(table.problem);
  return table;
};

describe('splitList', () => {
  it('keeps each part below the byte limit, including escapes and non-ASCII text', () => {
    const line = ['1234567', 'yes', 'yes', '"1,250.50" Анна'];
    const parts = splitList({ ...parseList(HEAD.join(',')), rows: Array(6000).fill(line) });
    expect(parts.length).toBeGreaterThan(2);
    for (const { csv } of parts)
      expect(new TextEncoder().encode(JSON.stringify({ csv })).length).toBeLessThan(95_000);
  });

  it('splits all rows in order, with the header in each part and within the size limit', () => {
    const cell = fc.string({ minLength: 1, maxLength: 9 }).filter((text) => text.trim() !== '');
    const row = fc.array(cell, { minLength: 4, maxLength: 4 });
    const rows = fc.array(row, { maxLength: 60 });
    fc.assert(
      fc.property(rows, fc.integer({ min: 130, max: 500 }), (lines, most) => {
        const table = { ...parseList(HEAD.join(',')), rows: lines };
        const parts = splitList(table, most).map(({ csv }) => csv);
        expect(parts.flatMap((csv) => parseTable(csv).slice(1))).toEqual(lines);
        for (const csv of parts) {
          expect(parseTable(csv)[0]).toEqual(HEAD);
          expect(csv.length).toBeLessThanOrEqual(most);
        }
      }),
    );
  });
});
