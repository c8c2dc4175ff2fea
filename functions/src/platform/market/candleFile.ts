import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { DEFAULT_PAIRS, type Pair, pairSchema, slotStart } from '@quantalgo/contracts';
import { type Candle, isExactDecimal } from '../../domain/candles';

const TIME = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}:\d{2}$/;

const NUMBER = /^\d+(\.\d+)?$/;

/** Open time (epoch ms) of a candle, written as `2026-05-13 06:10:00` (UTC); NaN where the text isn't such a time. */
export function openTimeOf(text: string): number {
  return TIME.test(text) ? Date.parse(`${text.replace(' ', 'T')}Z`) : NaN;
}

/** The flaw in a written price or volume, or null. */
export function flawOfNumber(text: string): string | null {
  if (!NUMBER.test(text)) return `has no number: ${text}`;
  return isExactDecimal(text) ? null : `has more digits than are exact: ${text}`;
}

/** The candle in a row of a candle file, or the row's flaw. */
export function candleOfRow(line: string): Candle | string {
  const [time = '', ...rest] = line.split(',');
  if (rest.length !== 5) return `has ${rest.length + 1} columns instead of 6`;
  const opensAt = openTimeOf(time);
  if (Number.isNaN(opensAt)) return `has no time like 2026-05-13 06:10:00: ${time}`;
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

const HEADER = 'time,open,high,low,close,volume';

const BYTE_ORDER_MARK = '\uFEFF';

/** Rows of six numbers are shorter: a file with a longer one is not a candle file and isn't buffered in memory. */
const LONGEST_ROW = 1000;

/** The lines of a file, without their endings, in the chunks in which they are read. */
async function* linesOf(path: string): AsyncGenerator<string[], void> {
  let rest = '';
  for await (const chunk of createReadStream(path, { encoding: 'utf8' })) {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    yield lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
    if (rest.length > LONGEST_ROW) break;
  }
  if (rest !== '') yield [rest.slice(0, LONGEST_ROW)];
}

/** Parses a file's lines to candles, in order, and reports their flaws. */
class RowReader {
  readonly #file: string;
  #row = 0;
  #before = -Infinity;
  #isOver = false;

  constructor(file: string) {
    this.#file = file;
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
    if (this.#row === 0) throw new Error(`${this.#file}, row 1 is not ${HEADER}`);
    if (this.#before === -Infinity) throw new Error(`${this.#file} holds no candle`);
  }

  #read(line: string): Candle | string | null {
    this.#row += 1;
    if (this.#row === 1)
      return line.replace(BYTE_ORDER_MARK, '') === HEADER ? null : `is not ${HEADER}`;
    this.#isOver ||= line === '';
    if (this.#isOver) return line === '' ? null : 'follows an empty one';
    const candle = candleOfRow(line);
    if (typeof candle === 'string') return candle;
    if (candle.time <= this.#before) return 'is not later than the row before it';
    this.#before = candle.time;
    return candle;
  }
}

/**
 * Streams a candle file in portions: `time,open,high,low,close,volume`, `time` being the open time in UTC. In portions,
 * because awaiting each row would take longer than reading it.
 * @throws Error that names the file and the invalid row (from 1, the header's)
 */
export async function* readCandlePortions(path: string): AsyncGenerator<Candle[], void> {
  const reader = new RowReader(basename(path));
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
