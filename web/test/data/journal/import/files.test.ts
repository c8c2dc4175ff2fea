import { describe, expect, it } from 'vitest';
import { formatJournalCsv } from '../../../../src/data/journal/journalCsv';
import { aWorkbook, serialOf } from '../../../support/aWorkbook';
import { aView, ID } from '../aRow';
import { afterPlan, inShort, knownOf, planOf, received, tableOf } from './anImport';

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

const MT5_SIGNALS = knownOf([
  received('2026-11-20 14:10', 'XAUUSD', 'PUT', ['won']),
  received('2026-11-20 15:10', 'EURUSD', 'CALL', ['won']),
]);

describe('MetaTrader 5 report', () => {
  const check = async (file: string | Uint8Array) => {
    const plan = await planOf(file, MT5_SIGNALS);
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
    const plan = await planOf(html, knownOf(EURUSD_20), { zone: 'Europe/Athens' });
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
    const plan = await planOf(text, knownOf(EURUSD_20), { zone: 'UTC' });
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
      const without = await planOf(text, knownOf(EURUSD_20), { zone: 'UTC' });
      expect(without.bad[0]?.why).toBe(
        'it has no pair: choose the pair column, or one pair for all rows',
      );
      const plan = await planOf(text, knownOf(EURUSD_20), { zone: 'UTC', pair: 'EURUSD' });
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
        [{ serial: serialOf('2026-11-20T14:10:03') }, 'EUR/USD', 'Call', 2.5, 1.085],
      ],
    });
    const plan = await planOf(file, knownOf(EURUSD_20), { zone: 'UTC' });
    expect(plan.entries[0]?.fields.trades).toEqual([
      { level: 0, stake: 250, price: 1.085, at: '2026-11-20T14:10:03.000Z', close: null },
    ]);
  });

  it('are rejected if they contain no trades', async () => {
    await expect(tableOf('Open time,Asset\n')).rejects.toThrow(/has no trades/);
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
    const plan = await planOf(text, knownOf([]));
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
    const again = await planOf(
      text,
      knownOf([], new Map([view, skipped].map((one) => [one.id, one]))),
    );
    expect([again.writes, again.bad, again.entries.length]).toEqual([[], [], 2]);
  });

  it('leaves out a row if its signal has another pair', async () => {
    const context = knownOf([received('2026-11-20 14:10', 'GBPUSD', 'CALL')]);
    const { outside } = await planOf(formatJournalCsv([view]), context);
    expect(outside[0]).toEqual({
      line: 2,
      why: 'it doesn’t match its signal, GBP/USD CALL entered at 2026-11-20 14:10 UTC',
    });
    expect(ID).toBe('20261120T1405Z');
  });
});
