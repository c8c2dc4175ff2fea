import { MINUTE_MS } from '@quantalgo/contracts/core/time';
import { describe, expect, it } from 'vitest';
import { formatDatedRows, MONDAY, CANDLE_TIMES, useFolder } from './candleTexts';

const { read } = useFolder();

describe('file without five-minute candles', () => {
  const apart = (minutes: number) =>
    formatDatedRows(
      'time,open,high,low,close,volume',
      [0, 1, 2].map((at) => new Date(MONDAY + at * minutes * MINUTE_MS).toISOString().slice(0, 19)),
    );

  it.each([
    ['fifteen minutes apart', apart(15), /rows 15 minutes apart.*five-minute \(M5\) or one-minute/],
    ['an hour apart', apart(60), /rows an hour apart/],
    ['four hours apart', apart(240), /rows 4 hours apart/],
    ['a day apart', apart(24 * 60), /rows a day apart/],
    ['ten seconds apart', apart(1 / 6), /rows 10 seconds apart/],
    [
      'dates without times',
      formatDatedRows('Date,Open,High,Low,Close,Volume', [
        '2026-05-11',
        '2026-05-12',
        '2026-05-13',
      ]),
      /rows a day apart/,
    ],
    ['MetaTrader 5 ticks', '<DATE>\t<TIME>\t<BID>\t<ASK>\t<LAST>\t<VOLUME>\n', /contains ticks/],
    ['Dukascopy ticks', 'Gmt time,Ask,Bid,AskVolume,BidVolume\n', /contains ticks/],
    ['HistData ticks', '20260511 000000123,1.17,1.1701,0\n', /contains ticks/],
    ['a missing column', 'time,open,high,close\n', /row 1 has no column for the low price/],
    [
      'rows from newest to oldest',
      formatDatedRows('time,open,high,low,close,volume', CANDLE_TIMES.toReversed()),
      /newest.*oldest/,
    ],
    [
      'ambiguous dates',
      formatDatedRows('time,open,high,low,close,volume', [
        '05/06/2026 00:00',
        '05/06/2026 00:05',
        '05/06/2026 00:10',
      ]),
      /“05\/06\/2026 00:00”.*day or month/,
    ],
    ['an archive or workbook', 'PK\u0003\u0004xl/workbook.xml', /ZIP archive or an Excel workbook/],
    ['a web page', '<!DOCTYPE html><html></html>', /web page/],
    ['JSON', '[{"time":1}]', /JSON/],
    ['an empty file', '', /is empty/],
  ])('is rejected with its kind: %s', async (_, text, message) => {
    await expect(read(text)).rejects.toThrow(message);
    await expect(read(text)).rejects.toThrow(/^EURUSD_M5\.csv/);
  });

  it('is rejected with the row if a single row is out of order', async () => {
    const good = formatDatedRows('time,open,high,low,close,volume', CANDLE_TIMES);
    const [, first = '', second = ''] = good.split('\n');
    await expect(read(`${good}${second}\n`)).rejects.toThrow(
      'EURUSD_M5.csv, row 5 is earlier than',
    );
    await expect(read(good.replace(second, first))).rejects.toThrow(
      'EURUSD_M5.csv, row 3 has the same time as the row before it',
    );
  });
});
