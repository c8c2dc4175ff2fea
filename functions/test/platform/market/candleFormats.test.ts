import { describe, expect, it } from 'vitest';
import {
  CANDLES,
  formatDatedRows,
  shiftCandles,
  lines,
  CANDLE_TIMES,
  useFolder,
  WITHOUT_VOLUME,
} from './candleTexts';

const { write, read } = useFolder();

const HISTDATA = lines(
  '20260511 000000;1.17;1.1701;1.16969;1.16979;0',
  '20260511 000500;1.16979;1.16989;1.16939;1.16949;0',
  '20260511 001000;1.16949;1.16959;1.16937;1.16947;0',
);

const METATRADER_5 = lines(
  '<DATE>\t<TIME>\t<OPEN>\t<HIGH>\t<LOW>\t<CLOSE>\t<TICKVOL>\t<VOL>\t<SPREAD>',
  '2026.05.11\t00:00:00\t1.17\t1.1701\t1.16969\t1.16979\t149\t0\t6',
  '2026.05.11\t00:05:00\t1.16979\t1.16989\t1.16939\t1.16949\t164\t0\t6',
  '2026.05.11\t00:10:00\t1.16949\t1.16959\t1.16937\t1.16947\t158\t0\t6',
);

const METATRADER_4 = lines(
  '2026.05.11,00:00,1.17,1.1701,1.16969,1.16979,149',
  '2026.05.11,00:05,1.16979,1.16989,1.16939,1.16949,164',
  '2026.05.11,00:10,1.16949,1.16959,1.16937,1.16947,158',
);

const STOOQ = lines(
  '<TICKER>,<PER>,<DATE>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>,<OPENINT>',
  'EURUSD,5,20260511,000000,1.17,1.1701,1.16969,1.16979,149,0',
  'EURUSD,5,20260511,000500,1.16979,1.16989,1.16939,1.16949,164,0',
  'EURUSD,5,20260511,001000,1.16949,1.16959,1.16937,1.16947,158,0',
);

describe('candle file with time zones in its rows', () => {
  it.each([
    [
      'Dukascopy, from its site',
      formatDatedRows('Gmt time,Open,High,Low,Close,Volume', [
        '11.05.2026 00:00:00.000',
        '11.05.2026 00:05:00.000',
        '11.05.2026 00:10:00.000',
      ]),
    ],
    [
      'Dukascopy, in local time',
      formatDatedRows('Local time,Open,High,Low,Close,Volume', [
        '11.05.2026 03:00:00.000 GMT+0300',
        '11.05.2026 03:05:00.000 GMT+0300',
        '11.05.2026 03:10:00.000 GMT+0300',
      ]),
    ],
    [
      'dukascopy-node',
      formatDatedRows('timestamp,open,high,low,close,volume', [
        '1778457600000',
        '1778457900000',
        '1778458200000',
      ]),
    ],
    [
      'TradingView, ISO times',
      formatDatedRows('time,open,high,low,close,Volume', [
        '2026-05-11T00:00:00Z',
        '2026-05-11T00:05:00Z',
        '2026-05-11T00:10:00Z',
      ]),
    ],
    [
      'TradingView, ISO times with an exchange’s offset',
      formatDatedRows('time,open,high,low,close,Volume', [
        '2026-05-10T20:00:00-04:00',
        '2026-05-10T20:05:00-04:00',
        '2026-05-10T20:10:00-04:00',
      ]),
    ],
    [
      'TradingView, epoch seconds',
      formatDatedRows('time,open,high,low,close,volume', [
        '1778457600',
        '1778457900',
        '1778458200',
      ]),
    ],
    [
      'a data frame with the time as its index',
      formatDatedRows(',open,high,low,close,volume', [
        '2026-05-11 01:00:00+01:00',
        '2026-05-11 01:05:00+01:00',
        '2026-05-11 01:10:00+01:00',
      ]),
    ],
    [
      'Binance, without a header',
      lines(
        '1778457600000,1.17,1.1701,1.16969,1.16979,149,1778457899999,174.3,12,70.1,82.0,0',
        '1778457900000,1.16979,1.16989,1.16939,1.16949,164,1778458199999,191.8,14,80.0,93.5,0',
        '1778458200000,1.16949,1.16959,1.16937,1.16947,158,1778458499999,184.7,13,77.2,90.2,0',
      ),
    ],
  ])('is parsed: %s', async (_, text) => {
    expect(await read(text)).toEqual(CANDLES);
  });

  it.each([
    [
      'with a column of adjusted closes',
      lines(
        'Datetime,Open,High,Low,Close,Adj Close,Volume',
        '2026-05-11 00:00:00+00:00,1.17,1.1701,1.16969,1.16979,1.16979,0',
        '2026-05-11 00:05:00+00:00,1.16979,1.16989,1.16939,1.16949,1.16949,0',
        '2026-05-11 00:10:00+00:00,1.16949,1.16959,1.16937,1.16947,1.16947,0',
      ),
    ],
    [
      'with three rows of headers',
      lines(
        'Price,Close,High,Low,Open,Volume',
        'Ticker,EURUSD=X,EURUSD=X,EURUSD=X,EURUSD=X,EURUSD=X',
        'Datetime,,,,,',
        '2026-05-11 01:00:00+01:00,1.16979,1.1701,1.16969,1.17,0',
        '2026-05-11 01:05:00+01:00,1.16949,1.16989,1.16939,1.16979,0',
        '2026-05-11 01:10:00+01:00,1.16947,1.16959,1.16937,1.16949,0',
      ),
    ],
  ])('is parsed: Yahoo Finance, %s', async (_, text) => {
    expect(await read(text)).toEqual(WITHOUT_VOLUME);
  });
});

describe('candle file in a format with a documented time zone', () => {
  it.each([
    ['HistData for spreadsheets', HISTDATA, 'EURUSD_M5.csv', WITHOUT_VOLUME],
    ['HistData for MetaTrader', METATRADER_4, 'DAT_MT_EURUSD_M1_202605.csv', CANDLES],
  ])('is parsed as EST without daylight saving time: %s', async (_, text, name, candles) => {
    expect(await read(text, name)).toEqual(shiftCandles(candles, 5));
  });

  it('uses the time zone in zone.txt instead if there is one', async () => {
    write('UTC\n', 'zone.txt');
    expect(await read(HISTDATA)).toEqual(WITHOUT_VOLUME);
  });
});

describe('candle file in a format without a time zone', () => {
  const formats = [
    ['MetaTrader 5', METATRADER_5],
    ['MetaTrader 5', METATRADER_5.replaceAll('\n', '\r\n')],
    ['MetaTrader 5', new Uint8Array(Buffer.from(`\uFEFF${METATRADER_5}`, 'utf16le'))],
    ['MetaTrader 4', METATRADER_4],
    ['Stooq', STOOQ],
    ['Finam', STOOQ.replaceAll(/,(?:<OPENINT>|0)$/gm, '').replaceAll(',', ';')],
    [
      'MetaTrader 5 for Python',
      formatDatedRows('time,open,high,low,close,tick_volume', CANDLE_TIMES).replaceAll(
        /(\d|volume)$/gm,
        (end) => `${end},${end === 'volume' ? 'spread,real_volume' : '6,0'}`,
      ),
    ],
    ['table without a header', formatDatedRows('', CANDLE_TIMES)],
    ['table', formatDatedRows('Datetime,Open,High,Low,Close,Volume', CANDLE_TIMES)],
    ['table', formatDatedRows('timestamp;open;high;low;close;volume', CANDLE_TIMES, ';')],
  ] as const;

  it.each(formats)(
    'is rejected with the format’s name, %s, until a zone is given',
    async (name, text) => {
      await expect(read(text)).rejects.toThrow(
        new RegExp(`^EURUSD_M5\\.csv .*${name}.* zone[\\s\\S]*zone\\.txt`),
      );
    },
  );

  it.each(formats)('is parsed once a zone is given: %s', async (_, text) => {
    write('Europe/Athens', 'zone.txt');
    expect(await read(text)).toEqual(shiftCandles(CANDLES, -3));
  });
});

describe('candle file in our own format', () => {
  it.each([
    ['semicolons', formatDatedRows('time;open;high;low;close;volume', CANDLE_TIMES, ';')],
    ['tabs', formatDatedRows('time\topen\thigh\tlow\tclose\tvolume', CANDLE_TIMES, '\t')],
    ['capitals', formatDatedRows('Time,Open,High,Low,Close,Volume', CANDLE_TIMES)],
    ['blanks', formatDatedRows('time, open, high, low, close, volume', CANDLE_TIMES, ', ')],
    [
      'hours and minutes',
      formatDatedRows('time,open,high,low,close,volume', CANDLE_TIMES).replaceAll(/:00,/g, ','),
    ],
    [
      'a T between day and hour',
      formatDatedRows('time,open,high,low,close,volume', CANDLE_TIMES).replaceAll('11 ', '11T'),
    ],
    [
      'dots in its dates',
      formatDatedRows('time,open,high,low,close,volume', CANDLE_TIMES).replaceAll(
        '2026-05-11',
        '2026.05.11',
      ),
    ],
    [
      'quotes',
      formatDatedRows('time,open,high,low,close,volume', CANDLE_TIMES).replaceAll(
        /[^,\n]+/g,
        '"$&"',
      ),
    ],
    [
      'decimal commas',
      formatDatedRows('time;open;high;low;close;volume', CANDLE_TIMES, ';').replaceAll('.', ','),
    ],
    [
      'Excel’s sep= line',
      `sep=;\n${formatDatedRows('time;open;high;low;close;volume', CANDLE_TIMES, ';')}`,
    ],
    [
      'columns in another order',
      lines(
        'volume,close,low,high,open,time,indicator',
        ...CANDLES.map(({ open, high, low, close, volume }, at) =>
          [volume, close, low, high, open, CANDLE_TIMES[at], 'NaN'].join(),
        ),
      ),
    ],
  ])('is parsed as UTC with %s', async (_, text) => {
    expect(await read(text)).toEqual(CANDLES);
  });

  it.each([
    ['UTF-16 with a byte order mark, little-endian', '\uFEFF', false],
    ['UTF-16 without a byte order mark, little-endian', '', false],
    ['UTF-16 with a byte order mark, big-endian', '\uFEFF', true],
  ])('is parsed in %s', async (_, mark, isBigEndian) => {
    const bytes = Buffer.from(
      `${mark}${formatDatedRows('time,open,high,low,close,volume', CANDLE_TIMES)}`,
      'utf16le',
    );
    expect(await read(new Uint8Array(isBigEndian ? bytes.swap16() : bytes))).toEqual(CANDLES);
  });

  it.each([
    ['GMT+3', -3],
    ['UTC+3', -3],
    ['UTC+03:00', -3],
    ['gmt-5', 5],
    ['+0300', -3],
    ['-5', 5],
    ['EST', 5],
    ['Etc/GMT+5', 5],
    ['Z', 0],
  ])('may state the time zone as %s', async (zone, hours) => {
    const header = `time (${zone}),open,high,low,close,volume`;
    expect(await read(formatDatedRows(header, CANDLE_TIMES))).toEqual(shiftCandles(CANDLES, hours));
  });

  it('accepts floating-point noise, exponents and NaN volumes', async () => {
    const text = lines(
      'time,open,high,low,close,volume',
      '2026-05-11 00:00:00,1.17,1.1701000000000001,1.16969,1.1697899999999999,9899.999999999998',
      '2026-05-11 00:05:00,1.16979,1.16989,1.16939,1.16949,1.64e2',
      '2026-05-11 00:10:00,1.16949,1.16959,1.16937,1.16947,NaN',
    );
    expect(await read(text)).toEqual(
      CANDLES.map((one, at) => ({ ...one, volume: [9899.999999999998, 164, 0][at] ?? 0 })),
    );
  });

  it.each([
    ['day first', ['12/05/2026 23:55', '13/05/2026 00:00', '13/05/2026 00:05']],
    ['month first', ['05/12/2026 23:55', '05/13/2026 00:00', '05/13/2026 00:05']],
    ['month first', ['5/12/2026 11:55 PM', '5/13/2026 12:00 AM', '5/13/2026 12:05 AM']],
    [
      'day first, from the order of the rows',
      ['05/05/2026 23:55', '06/05/2026 00:00', '06/05/2026 00:05'],
    ],
  ])('accepts slashed dates if the column distinguishes day and month: %s', async (_, times) => {
    const read3 = await read(formatDatedRows('time,open,high,low,close,volume', times));
    expect(read3.map(({ time }) => new Date(time).toISOString().slice(11, 16))).toEqual([
      '23:55',
      '00:00',
      '00:05',
    ]);
    expect(new Date(read3[2]?.time ?? 0).toISOString().slice(0, 10)).toMatch(/2026-05-(13|06)/);
  });
});
