import { HOUR_MS } from '@quantalgo/contracts/core/time';
import { UTC, type NamedZone } from '@quantalgo/contracts/core/namedZones';

export interface TableShape {
  readonly file: string;
  readonly header: readonly string[];
  readonly cells: readonly string[];
  readonly delimiter: string;
  readonly isAbsolute: boolean;
}

export interface CandleFormat {
  /** Completes “This file is …”. */
  readonly name: string;
  readonly matches: (shape: TableShape) => boolean;
  /** Documented zone; null if the format leaves it open. */
  readonly zone: NamedZone | null;
  /** Most common zone if the format leaves it open. */
  readonly likelyZone: string;
}

/** Clock of most brokers: New York plus 7 hours, so that trading days end at midnight. */
const BROKER_ZONE = 'America/New_York+07:00';

/** https://www.histdata.com/f-a-q/data-files-detailed-specification */
const HISTDATA_ZONE: NamedZone = {
  name: 'EST without daylight saving time (UTC-5)',
  offsetAt: () => -5 * HOUR_MS,
};

const hasColumns = ({ header }: TableShape, ...names: readonly string[]) =>
  names.every((name) => header.includes(name));

export const NATIVE_FORMAT: CandleFormat = {
  name: 'our own format',
  matches: (shape) => hasColumns(shape, 'time') && !hasColumns(shape, 'date'),
  zone: UTC,
  likelyZone: UTC.name,
};

const CANDLE_FORMATS: readonly CandleFormat[] = [
  {
    name: 'an export from Stooq',
    matches: (shape) => hasColumns(shape, '<ticker>', '<openint>'),
    zone: null,
    likelyZone: 'Europe/Warsaw',
  },
  {
    name: 'an export from Finam',
    matches: (shape) => hasColumns(shape, '<ticker>'),
    zone: null,
    likelyZone: 'Europe/Moscow',
  },
  {
    name: 'an export from MetaTrader 5',
    matches: (shape) => hasColumns(shape, '<date>'),
    zone: null,
    likelyZone: BROKER_ZONE,
  },
  {
    name: 'an export from MetaTrader 5 for Python',
    matches: (shape) => hasColumns(shape, 'tick_volume'),
    zone: null,
    likelyZone: BROKER_ZONE,
  },
  {
    name: 'an export from Dukascopy',
    matches: (shape) => hasColumns(shape, 'gmt time') || hasColumns(shape, 'local time'),
    zone: null,
    likelyZone: UTC.name,
  },
  {
    name: 'an export from dukascopy-node',
    matches: ({ header, cells }) => header[0] === 'timestamp' && /^\d{13}$/.test(cells[0] ?? ''),
    zone: null,
    likelyZone: UTC.name,
  },
  {
    name: 'an export from Yahoo Finance',
    matches: (shape) => hasColumns(shape, 'adj close') || hasColumns(shape, 'price', 'close'),
    zone: null,
    likelyZone: 'Europe/London',
  },
  {
    name: 'an export from HistData',
    matches: ({ header, cells, file }) =>
      header.length === 0 && (/^\d{8} \d{6}$/.test(cells[0] ?? '') || /(?:^|_)DAT_MT_/i.test(file)),
    zone: HISTDATA_ZONE,
    likelyZone: '-05:00',
  },
  {
    name: 'an export from MetaTrader 4',
    matches: ({ header, cells }) =>
      header.length === 0 && /^\d{4}\.\d\d\.\d\d$/.test(cells[0] ?? ''),
    zone: null,
    likelyZone: BROKER_ZONE,
  },
  {
    name: 'a table without a header',
    matches: ({ header }) => header.length === 0,
    zone: null,
    likelyZone: UTC.name,
  },
  {
    name: 'an export from TradingView',
    matches: (shape) => hasColumns(shape, 'time') && shape.isAbsolute,
    zone: null,
    likelyZone: UTC.name,
  },
  NATIVE_FORMAT,
];

const FALLBACK_FORMAT: CandleFormat = {
  name: 'a table',
  matches: () => true,
  zone: null,
  likelyZone: UTC.name,
};

export const findFormat = (shape: TableShape): CandleFormat =>
  CANDLE_FORMATS.find(({ matches }) => matches(shape)) ?? FALLBACK_FORMAT;

const TIME_COLUMNS = [
  'time',
  'datetime',
  'date time',
  'date_time',
  'timestamp',
  'gmt time',
  'local time',
  'utc time',
  'open time',
  'open_time',
];

const DATE_COLUMNS = ['date', '<date>', '<dtyyyymmdd>', 'day'];

/** If a table has several of these columns, the first in the list is read. */
const PRICE_COLUMNS = {
  open: ['open', '<open>', 'o', 'bidopen'],
  high: ['high', '<high>', 'h', 'bidhigh'],
  low: ['low', '<low>', 'l', 'bidlow'],
  close: ['close', '<close>', 'c', 'bidclose'],
  volume: ['volume', 'vol', '<tickvol>', 'tick_volume', 'tickvol', 'tickqty', '<vol>', 'v'],
} as const;

/** Indexes in a row; null if missing. */
export interface Columns {
  /** The date if the time of day has its own column. */
  readonly time: number;
  readonly timeOfDay: number | null;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number | null;
}

const ZONED_TIME = /^(.+?)[ _]?\(([^()]+)\)$/;

/**
 * Also reads the zone from the time column's name: `time (Europe/Athens)`, `Gmt time`, `time_utc`.
 */
export function readHeader(cells: readonly string[]): {
  readonly header: readonly string[];
  readonly zone: string | null;
} {
  let zone: string | null = null;
  const header = cells.map((cell) => {
    const word = cell.trim().toLowerCase().replaceAll(/\s+/g, ' ');
    const [, base, zoneName] = ZONED_TIME.exec(cell.trim()) ?? [];
    if (base !== undefined && isTimeWord(base.toLowerCase())) {
      zone ??= zoneName ?? null;
      return base.toLowerCase();
    }
    const bareWord = word.replace(/^(?:gmt|utc)[ _]|[ _](?:gmt|utc)$/, '');
    if (bareWord === word || !isTimeWord(bareWord)) return word;
    zone ??= UTC.name;
    return word === 'gmt time' ? word : bareWord;
  });
  return { header, zone };
}

const isTimeWord = (word: string): boolean =>
  TIME_COLUMNS.includes(word) || DATE_COLUMNS.includes(word) || word === '<time>';

const findIndexOfAny = (header: readonly string[], words: readonly string[]): number | null => {
  const word = words.find((candidate) => header.includes(candidate));
  return word === undefined ? null : header.indexOf(word);
};

export const isHeader = (header: readonly string[]): boolean =>
  findIndexOfAny(header, PRICE_COLUMNS.open) !== null ||
  (header.some(isTimeWord) && header.some((word) => /[a-z]/.test(word)));

export const hasTickColumns = (header: readonly string[]): boolean =>
  findIndexOfAny(header, PRICE_COLUMNS.open) === null &&
  header.some((word) => /bid/.test(word)) &&
  header.some((word) => /ask/.test(word));

export function findColumns(header: readonly string[]): Columns | string {
  const find = (name: keyof typeof PRICE_COLUMNS) => findIndexOfAny(header, PRICE_COLUMNS[name]);
  const date = findIndexOfAny(header, DATE_COLUMNS);
  const timeOfDay = findIndexOfAny(header, ['<time>', ...TIME_COLUMNS]);
  const time = date ?? timeOfDay ?? (header[0] === '' || header[0] === 'price' ? 0 : null);
  if (time === null) return 'time';
  const [open, high, low, close] = [find('open'), find('high'), find('low'), find('close')];
  if (open === null) return 'open price';
  if (high === null) return 'high price';
  if (low === null) return 'low price';
  if (close === null) return 'close price';
  return {
    time,
    timeOfDay: date === null ? null : timeOfDay,
    open,
    high,
    low,
    close,
    volume: find('volume'),
  };
}

/** For rows without a header: time, open, high, low, close, optional volume. */
export function getDefaultColumns(cells: readonly string[], hasHour: boolean): Columns {
  const open = hasHour ? 2 : 1;
  const volume = cells.length > open + 4 ? open + 4 : null;
  return {
    time: 0,
    timeOfDay: hasHour ? 1 : null,
    open,
    high: open + 1,
    low: open + 2,
    close: open + 3,
    volume,
  };
}
