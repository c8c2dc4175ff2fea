import { readFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DEFAULT_PAIRS, pairSchema, slotStart, type Pair } from '@quantalgo/contracts';
import type { Candle } from '../../domain/candles';

const HEADER = 'time,open,high,low,close,volume';
const TIME = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}:\d{2}$/;
const NUMBER = /^\d+(\.\d+)?$/;

function candleOf(line: string): Candle | string {
  const [time = '', ...rest] = line.split(',');
  if (rest.length !== 5) return `has ${rest.length + 1} columns instead of 6`;
  const opensAt = TIME.test(time) ? Date.parse(`${time.replace(' ', 'T')}Z`) : NaN;
  if (Number.isNaN(opensAt)) return `has no time like 2026-05-13 06:10:00: ${time}`;
  if (opensAt !== slotStart(opensAt)) return `does not open with a five-minute slot: ${time}`;
  const wrong = rest.find((text) => !NUMBER.test(text));
  if (wrong !== undefined) return `has no number: ${wrong}`;
  const [open = 0, high = 0, low = 0, close = 0, volume = 0] = rest.map(Number);
  if (low <= 0) return 'has a price that is not above zero';
  if (high < Math.max(open, close) || low > Math.min(open, close))
    return 'has a high and low that do not hold open and close';
  return { time: opensAt, open, high, low, close, volume };
}

/**
 * Reads a candle file: `time,open,high,low,close,volume`, `time` being the open time read as UTC.
 * @throws Error that names the file and the row (from 1, the header's) that is wrong.
 */
export function parseCandles(file: string, text: string): Candle[] {
  const [header, ...lines] = text.trimEnd().split(/\r?\n/);
  if (header !== HEADER) throw new Error(`${file}, row 1 is not ${HEADER}`);
  const candles: Candle[] = [];
  for (const [index, line] of lines.entries()) {
    const candle = candleOf(line);
    if (typeof candle === 'string') throw new Error(`${file}, row ${index + 2} ${candle}`);
    const before = candles.at(-1);
    if (before && candle.time <= before.time)
      throw new Error(`${file}, row ${index + 2} is not later than the row before it`);
    candles.push(candle);
  }
  if (candles.length === 0) throw new Error(`${file} holds no candle`);
  return candles;
}

const ENDING = '_M5.csv';

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
  const name = `${pair}${ENDING}`;
  const path = join(folder, name);
  const { mtimeMs: changed } = await stat(path).catch((cause: unknown) => {
    throw new Error(`There is no candle file ${name} in ${folder}`, { cause });
  });
  const known = read.get(path);
  if (known?.changed === changed) return known.candles;
  const candles = parseCandles(name, await readFile(path, 'utf8'));
  read.set(path, { changed, candles });
  return candles;
}
