import { describe, expect, it } from 'vitest';
import { guessMapping } from '../../../../src/data/journal/import/columns';
import { formatJournalCsv } from '../../../../src/data/journal/journalCsv';
import { aWorkbook, toSerialDate } from '../../../support/aWorkbook';
import { aView, ID } from '../aRow';
import {
  afterPlan,
  inShort,
  buildKnownSignals,
  planImportFile,
  received,
  readTable,
} from './anImport';

const EURUSD_20 = [
  received('2026-11-20 14:10', 'EURUSD', 'CALL', ['won']),
  received('2026-11-20 14:40', 'EURUSD', 'PUT', ['lost', 'lost', 'lost', 'lost']),
];

const MT5 = `Trade History Report,,,,,,,,,,,,,,
Name:,,,Member,,,,,,,,,,,
Account:,,,"1000001 (USD, Broker-Demo, demo, Hedge)",,,,,,,,,,,
Positions,,,,,,,,,,,,,,
Time,Position,Symbol,Type,Volume,Price,S / L,T / P,Time,Price,Commission,Swap,Profit,,
2026.11.20 16:10:03,111,XAUUSDm,sell,0.04,4 106.170,4 129.590,4 068.090,2026.11.20 16:15:00,4 101.093,0.00,0.00, 20.31,,
2026.11.20 17:10:02,112,EURUSDm,buy,0.5, 1.08541, 1.08356, 1.08756,2026.11.20 17:15:00, 1.08561,0.00,0.00,- 2.50,,
Deals,,,,,,,,,,,,,,
Time,Deal,Symbol,Type,Direction,Volume,Price,Order,Commission,Fee,Swap,Profit,Balance,Comment,
2026.11.20 16:15:00,999,XAUUSDm,buy,out,0.04,4 101.093,111,0.00,0.00,0.00, 20.31,10 020.31,close,
`;

const MT5_SIGNALS = buildKnownSignals([
  received('2026-11-20 14:10', 'XAUUSD', 'PUT', ['won']),
  received('2026-11-20 15:10', 'EURUSD', 'CALL', ['won']),
]);

describe('MetaTrader 5 report', () => {
  const check = async (file: string | Uint8Array) => {
    const plan = await planImportFile(file, MT5_SIGNALS);
    expect(plan.choices.zone).toBe('Europe/Athens');
    expect(inShort(plan)).toEqual(['14:10 XAUUSD PUT [0: ?]', '15:10 EURUSD CALL [0: ?]']);
    expect(plan.entries.at(-1)?.fields.trades).toEqual([
      { level: 0, stake: null, price: 4106.17, at: '2026-11-20T14:10:03.000Z', close: 4101.093 },
    ]);
    expect([plan.trades, plan.notes.withoutStake]).toEqual([2, 2]);
  };

  it('is read from CSV, from its header to the next section', () => check(MT5));

  const rows = MT5.split('\n').map((line) =>
    (line.match(/(?:"[^"]*"|[^,]*)(?:,|$)/g) ?? []).map((cell) =>
      cell.replace(/,$/, '').replaceAll('"', '').trim(),
    ),
  );

  it('is read from the workbook sheet that contains trades', () =>
    check(aWorkbook({ Summary: [['Report'], ['Balance', 10_020.31]], History: rows })));

  it('is read from HTML', () =>
    check(
      `<html><body><table>${rows.map((row) => `<tr>${row.map((cell) => `<td><b>${cell}</b></td>`).join('')}</tr>`).join('')}</table></body></html>`,
    ));
});

interface ReportWords {
  readonly titles: readonly [positions: string, orders: string, deals: string];
  readonly positions: string;
  readonly orders: string;
  readonly deals: string;
}

const FRENCH_WORDS: ReportWords = {
  titles: ['Positions', 'Ordres', 'Transactions'],
  positions:
    'Heure;Position;Symbole;Type;Volume;Prix;S / L;T / P;Heure;Prix;Commission;Echange;Profit',
  orders: 'Heure d’Ouverture;Ordre;Symbole;Type;Volume;Prix;S / L;T / P;Heure;Etat;;Commentaire',
  deals:
    'Heure;Transaction;Symbole;Type;Direction;Volume;Prix;Ordre;Commission;Frais;Echange;Profit',
};

const UNKNOWN_WORDS: ReportWords = {
  titles: ['仓位', '订单', '成交'],
  positions: '时间;仓位;交易品种;类型;交易量;价位;止损;止盈;时间;价位;手续费;库存费;盈利',
  orders: '开仓时间;订单;交易品种;类型;交易量;价位;止损;止盈;时间;状态;;注释',
  deals: '时间;成交;交易品种;类型;趋势;交易量;价位;订单;手续费;费用;库存费;盈利',
};

const REPORT_LANGUAGES: readonly (readonly [language: string, words: ReportWords])[] = [
  ['French', FRENCH_WORDS],
  [
    'Russian',
    {
      titles: ['Позиции', 'Ордера', 'Сделки'],
      positions: 'Время;Позиция;Символ;Тип;Объем;Цена;S / L;T / P;Время;Цена;Комиссия;Своп;Прибыль',
      orders: 'Время открытия;Ордер;Символ;Тип;Объем;Цена;S / L;T / P;Время;Состояние;;Комментарий',
      deals: 'Время;Сделка;Символ;Тип;Направление;Объем;Цена;Ордер;Комиссия;Сбор;Своп;Прибыль',
    },
  ],
  [
    'Italian',
    {
      titles: ['Posizioni', 'Ordini', 'Affari'],
      positions:
        'Ora;Posizione;Simbolo;Tipo;Volume;Prezzo;S / L;T / P;Ora;Prezzo;Commissione;Swap;Profitto',
      orders: 'Ora di apertura;Ordine;Simbolo;Tipo;Volume;Prezzo;S / L;T / P;Ora;Stato;;Commento',
      deals:
        'Ora;Affare;Simbolo;Tipo;Direzione;Volume;Prezzo;Ordine;Commissione;Tassa;Swap;Profitto',
    },
  ],
  [
    'Turkish',
    {
      titles: ['Pozisyonlar', 'Emirler', 'İşlemler'],
      positions: 'Zaman;Pozisyon;Sembol;Tür;Hacim;Fiyat;S / L;T / P;Zaman;Fiyat;Komisyon;Swap;Kâr',
      orders: 'Açılış Zamanı;Emir;Sembol;Tür;Hacim;Fiyat;S / L;T / P;Zaman;Durum;;Yorum',
      deals: 'Zaman;İşlem;Sembol;Tür;Yön;Hacim;Fiyat;Emir;Komisyon;Ücret;Swap;Kâr',
    },
  ],
  [
    'Indonesian',
    {
      titles: ['Posisi', 'Order', 'Deal'],
      positions: 'Waktu;Posisi;Simbol;Tipe;Volume;Harga;S / L;T / P;Waktu;Harga;Komisi;Swap;Laba',
      orders: 'Waktu Buka;Order;Simbol;Tipe;Volume;Harga;S / L;T / P;Waktu;Status;;Komentar',
      deals: 'Waktu;Deal;Simbol;Tipe;Arah;Volume;Harga;Order;Komisi;Biaya;Swap;Laba',
    },
  ],
  [
    'German',
    {
      titles: ['Positionen', 'Aufträge', 'Trades'],
      positions:
        'Zeit;Position;Symbol;Typ;Volumen;Preis;S / L;T / P;Zeit;Preis;Kommission;Swap;Gewinn',
      orders: 'Eröffnungszeit;Auftrag;Symbol;Typ;Volumen;Preis;S / L;T / P;Zeit;Status;;Kommentar',
      deals: 'Zeit;Trade;Symbol;Typ;Richtung;Volumen;Preis;Auftrag;Kommission;Gebühr;Swap;Gewinn',
    },
  ],
  [
    'Polish',
    {
      titles: ['Pozycje', 'Zlecenia', 'Transakcje'],
      positions: 'Czas;Pozycja;Symbol;Typ;Wolumen;Cena;S / L;T / P;Czas;Cena;Prowizja;Swap;Zysk',
      orders: 'Czas otwarcia;Zlecenie;Symbol;Typ;Wolumen;Cena;S / L;T / P;Czas;Stan;;Komentarz',
      deals: 'Czas;Transakcja;Symbol;Typ;Kierunek;Wolumen;Cena;Zlecenie;Prowizja;Opłata;Swap;Zysk',
    },
  ],
  ['an unknown language', UNKNOWN_WORDS],
];

const fillReport = ({ titles, positions, orders, deals }: ReportWords): string => `Report;;;;
Name;;;Member
Account;;;"1000001 (USD, Broker-Demo, demo, Hedge)"

${titles[0]};;;;;;;;;;;;
${positions}
2026.11.20 16:10:03;111;XAUUSDm;sell;0.04;4106.17;4129.59;4068.09;2026.11.20 16:15:00;4101.093;0.00;0.00;20.31
2026.11.20 17:10:02;112;EURUSDm;buy;0.5;1.08541;1.08356;1.08756;2026.11.20 17:15:00;1.08561;0.00;0.00;-2.50

${titles[1]};;;;;;;;;;;;
${orders}
2026.11.20 16:10:03;111;XAUUSDm;sell;0.04 / 0.04;market;4129.59;4068.09;2026.11.20 16:10:03;filled;;
2026.11.20 16:15:00;113;XAUUSDm;buy;0.04 / 0.04;market;;;2026.11.20 16:15:00;filled;;
2026.11.20 17:10:02;112;EURUSDm;buy;0.5 / 0.5;market;1.08356;1.08756;2026.11.20 17:10:02;filled;;
${titles[2]};;;;;;;;;;;;
${deals}
2026.11.19 09:00:00;990;;balance;;;;;0.00;0.00;0.00;10000.00
2026.11.20 16:10:03;991;XAUUSDm;sell;in;0.04;4106.17;111;0.00;0.00;0.00;0.00
2026.11.20 16:15:00;992;XAUUSDm;buy;out;0.04;4101.093;113;0.00;0.00;0.00;20.31
`;

describe('MetaTrader 5 report in other languages', () => {
  it.each(REPORT_LANGUAGES)(
    'ends at the orders, which list closings with the opposite side: %s',
    async (_, words) => {
      const plan = await planImportFile(fillReport(words), MT5_SIGNALS);
      expect(inShort(plan)).toEqual(['14:10 XAUUSD PUT [0: ?]', '15:10 EURUSD CALL [0: ?]']);
      expect([plan.trades, plan.others, plan.bad]).toEqual([2, 0, []]);
    },
  );

  it.each(REPORT_LANGUAGES.filter(([, words]) => words !== UNKNOWN_WORDS))(
    'has prices and volumes: %s',
    async (_, words) => {
      const table = await readTable(fillReport(words));
      const { price, close, volume } = guessMapping(
        table.header,
        table.rows.map(({ cells }) => cells),
      );
      expect({ price, close, volume }).toEqual({ price: 5, close: 9, volume: 4 });
    },
  );

  it('ends at a section whose header is unknown', async () => {
    const report = fillReport({ ...UNKNOWN_WORDS, positions: FRENCH_WORDS.positions });
    const plan = await planImportFile(report, MT5_SIGNALS);
    expect([plan.trades, plan.others, plan.bad]).toEqual([2, 0, []]);
  });

  it('continues below a title that has no header', async () => {
    const text = `Wann;Was;Richtung
20.11.2026 14:10:03;EUR/USD;call

Freitag;;
20.11.2026 14:40:03;EUR/USD;put
`;
    const plan = await planImportFile(text, buildKnownSignals(EURUSD_20), { zone: 'UTC' });
    expect(inShort(plan)).toEqual(['14:10 EURUSD CALL [0: ?]', '14:40 EURUSD PUT [0: ?]']);
  });
});

describe('MetaTrader 4 statement', () => {
  it('imports closed trades and skips deposits and open trades', async () => {
    const html = `<html><body><table>
<tr><td colspan=13><b>Closed Transactions:</b></td></tr>
<tr><td>Ticket</td><td>Open Time</td><td>Type</td><td>Size</td><td>Item</td><td>Price</td><td>S / L</td><td>T / P</td><td>Close Time</td><td>Price</td><td>Commission</td><td>Swap</td><td>Profit</td></tr>
<tr><td>1</td><td>2026.11.20 09:00:00</td><td>balance</td><td colspan=10>Deposit</td></tr>
<tr><td>2</td><td>2026.11.20 16:10:03</td><td>buy</td><td>0.10</td><td>eurusd.r</td><td>1.08541</td><td>0.00000</td><td>0.00000</td><td>2026.11.20 16:15:00</td><td>1.08561</td><td>0.00</td><td>0.00</td><td>2.00</td></tr>
<tr><td colspan=10>&nbsp;</td><td>0.00</td><td>0.00</td><td>2.00</td></tr>
<tr><td colspan=12><b>Closed P/L:</b></td><td><b>2.00</b></td></tr>
<tr><td colspan=13><b>Open Trades:</b></td></tr>
<tr><td>Ticket</td><td>Open Time</td><td>Type</td><td>Size</td><td>Item</td><td>Price</td><td>S / L</td><td>T / P</td><td></td><td>Price</td><td>Commission</td><td>Swap</td><td>Profit</td></tr>
<tr><td>3</td><td>2026.11.20 16:40:03</td><td>sell</td><td>0.10</td><td>eurusd.r</td><td>1.08541</td><td>0</td><td>0</td><td></td><td>1.08561</td><td>0</td><td>0</td><td>2</td></tr>
</table></body></html>`;
    const plan = await planImportFile(html, buildKnownSignals(EURUSD_20), {
      zone: 'Europe/Athens',
    });
    expect(plan.entries).toHaveLength(1);
    expect(plan.entries[0]?.fields.trades).toEqual([
      { level: 0, stake: null, price: 1.08541, at: '2026-11-20T14:10:03.000Z', close: 1.08561 },
    ]);
    expect(plan.bad).toEqual([]);
  });
});

describe('other files', () => {
  it('are read after Excel’s sep= line', async () => {
    const text = 'sep=;\r\nOpen time;Asset;Type;Amount\r\n2026-11-20 14:10:03;EURUSD;buy;2\r\n';
    const plan = await planImportFile(text, buildKnownSignals(EURUSD_20), { zone: 'UTC' });
    expect(inShort(plan)).toEqual(['14:10 EURUSD CALL [0: 200]']);
  });

  it('can have blanks before quotes', async () => {
    const text =
      'Open time, "Asset", Type, "Amount"\n2026-11-20 14:10:03, "EUR/USD", buy, "2.00"\n';
    const plan = await planImportFile(text, buildKnownSignals(EURUSD_20), { zone: 'UTC' });
    expect(inShort(plan)).toEqual(['14:10 EURUSD CALL [0: 200]']);
  });

  it('can be in the code page of Russian Excel', async () => {
    const text = 'Дата;Актив;Тип;Сумма\r\n20.11.2026 14:10:03;EUR/USD;Вверх;2,00\r\n';
    const letters = new TextDecoder('windows-1251').decode(
      Uint8Array.from({ length: 256 }, (_, at) => at),
    );
    const bytes = Uint8Array.from(Array.from(text), (letter) => letters.indexOf(letter));
    const plan = await planImportFile(bytes, buildKnownSignals(EURUSD_20), { zone: 'UTC' });
    expect(inShort(plan)).toEqual(['14:10 EURUSD CALL [0: 200]']);
  });

  it.each([
    ['first', ['Entry', 'Exit']],
    ['last', ['Exit', 'Entry']],
  ])(
    'merge a trade’s entry and exit rows, with the entry %s',
    async (_, [one = '', other = '']) => {
      const row = (half: string) =>
        half === 'Entry'
          ? '1,Entry long,2026-11-20 14:10,LONG,1.08541,25,'
          : '1,Exit long,2026-11-20 14:15,X,1.08561,25,5';
      const text = `Trade #,Type,Date/Time,Signal,Price USD,Position size (qty),Net P&L USD\n${row(one)}\n${row(other)}\n`;
      const without = await planImportFile(text, buildKnownSignals(EURUSD_20), { zone: 'UTC' });
      expect(without.bad[0]?.reason).toBe(
        'it has no pair: choose the pair column, or one pair for all rows',
      );
      const plan = await planImportFile(text, buildKnownSignals(EURUSD_20), {
        zone: 'UTC',
        pair: 'EURUSD',
      });
      expect(plan.trades).toBe(1);
      expect(plan.entries[0]?.fields.trades).toEqual([
        { level: 0, stake: null, price: 1.08541, at: '2026-11-20T14:10:00.000Z', close: 1.08561 },
      ]);
    },
  );

  it('can be workbooks with serial dates', async () => {
    const file = aWorkbook({
      Notes: [['Exported by the broker']],
      Trades: [
        ['Open time', 'Asset', 'Type', 'Amount', 'Open price'],
        [{ serial: toSerialDate('2026-11-20T14:10:03') }, 'EUR/USD', 'Call', 2.5, 1.085],
      ],
    });
    const plan = await planImportFile(file, buildKnownSignals(EURUSD_20), { zone: 'UTC' });
    expect(plan.entries[0]?.fields.trades).toEqual([
      { level: 0, stake: 250, price: 1.085, at: '2026-11-20T14:10:03.000Z', close: null },
    ]);
  });

  const HEADER = ['Open time', 'Asset', 'Type', 'Amount'];
  const FIRST = ['2026-11-20 14:10:03', 'EUR/USD', 'Call', '2'];
  const SECOND = ['2026-11-20 14:40:03', 'EUR/USD', 'Put', '3'];
  const BOTH = ['14:10 EURUSD CALL [0: 200]', '14:40 EURUSD PUT [0: 300]'];

  it('are refused stakes in another currency, even if only the cell’s format states it', async () => {
    const amounts = [
      { amount: 2.5, currency: 'dollars' },
      { amount: 3.085, currency: 'euros' },
      { amount: 5000, currency: 'naira' },
    ] as const;
    const file = aWorkbook({
      Trades: [HEADER, ...amounts.map((amount) => [...FIRST.slice(0, 3), amount])],
    });
    const plan = await planImportFile(file, buildKnownSignals(EURUSD_20), { zone: 'UTC' });
    expect(inShort(plan)).toEqual(['14:10 EURUSD CALL [0: 250]']);
    expect(plan.bad).toEqual([
      { line: 3, reason: 'the stake “3.0850 €”: Enter the amount in US dollars' },
      { line: 4, reason: 'the stake “5000 NGN”: Enter the amount in US dollars' },
    ]);
  });

  it('are imported from all sheets with the same columns, with each row numbered once', async () => {
    const file = aWorkbook({
      October: [['Trades'], HEADER, [...FIRST, '', 'a wide row']],
      November: [HEADER, SECOND, ['soon', 'EUR/USD', 'Put', '3']],
      Orders: [
        ['Time', 'Symbol', 'Side', 'State'],
        ['2026-11-20 14:40:03', 'EUR/USD', 'Put', 'x'],
      ],
      Summary: [['Balance'], ['10']],
    });
    const { sheets, leftOut, rows } = await readTable(file);
    expect([sheets, leftOut]).toEqual([['October', 'November'], ['Orders']]);
    expect(rows.map(({ line }) => line)).toEqual([3, 5, 6]);
    const plan = await planImportFile(file, buildKnownSignals(EURUSD_20), { zone: 'UTC' });
    expect(inShort(plan)).toEqual(BOTH);
    expect(plan.bad.map(({ line }) => line)).toEqual([6]);
  });

  it('are imported from all sections with the same columns', async () => {
    const pages = [['Page 1'], HEADER, FIRST, ['Page 2'], HEADER, SECOND];
    const text = pages.map((row) => row.join()).join('\n');
    const plan = await planImportFile(text, buildKnownSignals(EURUSD_20), { zone: 'UTC' });
    expect(inShort(plan)).toEqual(BOTH);
    expect((await readTable(text)).leftOut).toEqual([]);
  });

  it('are imported from all tables of a page', async () => {
    const html = [FIRST, SECOND].map((row) => {
      const cells = [HEADER, row].map((each) => each.map((cell) => `<td>${cell}</td>`).join(''));
      return `<table><tr>${cells.join('</tr><tr>')}</tr></table>`;
    });
    const file = `<html><body>${html.join('')}</body></html>`;
    const plan = await planImportFile(file, buildKnownSignals(EURUSD_20), { zone: 'UTC' });
    expect(inShort(plan)).toEqual(BOTH);
  });

  it('name the sections that were left out', async () => {
    expect((await readTable(MT5)).leftOut).toEqual(['Deals']);
    expect((await readTable(fillReport(FRENCH_WORDS))).leftOut).toEqual(['Ordres', 'Transactions']);
  });

  it('are rejected if they contain no trades', async () => {
    await expect(readTable('Open time,Asset\n')).rejects.toThrow(/has no trades/);
  });
});

describe('exported journal', () => {
  const view = aView({
    note: 'Waited, then "went"\nin',
    tags: ['calm', 'news'],
    broker: 'Pocket Option',
    payout: 0.825,
    trades: [
      { level: 0, stake: 200, price: 1.085, at: '2026-11-20T14:10:03.000Z', close: null },
      { level: 1, stake: 440, price: null, at: null, close: 1.0861 },
    ],
  });
  const skipped = aView({ id: '20261120T1435Z', status: 'skipped', trades: [], note: '=1+1' });

  it('is imported in full, and changes nothing if it is already there', async () => {
    const text = `\uFEFF${formatJournalCsv([view, skipped])}`;
    const plan = await planImportFile(text, buildKnownSignals([]));
    const entries = afterPlan(plan);
    for (const one of [view, skipped]) {
      const { status, pair, direction, trades, broker, payout, note, tags } = one;
      expect(entries.get(one.id)).toMatchObject({
        status,
        pair,
        direction,
        trades,
        broker,
        payout,
        note,
        tags,
      });
    }
    const again = await planImportFile(
      text,
      buildKnownSignals([], new Map([view, skipped].map((one) => [one.id, one]))),
    );
    expect([again.writes, again.bad, again.entries.length]).toEqual([[], [], 2]);
  });

  it('has percentages as payouts, even if they could be amounts returned', async () => {
    const trades = [{ level: 0, stake: 5000, price: null, at: null, close: null }];
    const views = [
      aView({ payout: 0.92, trades }),
      aView({ id: '20261120T1435Z', payout: 0.88, trades }),
    ];
    const plan = await planImportFile(formatJournalCsv(views), buildKnownSignals([]));
    expect(plan.writes.map(({ change }) => change.payout).sort()).toEqual([0.88, 0.92]);
  });

  it('leaves out a row if its signal has another pair', async () => {
    const context = buildKnownSignals([received('2026-11-20 14:10', 'GBPUSD', 'CALL')]);
    const { outside } = await planImportFile(formatJournalCsv([view]), context);
    expect(outside[0]).toEqual({
      line: 2,
      reason: 'it doesn’t match its signal, GBP/USD CALL entered at 2026-11-20 14:10 UTC',
    });
    expect(ID).toBe('20261120T1405Z');
  });
});
