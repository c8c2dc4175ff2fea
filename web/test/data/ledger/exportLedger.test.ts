import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvCell, csvLines } from '../../../src/data/ledger/exportLedger';

describe('a ledger as CSV', () => {
  it('begins no cell of text with what a spreadsheet would run', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(csvCell(text)).not.toMatch(/^"?[=+\-@\t\r]/);
      }),
    );
    expect(csvCell('=HYPERLINK("http://x")')).toBe(`"'=HYPERLINK(""http://x"")"`);
    expect(csvCell('-1+2')).toBe("'-1+2");
    expect(csvCell(-1.5)).toBe('-1.5');
  });

  it('has a line for each entry, also for one that makes no sense', () => {
    const miss = { type: 'miss', slot: '20261120T1200Z', reason: 'No, "none"', seq: 1 };
    const hash = 'a'.repeat(64);
    const entry = { ...miss, at: '2026-11-20T12:00:01Z', source: 'replay', prev: hash, hash };
    const [line = '', other = ''] = csvLines([entry, { seq: 'x' }]).split('\r\n');
    expect(line).toContain('1,2026-11-20T12:00:01Z,miss,20261120T1200Z');
    expect(line).toContain('"No, ""none"""');
    expect(other).toMatch(/^,+$/);
  });
});
