import { describe, expect, it } from 'vitest';
import { readTables } from '../../../../src/data/journal/import/readTables';
import { aWorkbook, toSerialDate } from '../../../support/aWorkbook';

const bytes = (text: string) => new TextEncoder().encode(text);

const utf16 = (text: string) => {
  const units = new DataView(new ArrayBuffer(2 * text.length + 2));
  for (const [at, unit] of [0xfeff, ...text.split('').map((one) => one.charCodeAt(0))].entries())
    units.setUint16(2 * at, unit, true);
  return new Uint8Array(units.buffer);
};

const MT4 = `<!DOCTYPE HTML><html><head><title>Statement: 1000001</title>
<style>td { color: black }</style></head><body><div align=center>
<table cellspacing=1><tr align=left><td colspan=2><b>Account: 1000001</b></td></tr>
<tr><td colspan=5><b>Closed Transactions:</b></td></tr>
<tr><td>Ticket</td><td nowrap>Open&nbsp;Time</td><td>Type</td><td>Size</td><td>Item</td></tr>
<tr><td title="#1">111<td class=msdate nowrap>2026.11.20 14:10:03<td>buy<td class=mspt>0.10<td>eurusd</tr>
<tr><td>112</td><td>2026.11.20 09:00:00</td><td>balance</td><td colspan=2>Deposit</td></tr>
</table></div></body></html>`;

const MT5 = `<html><body><table>
<tr><th colspan="4"><div style="font: 10pt"><b>Positions</b></div></th></tr>
<tr><td><b>Time</b></td><td><b>Symbol</b></td><td><b>Type</b></td><td><b>Volume</b></td></tr>
<tr><td>2026.11.20 16:10:03</td><td>XAUUSDm</td><td>sell</td><td class="hidden" colspan="8"></td><td>0.04</td></tr>
</table></body></html>`;

describe('readTables', () => {
  it('reads a MetaTrader 4 statement', async () => {
    const [table] = await readTables(bytes(MT4));
    expect(table?.rows).toEqual([
      ['Account: 1000001', ''],
      ['Closed Transactions:', '', '', '', ''],
      ['Ticket', 'Open Time', 'Type', 'Size', 'Item'],
      ['111', '2026.11.20 14:10:03', 'buy', '0.10', 'eurusd'],
      ['112', '2026.11.20 09:00:00', 'balance', 'Deposit', ''],
    ]);
  });

  it('reads a MetaTrader 5 report in UTF-16 without its hidden cells', async () => {
    const [table] = await readTables(utf16(MT5));
    expect(table?.rows.slice(1)).toEqual([
      ['Time', 'Symbol', 'Type', 'Volume'],
      ['2026.11.20 16:10:03', 'XAUUSDm', 'sell', '0.04'],
    ]);
  });

  it('reads the sheets of a workbook, with times as they are displayed', async () => {
    const workbook = aWorkbook({
      Info: [['Member']],
      Trades: [
        ['Date', 'Clock', 'Opened', 'Price', 'Stake'],
        [
          { serial: toSerialDate('2026-11-20T00:00:00') },
          { serial: 0.590_312_5 },
          { serial: toSerialDate('2026-11-20T14:10:03') },
          1.085,
          1250,
        ],
      ],
    });
    expect(await readTables(workbook)).toEqual([
      { name: 'Info', rows: [['Member']] },
      {
        name: 'Trades',
        rows: [
          ['Date', 'Clock', 'Opened', 'Price', 'Stake'],
          ['2026-11-20', '14:10:03', '2026-11-20 14:10:03', '1.0850', '1250'],
        ],
      },
    ]);
  });

  it('rounds calculated numbers as a spreadsheet displays them', async () => {
    const rows = [['Stake'], [48.400000000000006], [1_795_185_603_123], [1.085]];
    const [sheet] = await readTables(aWorkbook({ Trades: rows }));
    expect(sheet?.rows).toEqual([['Stake'], ['48.4'], ['1795185603123'], ['1.0850']]);
  });

  it('reads an XML workbook with its blank cells', async () => {
    const xml = `<?xml version="1.0"?><Workbook><Worksheet><Table>
<Row><Cell><Data>a</Data></Cell><Cell ss:StyleID="s1"/><Cell><Data>c</Data></Cell></Row>
<Row><Cell ss:Index="3"><Data>d</Data></Cell></Row></Table></Worksheet></Workbook>`;
    expect((await readTables(bytes(xml)))[0]?.rows).toEqual([
      ['a', '', 'c'],
      ['', '', 'd'],
    ]);
  });

  it('reads a workbook large enough to be unpacked in workers', async () => {
    const rows = Array.from({ length: 8000 }, (_, at) => [
      `row ${at}`,
      'EUR/USD',
      'call',
      at + 0.5,
    ]);
    const [sheet] = await readTables(aWorkbook({ Trades: rows }));
    expect(sheet?.rows).toHaveLength(8000);
  });

  it('reads a CSV with a sep= line', async () => {
    expect(await readTables(bytes('sep=;\r\na;b\r\n 1 ;2\r\n'))).toEqual([
      {
        name: null,
        rows: [
          ['a', 'b'],
          ['1', '2'],
        ],
      },
    ]);
  });

  const ole = (text: string) => Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, ...utf16(text).slice(2)]);

  it.each([
    ['an empty file', bytes(''), 'This file is empty.'],
    ['a file of blanks', bytes(' \r\n'), 'This file is empty.'],
    ['a workbook with a password', ole('EncryptedPackage'), /password-protected/],
    ['an old workbook', ole('Workbook'), /old Excel file/],
    ['a damaged workbook', Uint8Array.from([0x50, 0x4b, 3, 4, 9, 9]), /damaged or isn’t an Excel/],
    ['a PDF', bytes('%PDF-1.7'), /^This is a PDF, not a table/],
    ['a page without a table', bytes('<html><body>Hello</body></html>'), /has no table/],
    ['other binary data', Uint8Array.from([1, 0, 0, 7, 1, 0, 255, 254, 3]), /^This isn’t a table/],
    ['Russian letters of DOS', Uint8Array.from([0x84, 0xa0, 0xe2, 0xa0, 0x90]), /as CSV UTF-8/],
    ['a file that is too large', new Uint8Array(20_000_001), /larger than 20 MB/],
  ])('rejects %s', async (_, file, problem) => {
    await expect(readTables(file)).rejects.toThrow(problem);
  });
});
