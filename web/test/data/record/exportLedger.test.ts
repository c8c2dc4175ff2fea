import { describe, expect, it } from 'vitest';
import { encodeBase64 } from '@quantalgo/contracts/record/log/base64';
import { toLogOrigin } from '@quantalgo/contracts/record/log/checkpoint';
import { exportLedger, toCsvLines } from '../../../src/data/record/exportLedger';

describe('toCsvLines', () => {
  it('writes one line per entry and marks entries of an unknown type', () => {
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

describe('exportLedger as JSON', () => {
  it('leaves out stamps of missing entries and of other ledgers', async () => {
    const signature = encodeBase64(Uint8Array.of(1, 2, 3, 4, 5));
    const note = `${toLogOrigin('one')}\n2\n${encodeBase64(new Uint8Array(32))}\n\n— one ${signature}\n`;
    const stamp = { day: '2026-11-20', hash: '', authority: 'a.example', genTime: '', token: '' };
    const stamps = [
      { ...stamp, ledgerId: 'one', seq: 1 },
      { ...stamp, ledgerId: 'one', seq: 2 },
      { ...stamp, ledgerId: 'other', seq: 0 },
    ];
    const leaves = ['{"seq":0}', '{"seq":1}'].map((text) => new TextEncoder().encode(text));
    const source = { count: 1, bundle: () => Promise.resolve(leaves) };
    const blob = await exportLedger(
      { note, key: 'key', at: 0, siteTime: 0 },
      source,
      stamps,
      'json',
    );
    expect(JSON.parse(await blob.text())).toMatchObject({
      entries: [{ seq: 0 }, { seq: 1 }],
      stamps: [{ ledgerId: 'one', seq: 1 }],
    });
  });
});
