import { parseArgs } from 'node:util';
import { stat } from 'node:fs/promises';
import { type Pair } from '@quantalgo/contracts';
import { STRATEGIES } from '@quantalgo/functions/domain/strategies/registry';
import {
  candleFile,
  fileSpan,
  pairsIn,
  readCandlePortions,
} from '@quantalgo/functions/platform/market/candleFile';
import { CommandError } from '../suite/command';
import { FileMarket, type Portions } from './market';
import { Output } from './report';
import { type Day, Days, type Summary, Summing } from './summary';
import { walk } from './walk';

export interface BacktestOptions {
  /** Folder of `<PAIR>_M5.csv` files. */
  readonly candles: string;
  readonly json: string;
  readonly report: string | null;
  /** A page of Markdown whose paragraph of figures is written anew. */
  readonly docs: string | null;
}

export const USAGE = `Walks candle files slot by slot through the code that the publisher runs.

  npm run --silent backtest -- --candles DIR --json FILE [--report FILE.html] [--docs FILE.md]

  --candles DIR    folder of <PAIR>_M5.csv files, header time,open,high,low,close,volume,
                   time being the open time of the candle; volume may be missing.
                   Times are UTC unless the header, time (Europe/Athens),open,…, or a
                   file zone.txt beside them names another zone
  --json FILE      where signals, misses and summary are written
  --report FILE    where a page with charts is written
  --docs FILE      a page of Markdown with a place for figures, which is written anew
  --help           this text`;

function parsed(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        candles: { type: 'string' },
        json: { type: 'string' },
        report: { type: 'string' },
        docs: { type: 'string' },
        help: { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
}

/**
 * The options of the command line; null for `--help`.
 * @throws CommandError with the usage if an option is missing or unknown
 */
export function readOptions(args: string[]): BacktestOptions | null {
  const { candles = '', json = '', report, docs, help } = parsed(args);
  if (help) return null;
  if (candles === '') throw new CommandError(`--candles is missing.\n\n${USAGE}`);
  if (json === '') throw new CommandError(`--json is missing.\n\n${USAGE}`);
  if (report === '') throw new CommandError(`--report names no file.\n\n${USAGE}`);
  if (docs === '') throw new CommandError(`--docs names no file.\n\n${USAGE}`);
  return { candles, json, report: report ?? null, docs: docs ?? null };
}

const SHOWN_EVERY_MS = 100;

interface Terminal {
  write(text: string): unknown;
  readonly isTTY?: boolean;
}

/** Shows the progress from `from` to `to` (epoch ms) as a percentage; silent if the output isn't a terminal. */
export function percentOf(from: number, to: number, output: Terminal = process.stderr) {
  let shownAt = -Infinity;
  return (time: number): void => {
    if (output.isTTY !== true || performance.now() - shownAt < SHOWN_EVERY_MS) return;
    shownAt = performance.now();
    const share = Math.min(1, Math.max(0, (time - from) / (to - from || 1)));
    output.write(`\r${(100 * share).toFixed(0)} % \r`);
  };
}

const refusal = (cause: unknown) =>
  new CommandError(`${cause instanceof Error ? cause.message : String(cause)}.`, { cause });

/** Turns the reader's errors into refusals, as they concern the files that the user gave. */
async function* refusingUnreadable(rows: Portions) {
  try {
    yield* rows;
  } catch (error) {
    throw refusal(error);
  }
}

async function pairsOf(folder: string): Promise<Pair[]> {
  const found = await stat(folder).catch(() => null);
  if (!found?.isDirectory()) throw new CommandError(`There is no folder ${folder}.`);
  return pairsIn(folder).catch((error: unknown) => {
    throw refusal(error);
  });
}

/** The time (epoch ms) that all files together cover, judging by their first and last rows, and notes about them. */
async function spanOf(folder: string, pairs: readonly Pair[]) {
  const spans = await Promise.all(
    pairs.map(async (pair) => ({ pair, span: await fileSpan(candleFile(folder, pair)) })),
  ).catch((error: unknown) => {
    throw refusal(error);
  });
  const known = spans.flatMap(({ span }) => span ?? []);
  const unzoned = spans.flatMap(({ pair, span }) => (span && !span.isZoned ? [pair] : []));
  const notes =
    unzoned.length === 0
      ? []
      : [`The files of ${unzoned.join(', ')} name no zone: their times were read as UTC.`];
  return {
    from: Math.min(...known.map(({ from }) => from)),
    to: Math.max(...known.map(({ to }) => to)),
    notes,
  };
}

/** The result of a backtest, and how long (s) its walk took. */
export interface Finished {
  readonly summary: Summary;
  readonly pairs: readonly Pair[];
  readonly days: readonly Day[];
  readonly seconds: number;
}

/**
 * Walks a folder of candle files and writes the JSON file.
 * @throws CommandError that names the file and row, or the folder, that can't be read
 */
export async function runBacktest(folder: string, json: string): Promise<Finished> {
  const pairs = await pairsOf(folder);
  const { from, to, notes } = await spanOf(folder, pairs);
  const rows = new Map(
    pairs.map((pair) => [pair, refusingUnreadable(readCandlePortions(candleFile(folder, pair)))]),
  );
  const market = new FileMarket(rows, STRATEGIES);
  const summing = new Summing((from + to) / 2);
  const days = new Days();
  const output = await Output.create();
  const show = percentOf(from, to);
  const started = performance.now();
  try {
    const switchedOff = await walk(market, STRATEGIES, {
      played(signal) {
        summing.signal(signal);
        days.add(signal);
        output.signal(signal);
      },
      missed(slot, reason) {
        summing.miss();
        output.miss(slot, reason);
      },
      walked(slot) {
        show(slot);
        return output.drain();
      },
    });
    const seconds = (performance.now() - started) / 1000;
    const candles = market.files.reduce((sum, file) => sum + file.rows, 0);
    const summary = summing.result(candles, switchedOff, notes);
    await output.write(json, market.files, summary);
    return { summary, pairs, days: days.all, seconds };
  } finally {
    await output.remove();
  }
}
