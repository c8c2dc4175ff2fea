import { describe, expect, it } from 'vitest';
import { guessMapping } from '../../../../src/data/journal/import/columns';
import { inShort, buildKnownSignals, planImportFile, received } from './anImport';

const EURUSD_20 = [received('2026-11-20 14:10', 'EURUSD', 'CALL', ['won'])];

describe('amounts in another currency', () => {
  const read = async (header: string, cells: string) => {
    const text = `Open time,Asset,Type,${header}\n2026-11-20 14:10:03,EURUSD,buy,${cells}\n`;
    return inShort(await planImportFile(text, buildKnownSignals(EURUSD_20), { zone: 'UTC' }));
  };

  it.each([
    ['Amount (EUR)', '5000'],
    ['Amount (₦)', '5000'],
    ['"Investment, £"', '5000'],
    ['Currency,Amount', 'NGN,5000'],
    ['Currency,Amount', '€,5000'],
    ['Account currency,Amount', 'NGN,5000'],
    ['account_currency,amount', 'Naira,5000'],
    ['Währung,Betrag', 'EUR,5000'],
    ['Devise,Montant', 'XOF,5000'],
    ['Moneda,Importe', 'MXN,5000'],
    ['Валюта,Сумма', 'РУБ,5000'],
    ['Cur.,Amount', 'NGN,5000'],
    ['Amount (NGN)', '5000'],
    ['Amount KES', '5000'],
    ['Montant en FCFA', '5000'],
    ['Valor R$', '5000'],
    ['stakeGBP', '5000'],
  ])('are not taken for dollars: %s', async (header, cells) => {
    expect(await read(header, cells)).toEqual(['14:10 EURUSD CALL [0: ?]']);
  });

  it.each([
    ['Amount (USD)', '5000'],
    ['"Amount, $"', '5000'],
    ['Currency,Amount', 'USD,5000'],
    ['Currency,Amount', 'USDT,5000'],
    ['Währung,Betrag', 'USD,5000'],
    ['Amount USDT', '5000'],
    ['Betrag in USD', '5000'],
    ['Base,Quote,Amount', 'EUR,USD,5000'],
    ['Profit currency,Amount', 'JPY,5000'],
    ['Currency,Amount (USD)', 'EUR,5000'],
    ['Amount (EUR),Amount (USD)', '4600,5000'],
    ['Automated,Amount', 'N,5000'],
    ['Result R,Amount', '2,5000'],
  ])('are stakes if the currency is the dollar: %s', async (header, cells) => {
    expect(await read(header, cells)).toEqual(['14:10 EURUSD CALL [0: 500000]']);
  });
});

describe('amounts that may be lots', () => {
  const read = async (header: string, cells: string) => {
    const text = `Open time,Asset,Type,${header}\n2026-11-20 14:10:03,EURUSD,buy,${cells}\n`;
    return inShort(await planImportFile(text, buildKnownSignals(EURUSD_20), { zone: 'UTC' }));
  };

  it.each([
    ['Trade amount ($)', '2.00'],
    ['Size (USD)', '2.00'],
    ['tradeAmountUSDT', '2.00'],
    ['Menge in $', '2.00'],
    ['Trade amount,Currency', '2.00,USD'],
    ['Trade amount,Account currency', '2.00,USDT'],
    ['Trade amount,Account currency', '$2.00,NGN'],
    ['Amount,Account currency', '2.00 USD,NGN'],
  ])('are stakes if dollars are named: %s', async (header, cells) => {
    expect(await read(header, cells)).toEqual(['14:10 EURUSD CALL [0: 200]']);
  });

  it.each([
    ['Trade amount', '2.00'],
    ['Trade amount (EUR)', '2.00'],
    ['Trade amount,Currency', '2.00,NGN'],
    ['Size,Account currency', '0.10,USD'],
    ['Quantity,Currency', '0.10,USD'],
  ])('are unknown otherwise: %s', async (header, cells) => {
    expect(await read(header, cells)).toEqual(['14:10 EURUSD CALL [0: ?]']);
  });

  it('are unknown if only some rows are in dollars', async () => {
    const text = `Open time,Asset,Type,Trade amount,Currency
2026-11-20 14:10:03,EURUSD,buy,2,USD
2026-11-20 14:10:04,EURUSD,buy,2,NGN
`;
    const { choices } = await planImportFile(text, buildKnownSignals(EURUSD_20), { zone: 'UTC' });
    expect(choices.mapping.stake).toBeUndefined();
  });
});

describe('a stake column that the member chose', () => {
  const readChosen = async (header: string, cells: string, stake: number) => {
    const text = `Open time,Asset,Type,${header}\n2026-11-20 14:10:03,EURUSD,buy,${cells}\n`;
    const { choices } = await planImportFile(text, buildKnownSignals(EURUSD_20), { zone: 'UTC' });
    const mapping = { ...choices.mapping, stake };
    return planImportFile(text, buildKnownSignals(EURUSD_20), { zone: 'UTC', mapping });
  };

  it.each([
    ['Amount (EUR)', '5000', 3, 'EUR'],
    ['Amount (NGN)', '5000', 3, 'NGN'],
    ['"Investment, ₦"', '5000', 3, '₦'],
    ['Wert,Währung', '5000,EUR', 3, 'EUR'],
    ['Account currency,Wert', 'ngn,5000', 4, 'NGN'],
  ])('is refused if it is in another currency: %s', async (header, cells, stake, currency) => {
    const { bad, entries } = await readChosen(header, cells, stake);
    expect(entries).toEqual([]);
    expect(bad).toEqual([
      {
        line: 2,
        reason: `the stakes are in ${currency}, not dollars: choose another stake column, or “Not in the file”`,
      },
    ]);
  });

  it.each([
    ['Wert (USD)', '5000', 3],
    ['Wert,Währung', '5000,USD', 3],
    ['Wert (USD),Währung', '5000,EUR', 3],
    ['Wert,Währung', '5000,', 3],
  ])('is read if it is in dollars: %s', async (header, cells, stake) => {
    const plan = await readChosen(header, cells, stake);
    expect([inShort(plan), plan.bad]).toEqual([['14:10 EURUSD CALL [0: 500000]'], []]);
  });

  it('is refused only in the rows that are in another currency', async () => {
    const text = `Open time,Asset,Type,Amount,Currency
2026-11-20 14:10:03,EURUSD,buy,5,USD
2026-11-20 14:10:04,EURUSD,buy,5000,NGN
2026-11-20 14:10:05,EURUSD,buy,,NGN
`;
    const { choices } = await planImportFile(text, buildKnownSignals(EURUSD_20), { zone: 'UTC' });
    expect(choices.mapping.stake).toBeUndefined();
    const mapping = { ...choices.mapping, stake: 3 };
    const { bad } = await planImportFile(text, buildKnownSignals(EURUSD_20), {
      zone: 'UTC',
      mapping,
    });
    expect(bad.map(({ line }) => line)).toEqual([3]);
  });
});

describe('column names', () => {
  it.each(['Inversión', 'Inversion', 'INVERSIÓN', 'Inversio\u0301n'])(
    'are recognised with and without accents: %s',
    async (name) => {
      const text = `Fecha,Activo,Tipo,${name}\n2026-11-20 14:10:03,EURUSD,buy,2\n`;
      const plan = await planImportFile(text, buildKnownSignals(EURUSD_20), { zone: 'UTC' });
      expect(inShort(plan)).toEqual(['14:10 EURUSD CALL [0: 200]']);
    },
  );
});

describe('names of compound words', () => {
  const TRADE = { open: '2026-11-20 14:10:03', close: '2026-11-20 14:15:00' };

  it.each([
    ['closePrice,closeTime,direction,openPrice,openTime,symbol', 'camel case'],
    [
      'ClosePriceUSD,CloseTimeUTC,Direction,OpenPriceUSD,OpenTimeUTC,Symbol',
      'camel case with units',
    ],
    ['closeprice,closetime,direction,openprice,opentime,symbol', 'lower case'],
    ['close_price,close_time,direction,open_price,open_time,symbol', 'snake case'],
  ])('are read: %s', async (header) => {
    const text = `${header}\n1.08561,${TRADE.close},buy,1.08541,${TRADE.open},EURUSD\n`;
    const plan = await planImportFile(text, buildKnownSignals(EURUSD_20), { zone: 'UTC' });
    expect(plan.entries[0]?.fields.trades).toEqual([
      { level: 0, stake: null, price: 1.08541, at: '2026-11-20T14:10:03.000Z', close: 1.08561 },
    ]);
  });

  it.each([
    ['Schlusszeit', 'Öffnungszeit'],
    ['Schließungszeit', 'Eröffnungszeit'],
    ['Ablaufdatum', 'Einstiegszeit'],
  ])('are told apart in German: %s, %s', (closing, opening) => {
    const header = ['Symbol', 'Richtung', closing, opening];
    const row = ['EURUSD', 'buy', TRADE.close, TRADE.close];
    expect(guessMapping(header, [row]).opened).toBe(3);
  });

  it('does not take the currency of a compound name for dollars', async () => {
    const text = `openTime,symbol,type,amountEUR\n${TRADE.open},EURUSD,buy,5000\n`;
    const plan = await planImportFile(text, buildKnownSignals(EURUSD_20), { zone: 'UTC' });
    expect(inShort(plan)).toEqual(['14:10 EURUSD CALL [0: ?]']);
  });
});

describe('names of prices and volumes in other languages', () => {
  it.each([
    ['Schlusskurs', 'Eröffnungskurs', 'Menge'],
    ['Kurs bei Schließung', 'Kurs', 'Lots'],
    ['Prix de clôture', 'Prix d’ouverture', 'Quantité'],
    ['Precio de cierre', 'Precio de apertura', 'Lotes'],
    ['Preço de saída', 'Preço de entrada', 'Quantidade'],
    ['Цена закрытия', 'Цена открытия', 'Объём'],
    ['Курс закрытия', 'Курс открытия', 'Лоты'],
    ['Kapanış Fiyatı', 'Açılış Fiyatı', 'Miktar'],
    ['Harga penutupan', 'Harga pembukaan', 'Lot'],
    ['Prezzo di chiusura', 'Prezzo di apertura', 'Lotti'],
    ['Cena zamknięcia', 'Cena otwarcia', 'Wolumen'],
  ])('are read: %s, %s, %s', (closing, opening, lots) => {
    const header = ['Date', 'Symbol', 'Type', 'Stop Loss', lots, closing, opening];
    const row = ['2026-11-20 14:10', 'EURUSD', 'buy', '1.08', '0.5', '1.08561', '1.08541'];
    expect(guessMapping(header, [row])).toMatchObject({ volume: 4, close: 5, price: 6 });
  });

  it('are not taken from columns of limits', () => {
    const header = ['Date', 'Symbol', 'Type', 'Prix limite', 'Precio de stop loss', 'Preis'];
    const row = ['2026-11-20 14:10', 'EURUSD', 'buy', '1.08', '1.07', '1.08541'];
    const mapping = guessMapping(header, [row]);
    expect([mapping.price, mapping.close]).toEqual([5, undefined]);
  });
});

describe('time columns whose names are equally good', () => {
  const guess = (header: string[], ...rows: string[][]) => guessMapping(header, rows);

  it('are told apart by their times, because trades open before they close', () => {
    expect(
      guess(
        ['Asset', 'Side', 'Time', 'Time'],
        ['EURUSD', 'buy', '2026-11-20 14:15', '2026-11-20 14:10'],
        ['EURUSD', 'buy', '2026-11-20 14:45', ''],
      ).opened,
    ).toBe(3);
  });

  it('are told apart by their times of day beside a date', () => {
    expect(
      guess(
        ['Date', 'Asset', 'Side', 'Time 2', 'Time 1'],
        ['2026-11-20', 'EURUSD', 'buy', '14:15', '14:10'],
      ),
    ).toMatchObject({ opened: 0, clock: 4 });
  });
});

describe('closing times', () => {
  it.each(['Close time', 'Expiry'])(
    'are not taken for opening times beside separate dates and times: %s',
    async (name) => {
      const text = `Date,Time,Asset,Type,Amount,${name}\n2026-11-20,14:10:03,EURUSD,buy,2,2026-11-20 14:15:00\n`;
      const plan = await planImportFile(text, buildKnownSignals(EURUSD_20), { zone: 'UTC' });
      expect(inShort(plan)).toEqual(['14:10 EURUSD CALL [0: 200]']);
    },
  );
});

describe('a zone in the name of a time column', () => {
  it.each(['openTimeUTC', 'open_time_utc'])('is read from %s', async (name) => {
    const text = `${name},Asset,Type,Amount\n2026-11-20 14:10:03,EURUSD,buy,2\n`;
    const plan = await planImportFile(text, buildKnownSignals(EURUSD_20));
    expect(inShort(plan)).toEqual(['14:10 EURUSD CALL [0: 200]']);
    expect(plan.zones).toEqual([]);
  });

  it('applies to separate dates and times', async () => {
    const text = 'Date,Time (UTC+3),Asset,Type,Amount\n2026-11-20,17:10:03,EURUSD,buy,2\n';
    const plan = await planImportFile(text, buildKnownSignals(EURUSD_20));
    expect(inShort(plan)).toEqual(['14:10 EURUSD CALL [0: 200]']);
    expect(plan.zones).toEqual([]);
  });
});
