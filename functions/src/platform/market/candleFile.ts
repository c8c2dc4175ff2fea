import { createReadStream } from 'node:fs';
import { type FileHandle, open, readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { DEFAULT_PAIRS, type Pair, pairSchema, slotStart } from '@quantalgo/contracts';
import { type Candle, isExactDecimal } from '../../domain/candles';
import { timeIn, UTC, type Zone, zoneOf } from '@quantalgo/contracts/named-zones';

const TIME = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}:\d{2}$/;

const NUMBER = /^\d+(\.\d+)?$/;

/** A written clock reading, `2026-05-13 06:10:00`, in epoch ms as if it were UTC; NaN where the text is none. */
function openTimeOf(text: string): number {
  return TIME.test(text) ? Date.parse(`${text.replace(' ', 'T')}Z`) : NaN;
}

/** The flaw in a written price or volume, or null. */
function flawOfNumber(text: string): string | null {
  if (!NUMBER.test(text)) return `has no number: ${text}`;
  return isExactDecimal(text) ? null : `has more digits than are exact: ${text}`;
}

/** How the rows of a candle file are written. */
export interface RowFormat {
  readonly zone: Zone;
  readonly hasVolume: boolean;
}

const USUAL: RowFormat = { zone: UTC, hasVolume: true };

/**
 * The candle in a row of a candle file, or the row's flaw. A volume that is missing or left empty is 0.
 * @param after when the candle before it opened, epoch ms
 */
export function candleOfRow(
  line: string,
  { zone, hasVolume }: RowFormat = USUAL,
  after = -Infinity,
): Candle | string {
  const [time = '', ...rest] = line.split(',');
  const columns = hasVolume ? 6 : 5;
  if (rest.length !== columns - 1) return `has ${rest.length + 1} columns instead of ${columns}`;
  if (!hasVolume || rest[4] === '') rest[4] = '0';
  const reading = openTimeOf(time);
  if (Number.isNaN(reading)) return `has no time like 2026-05-13 06:10:00: ${time}`;
  const opensAt = timeIn(zone, reading, after);
  if (Number.isNaN(opensAt)) return `has a time that clocks in ${zone.name} leave out: ${time}`;
  if (opensAt !== slotStart(opensAt)) return `does not open with a five-minute slot: ${time}`;
  for (const text of rest) {
    const flaw = flawOfNumber(text);
    if (flaw !== null) return flaw;
  }
  const [open = 0, high = 0, low = 0, close = 0, volume = 0] = rest.map(Number);
  if (low <= 0) return 'has a price that is not above zero';
  if (high < Math.max(open, close) || low > Math.min(open, close))
    return 'has a high and low that do not hold open and close';
  return { time: opensAt, open, high, low, close, volume };
}

const BYTE_ORDER_MARK = '\uFEFF';

const HEADER = 'time,open,high,low,close,volume';

const HEADERS = /^time(?: \((?<zone>[^,()]+)\))?,open,high,low,close(?<volume>,volume)?$/;

/** The format that a header names, in the zone of its folder where it names none; or its flaw. */
function formatOf(line: string, ofFolder: Zone): RowFormat | string {
  const named = HEADERS.exec(line.replace(BYTE_ORDER_MARK, ''));
  if (!named) return `is not ${HEADER}`;
  const { zone: name, volume } = named.groups ?? {};
  const zone = name === undefined ? ofFolder : zoneOf(name);
  return zone ? { zone, hasVolume: volume !== undefined } : `names a zone that is unknown: ${name}`;
}

/** A file beside candle files that names their zone. */
const ZONE_FILE = 'zone.txt';

/**
 * The zone that the folder of a candle file names; null where it names none.
 * @throws Error where it names an unknown one
 */
async function zoneOfFolder(folder: string): Promise<Zone | null> {
  const text = await readFile(join(folder, ZONE_FILE), 'utf8').catch(() => null);
  if (text === null) return null;
  const zone = zoneOf(text);
  if (!zone) throw new Error(`${ZONE_FILE} names a zone that is unknown: ${text.trim()}`);
  return zone;
}

/** Rows of six numbers are shorter: a file with a longer one is not a candle file and isn't buffered in memory. */
const MAX_ROW_LENGTH = 1000;

/** The lines of a file, without their endings, in the chunks in which they are read. */
async function* linesOf(path: string): AsyncGenerator<string[], void> {
  let rest = '';
  for await (const chunk of createReadStream(path, { encoding: 'utf8' })) {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    yield lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
    if (rest.length > MAX_ROW_LENGTH) break;
  }
  if (rest !== '') yield [rest.slice(0, MAX_ROW_LENGTH)];
}

/** Parses a file's lines to candles, in order, and reports their flaws. Empty lines are skipped. */
class RowReader {
  readonly #file: string;
  readonly #ofFolder: Zone;
  #format: RowFormat | null = null;
  #row = 0;
  #before = -Infinity;

  constructor(file: string, ofFolder: Zone) {
    this.#file = file;
    this.#ofFolder = ofFolder;
  }

  /** The candles of these lines up to the first invalid one, and an error that names the file and row. */
  readAll(lines: readonly string[]): { candles: Candle[]; error: Error | null } {
    const candles: Candle[] = [];
    for (const line of lines) {
      const read = this.#read(line);
      if (typeof read === 'string')
        return { candles, error: new Error(`${this.#file}, row ${this.#row} ${read}`) };
      if (read) candles.push(read);
    }
    return { candles, error: null };
  }

  /** @throws Error where there was no candle */
  end(): void {
    if (!this.#format) throw new Error(`${this.#file}, row 1 is not ${HEADER}`);
    if (this.#before === -Infinity) throw new Error(`${this.#file} holds no candle`);
  }

  #read(line: string): Candle | string | null {
    this.#row += 1;
    if (line.trim() === '') return null;
    if (!this.#format) {
      const format = formatOf(line, this.#ofFolder);
      if (typeof format === 'string') return format;
      this.#format = format;
      return null;
    }
    const candle = candleOfRow(line, this.#format, this.#before);
    if (typeof candle === 'string') return candle;
    if (candle.time <= this.#before) return 'is not later than the row before it';
    this.#before = candle.time;
    return candle;
  }
}

/** What a candle file's ends tell of it. Times in epoch ms. */
export interface FileSpan {
  readonly from: number;
  readonly to: number;
  /** Whether the file or one beside it names the zone of its times, which is UTC otherwise. */
  readonly isZoned: boolean;
}

/** Bytes to read at either end of a file: more than two rows and some empty lines take. */
const LOOKED_AT = 4096;

async function linesAt(file: FileHandle, position: number): Promise<string[]> {
  const buffer = Buffer.alloc(LOOKED_AT);
  const { bytesRead } = await file.read(buffer, 0, LOOKED_AT, Math.max(0, position));
  const lines = buffer.subarray(0, bytesRead).toString('utf8').split('\n');
  return lines.map((line) => line.trimEnd()).filter((line) => line !== '');
}

/**
 * Opening times of a file's first and last candle, without reading the rest; null if its ends can't be parsed, which
 * the reader will report.
 * @throws Error where its folder names an unknown zone
 */
export async function fileSpan(path: string): Promise<FileSpan | null> {
  const ofFolder = await zoneOfFolder(dirname(path));
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const [header = '', first = ''] = await linesAt(file, 0);
    const format = formatOf(header, ofFolder ?? UTC);
    if (typeof format === 'string') return null;
    const last = (await linesAt(file, size - LOOKED_AT)).at(-1) ?? '';
    const [from, to] = [candleOfRow(first, format), candleOfRow(last, format)];
    const isZoned = ofFolder !== null || header.includes('(');
    return typeof from === 'string' || typeof to === 'string'
      ? null
      : { from: from.time, to: to.time, isZoned };
  } finally {
    await file.close();
  }
}

/**
 * Streams a candle file in portions: `time,open,high,low,close,volume`, `time` being the open time. The header may name
 * its zone, `time (Europe/Athens)`, as may {@link ZONE_FILE} beside the file; without either it is UTC. `volume` may be
 * missing. In portions, because awaiting each row would take longer than reading it.
 * @throws Error that names the file and the invalid row (from 1, the header's)
 */
export async function* readCandlePortions(path: string): AsyncGenerator<Candle[], void> {
  const ofFolder = await zoneOfFolder(dirname(path));
  const reader = new RowReader(basename(path), ofFolder ?? UTC);
  for await (const lines of linesOf(path)) {
    const { candles, error } = reader.readAll(lines);
    if (candles.length > 0) yield candles;
    if (error) throw error;
  }
  reader.end();
}

/**
 * Reads a candle file row by row, see {@link readCandlePortions}.
 * @throws Error that names the file and the invalid row (from 1, the header's)
 */
export async function* readCandleRows(path: string): AsyncGenerator<Candle, void> {
  for await (const candles of readCandlePortions(path)) yield* candles;
}

const ENDING = '_M5.csv';

/** The path of a pair's candle file in a folder. */
export const candleFile = (folder: string, pair: Pair): string => join(folder, `${pair}${ENDING}`);

/**
 * The pairs with candle files in a folder, the default pairs first.
 * @throws Error where there is no such file
 */
export async function pairsIn(folder: string): Promise<Pair[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(ENDING)).sort();
  const found = names.flatMap(
    (name) => pairSchema.safeParse(name.slice(0, -ENDING.length)).data ?? [],
  );
  if (found.length === 0) throw new Error(`There is no candle file <PAIR>${ENDING} in ${folder}`);
  const usual = DEFAULT_PAIRS.filter((pair) => found.includes(pair));
  return [...usual, ...found.filter((pair) => !usual.includes(pair))];
}

const read = new Map<string, { readonly changed: number; readonly candles: readonly Candle[] }>();

/**
 * The candles of `<PAIR>_M5.csv` in a folder, cached until the file changes.
 * @throws Error where the file is missing or a row is invalid
 */
export async function readCandles(folder: string, pair: Pair): Promise<readonly Candle[]> {
  const path = candleFile(folder, pair);
  const { mtimeMs: changed } = await stat(path).catch((cause: unknown) => {
    throw new Error(`There is no candle file ${basename(path)} in ${folder}`, { cause });
  });
  const known = read.get(path);
  if (known?.changed === changed) return known.candles;
  const candles: Candle[] = [];
  for await (const candle of readCandleRows(path)) candles.push(candle);
  read.set(path, { changed, candles });
  return candles;
}
