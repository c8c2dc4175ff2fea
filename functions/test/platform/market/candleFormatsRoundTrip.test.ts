import { HOUR_MS, MINUTE_MS } from '@quantalgo/contracts/core/time';
import { parseZone } from '@quantalgo/contracts/core/namedZones';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Candle } from '../../../src/domain/market/candles';
import { NOON, someCandles } from '../../candles';
import { useFolder } from './candleTexts';

const { write, read } = useFolder();

const BROKER = 'America/New_York+07:00';

/** `2026-11-20T12:00:00` on the clock of a zone. */
function clock(at: number, zone = 'UTC'): string {
  const ahead = parseZone(zone)?.offsetAt(at) ?? Number.NaN;
  return new Date(at + ahead).toISOString().slice(0, 19);
}

const digits = (text: string) => text.replaceAll(/\D/g, '');

const dotted = (day: string) => day.split('-').toReversed().join('.');

const figures = ({ open, high, low, close, volume }: Candle) => [open, high, low, close, volume];

interface Program {
  /** File name without its extension. */
  readonly name: string;
  readonly header: string;
  readonly row: (candle: Candle) => string;
  /** The zone to put in `zone.txt`. */
  readonly zone?: string;
}

const PROGRAMS: Readonly<Record<string, Program>> = {
  own: {
    name: 'EURUSD_M5',
    header: 'time,open,high,low,close,volume',
    row: (one) => [clock(one.time).replace('T', ' '), ...figures(one)].join(),
  },
  MetaTrader5: {
    name: 'EURUSD_M5_202611200000_202611201155',
    header: '<DATE>\t<TIME>\t<OPEN>\t<HIGH>\t<LOW>\t<CLOSE>\t<TICKVOL>\t<VOL>\t<SPREAD>',
    row: (one) => {
      const [day = '', time = ''] = clock(one.time, BROKER).split('T');
      return [day.replaceAll('-', '.'), time, ...figures(one), 0, 6].join('\t');
    },
    zone: BROKER,
  },
  MetaTrader4: {
    name: 'EURUSD5',
    header: '',
    row: (one) => {
      const [day = '', time = ''] = clock(one.time, 'Europe/Athens').split('T');
      return [day.replaceAll('-', '.'), time.slice(0, 5), ...figures(one)].join();
    },
    zone: 'Europe/Athens',
  },
  HistData: {
    name: 'DAT_ASCII_EURUSD_M1_2026',
    header: '',
    row: (one) => {
      const [day = '', time = ''] = clock(one.time, '-05:00').split('T');
      return [`${digits(day)} ${digits(time)}`, ...figures(one)].join(';');
    },
  },
  Dukascopy: {
    name: 'EURUSD_Candlestick_5_M_BID_20.11.2026-20.11.2026',
    header: 'Gmt time,Open,High,Low,Close,Volume',
    row: (one) => {
      const [day = '', time = ''] = clock(one.time).split('T');
      return [`${dotted(day)} ${time}.000`, ...figures(one)].join();
    },
  },
  dukascopyNode: {
    name: 'eurusd-m5-bid-2026-11-20-2026-11-20',
    header: 'timestamp,open,high,low,close,volume',
    row: (one) => [one.time, ...figures(one)].join(),
  },
  TradingView: {
    name: 'FX_EURUSD, 5',
    header: 'time,open,high,low,close,Volume,EMA',
    row: (one) => [`${clock(one.time)}Z`, ...figures(one), 1.1].join(),
  },
  TradingViewEpoch: {
    name: 'OANDA_EURUSD, 5_1a2b3',
    header: 'time,open,high,low,close,Volume',
    row: (one) => [one.time / 1000, ...figures(one)].join(),
  },
  Yahoo: {
    name: 'EURUSD=X',
    header: 'Datetime,Open,High,Low,Close,Adj Close,Volume',
    row: (one) => {
      const [open, high, low, close, volume] = figures(one);
      const time = `${clock(one.time - HOUR_MS).replace('T', ' ')}-01:00`;
      return [time, open, high, low, close, close, volume].join();
    },
  },
  Stooq: {
    name: 'eurusd',
    header: '<TICKER>,<PER>,<DATE>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>,<OPENINT>',
    row: (one) => {
      const [day = '', time = ''] = clock(one.time, 'Europe/Warsaw').split('T');
      return ['EURUSD', 5, digits(day), digits(time), ...figures(one), 0].join();
    },
    zone: 'Europe/Warsaw',
  },
  spreadsheet: {
    name: 'EUR-USD',
    header: 'sep=;\nTime; Open; High; Low; Close; Volume',
    row: (one) =>
      [clock(one.time).slice(0, 16).replace('T', ' '), ...figures(one)]
        .join('; ')
        .replaceAll('.', ','),
  },
};

const quoted = (line: string, separators: string) =>
  line.replaceAll(new RegExp(`[^${separators}]+`, 'g'), (cell) => `"${cell.trim()}"`);

/** The five one-minute rows of a candle, whose move ends in the second. */
function toMinutes(candle: Candle): Candle[] {
  const { time, open, close } = candle;
  const still = { open: close, high: close, low: close, close, volume: 0 };
  return [
    { ...candle, close: open },
    { ...still, open, high: Math.max(open, close), low: Math.min(open, close) },
    still,
    still,
    still,
  ].map((one, minute) => ({ ...one, time: time + minute * MINUTE_MS }));
}

/** Ends of hours in which currencies trade, in winter and summer. */
const ENDS = [NOON, Date.UTC(2026, 6, 8, 3), Date.UTC(2027, 0, 5, 0, 30)];

const series = fc
  .constantFrom(...ENDS)
  .chain((end) =>
    fc
      .record({ candles: someCandles(24, end), holes: fc.array(fc.integer({ min: 2, max: 23 })) })
      .map(({ candles, holes }) => candles.filter((_, at) => !holes.includes(at))),
  );

const writing = fc.record({
  lineEnd: fc.constantFrom('\n', '\r\n'),
  isUtf16: fc.boolean(),
  isQuoted: fc.boolean(),
  isByMinute: fc.boolean(),
});

describe('candle files from other programs', () => {
  it.each(Object.entries(PROGRAMS))('round-trip: %s', async (_, program) => {
    const { name, header, row, zone = null } = program;
    await fc.assert(
      fc.asyncProperty(series, writing, async (candles, way) => {
        const rows = (way.isByMinute ? candles.flatMap(toMinutes) : candles).map(row);
        const cells = way.isQuoted
          ? rows.map((line) => quoted(line, line.includes(';') ? ';' : ',\t'))
          : rows;
        const text = [...(header === '' ? [] : header.split('\n')), ...cells].join(way.lineEnd);
        if (zone !== null) write(zone, 'zone.txt');
        const bytes = way.isUtf16 ? Buffer.from(`\uFEFF${text}`, 'utf16le') : Buffer.from(text);
        expect(await read(new Uint8Array(bytes), `${name}.csv`)).toEqual(candles);
      }),
      { numRuns: 25 },
    );
  });
});
