import { describe, expect, it } from 'vitest';
import { toCsvLines } from '../../../src/data/record/exportLedger';

describe('a ledger as CSV', () => {
  it('has a line for each entry, and says which one it can’t read', () => {
    const miss = { type: 'miss', slot: '20261120T1200Z', reason: 'No, "none"', seq: 1 };
    const hash = 'a'.repeat(64);
    const entry = { ...miss, at: '2026-11-20T12:00:01Z', source: 'replay', prev: hash, hash };
    const [line = '', other = ''] = toCsvLines([entry, { seq: 7, hash, type: 'new' }]).split(
      '\r\n',
    );
    expect(line).toContain('1,2026-11-20T12:00:01Z,miss,20261120T1200Z');
    expect(line).toContain('"No, ""none"""');
    expect(other).toMatch(/^7,,new,/);
    expect(other).toContain(
      `This version of the app can’t read this entry. The JSON export contains it.`,
    );
    expect(other).toContain(hash);
  });
});
