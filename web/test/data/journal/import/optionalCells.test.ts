import { JOURNAL_LIMITS } from '@quantalgo/contracts/journal/entry';
import { describe, expect, it } from 'vitest';
import { buildKnownSignals, planImportFile, received } from './anImport';

const KNOWN = buildKnownSignals([received('2026-11-20 14:10', 'EURUSD', 'CALL', ['won'])]);

/** Plans the import of one trade with another cell. */
const planWith = (name: string, cell: string) =>
  planImportFile(
    `Open time,Asset,Type,Amount,${name}\n2026-11-20 14:10:03,EURUSD,buy,2,"${cell}"\n`,
    KNOWN,
    { zone: 'UTC', mapping: { opened: 0, pair: 1, direction: 2, stake: 3, [name]: 4 } },
  );

const changeWith = async (name: string, cell: string) => {
  const plan = await planWith(name, cell);
  expect(plan.bad).toEqual([]);
  return plan.writes[0]?.change;
};

describe('tags', () => {
  it.each([
    ['breakout, london, revenge', ['breakout', 'london', 'revenge']],
    ['breakout; london', ['breakout', 'london']],
    ['breakout، london؛ revenge', ['breakout', 'london', 'revenge']],
    ['news;news; #news', ['news']],
    ['x'.repeat(30), ['x'.repeat(24)]],
    [`${'x'.repeat(30)};${'x'.repeat(24)}`, ['x'.repeat(24)]],
    ['a\u202Eb\tc', ['ab c']],
    [Array.from({ length: 12 }, (_, index) => `t${index}`).join(), 't0 t1 t2 t3 t4 t5 t6 t7 t8 t9'],
  ])('are read from %j', async (cell, tags) => {
    expect((await changeWith('tags', cell))?.tags).toEqual(
      typeof tags === 'string' ? tags.split(' ') : tags,
    );
  });
});

describe('long texts', () => {
  it.each([
    ['broker', `${'b'.repeat(39)}😀`, 'b'.repeat(39)],
    ['broker', `Po\tOption\u0007${'!'.repeat(40)}`, `Po Option${'!'.repeat(31)}`],
    ['note', 'n'.repeat(1001), 'n'.repeat(1000)],
    ['note', 'First\r\nsecond\u202E\tthird', 'First\nsecond third'],
  ])('are cut to the length of a %s', async (name, cell, text) => {
    expect(await changeWith(name, cell)).toMatchObject({ [name]: text });
  });

  it('are counted if they are cut', async () => {
    expect((await planWith('note', 'n'.repeat(JOURNAL_LIMITS.note))).notes.shortened).toEqual([]);
    for (const [name, cell] of [
      ['broker', 'b'.repeat(41)],
      ['note', 'n'.repeat(1001)],
      ['tags', 't'.repeat(25)],
      ['tags', 'a,b,c,d,e,f,g,h,i,j,k'],
    ] as const)
      expect([name, (await planWith(name, cell)).notes.shortened]).toEqual([name, [2]]);
  });
});

describe('prices', () => {
  it.each([
    ['0.00000', []],
    ['0', []],
    ['market', [2]],
    ['-1.085', [2]],
    ['€1.085', [2]],
    ['1000000000', [2]],
  ])('are left out if they are %j', async (cell, unclear) => {
    for (const name of ['price', 'close'] as const) {
      const plan = await planWith(name, cell);
      expect(plan.bad).toEqual([]);
      expect(plan.writes[0]?.change.trades?.[0]).toMatchObject({ stake: 200, [name]: null });
      expect(plan.notes.unclearPrices).toEqual(unclear);
    }
  });
});
