import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { DEFAULT_PAIRS, pairSchema, type Pair } from '@quantalgo/contracts';
import type { Candle } from '../../domain/candles';
import { candleOfRow } from './candleRow';

const HEADER = 'time,open,high,low,close,volume';
const BYTE_ORDER_MARK = '\uFEFF';
/** No row of six numbers is as long: what is, is no candle file, and is not gathered in memory. */
const LONGEST_ROW = 1000;

/** The lines of a file, without their endings, in the portions in which they are read. */
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

/** Tells the candles of a file's lines, one after the other, and what is wrong with them. */
class RowReader {
  readonly #file: string;
  #row = 0;
  #before = -Infinity;
  #isOver = false;

  constructor(file: string) {
    this.#file = file;
  }

  /** The candles of these lines, up to one that is wrong, and an error that names the file and its row. */
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

  /** @throws Error where there was no candle. */
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
 * Reads a candle file portion by portion, keeping none: `time,open,high,low,close,volume`, `time` being the open time
 * read as UTC. Portions, because waiting for each row takes longer than reading it.
 * @throws Error that names the file and the row (from 1, the header's) that is wrong.
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
 * @throws Error that names the file and the row (from 1, the header's) that is wrong.
 */
export async function* readCandleRows(path: string): AsyncGenerator<Candle, void> {
  for await (const candles of readCandlePortions(path)) yield* candles;
}

const ENDING = '_M5.csv';

/** Where a folder keeps the candles of a pair. */
export const candleFile = (folder: string, pair: Pair): string => join(folder, `${pair}${ENDING}`);

/**
 * The pairs that a folder has candle files of, the usual ones first.
 * @throws Error where there is no such file.
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
 * The candles of `<PAIR>_M5.csv` in a folder, read again only when the file has changed.
 * @throws Error where the file is missing or a row is wrong.
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
