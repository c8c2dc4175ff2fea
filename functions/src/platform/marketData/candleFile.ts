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

/** The lines of a file, without their endings, read as they are asked for. */
async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of createReadStream(path, { encoding: 'utf8' })) {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield line.endsWith('\r') ? line.slice(0, -1) : line;
    if (rest.length > LONGEST_ROW) break;
  }
  if (rest !== '') yield rest.slice(0, LONGEST_ROW);
}

/**
 * Reads a candle file row by row, keeping none: `time,open,high,low,close,volume`, `time` being the open time read as
 * UTC.
 * @throws Error that names the file and the row (from 1, the header's) that is wrong.
 */
export async function* readCandleRows(path: string): AsyncGenerator<Candle> {
  const file = basename(path);
  let row = 0;
  let before = -Infinity;
  let isOver = false;
  for await (const line of linesOf(path)) {
    row += 1;
    if (row === 1) {
      if (line.replace(BYTE_ORDER_MARK, '') !== HEADER)
        throw new Error(`${file}, row 1 is not ${HEADER}`);
      continue;
    }
    if (line === '') {
      isOver = true;
      continue;
    }
    if (isOver) throw new Error(`${file}, row ${row} follows an empty one`);
    const candle = candleOfRow(line);
    if (typeof candle === 'string') throw new Error(`${file}, row ${row} ${candle}`);
    if (candle.time <= before)
      throw new Error(`${file}, row ${row} is not later than the row before it`);
    before = candle.time;
    yield candle;
  }
  if (row === 0) throw new Error(`${file}, row 1 is not ${HEADER}`);
  if (before === -Infinity) throw new Error(`${file} holds no candle`);
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
