import { describe, expect, it } from 'vitest';
import { inShort, knownOf, planOf, received } from './anImport';

const EURUSD_20 = [received('2026-11-20 14:10', 'EURUSD', 'CALL', ['won'])];

describe('amounts in another currency', () => {
  const read = async (header: string, cells: string) => {
    const text = `Open time,Asset,Type,${header}\n2026-11-20 14:10:03,EURUSD,buy,${cells}\n`;
    return inShort(await planOf(text, knownOf(EURUSD_20), { zone: 'UTC' }));
  };

  it.each([
    ['Amount (EUR)', '5000'],
    ['Amount (₦)', '5000'],
    ['"Investment, £"', '5000'],
    ['Currency,Amount', 'NGN,5000'],
    ['Currency,Amount', '€,5000'],
  ])('are not taken for dollars: %s', async (header, cells) => {
    expect(await read(header, cells)).toEqual(['14:10 EURUSD CALL [0: ?]']);
  });

  it.each([
    ['Amount (USD)', '5000'],
    ['"Amount, $"', '5000'],
    ['Currency,Amount', 'USD,5000'],
    ['Currency,Amount', 'USDT,5000'],
  ])('are stakes if the currency is the dollar: %s', async (header, cells) => {
    expect(await read(header, cells)).toEqual(['14:10 EURUSD CALL [0: 500000]']);
  });
});

describe('column names', () => {
  it.each(['Inversión', 'Inversion', 'INVERSIÓN', 'Inversio\u0301n'])(
    'are recognised with and without accents: %s',
    async (name) => {
      const text = `Fecha,Activo,Tipo,${name}\n2026-11-20 14:10:03,EURUSD,buy,2\n`;
      const plan = await planOf(text, knownOf(EURUSD_20), { zone: 'UTC' });
      expect(inShort(plan)).toEqual(['14:10 EURUSD CALL [0: 200]']);
    },
  );
});

describe('closing times', () => {
  it.each(['Close time', 'Expiry'])(
    'are not taken for opening times beside separate dates and times: %s',
    async (name) => {
      const text = `Date,Time,Asset,Type,Amount,${name}\n2026-11-20,14:10:03,EURUSD,buy,2,2026-11-20 14:15:00\n`;
      const plan = await planOf(text, knownOf(EURUSD_20), { zone: 'UTC' });
      expect(inShort(plan)).toEqual(['14:10 EURUSD CALL [0: 200]']);
    },
  );
});

describe('a zone in the name of the clock column', () => {
  it('applies to separate dates and times', async () => {
    const text = 'Date,Time (UTC+3),Asset,Type,Amount\n2026-11-20,17:10:03,EURUSD,buy,2\n';
    const plan = await planOf(text, knownOf(EURUSD_20));
    expect(inShort(plan)).toEqual(['14:10 EURUSD CALL [0: 200]']);
    expect(plan.zones).toEqual([]);
  });
});
