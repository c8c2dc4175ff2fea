import { parseArgs } from 'node:util';
import { Refusal } from '../command/refusal';

export interface BacktestOptions {
  /** Folder of `<PAIR>_M5.csv` files. */
  readonly candles: string;
  readonly json: string;
  readonly report: string | null;
}

export const USAGE = `Walks candle files slot by slot through the code that the publisher runs.

  npm run --silent backtest -- --candles DIR --json FILE [--report FILE.html]

  --candles DIR    folder of <PAIR>_M5.csv files, header time,open,high,low,close,volume,
                   time being the open time of the candle, read as UTC
  --json FILE      where signals, misses and summary are written
  --report FILE    where a page with charts is written
  --help           this text`;

function parsed(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        candles: { type: 'string' },
        json: { type: 'string' },
        report: { type: 'string' },
        help: { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    throw new Refusal(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
}

/**
 * The options of the command line; null where help is asked for.
 * @throws Refusal with the usage when something is missing or unknown
 */
export function readOptions(args: string[]): BacktestOptions | null {
  const { candles = '', json = '', report, help } = parsed(args);
  if (help) return null;
  if (candles === '') throw new Refusal(`--candles is missing.\n\n${USAGE}`);
  if (json === '') throw new Refusal(`--json is missing.\n\n${USAGE}`);
  if (report === '') throw new Refusal(`--report names no file.\n\n${USAGE}`);
  return { candles, json, report: report ?? null };
}
