import { parseArgs } from 'node:util';
import type { Pair } from '@quantalgo/contracts/market/pairs';
import { MIN_TRIALS } from '@quantalgo/functions/domain/signals/calibration/calibration';
import { STRATEGIES } from '@quantalgo/functions/domain/signals/strategies/registry';
import { LOOKBACK } from '@quantalgo/functions/domain/signals/strategies/strategy';
import { parseZone, type NamedZone } from '@quantalgo/contracts/core/namedZones';
import { CommandError } from '../suite/command';
import { describeFiles, openCandles, refuseUnreadable } from './files';
import { FileMarket } from './market';
import { Output } from './report';
import { type Day, Days, type Summary, SummaryBuilder } from './summary';
import { walk } from './walk';

export interface BacktestOptions {
  readonly candles: string;
  readonly json: string;
  readonly zone: NamedZone | null;
  readonly report: string | null;
  readonly docs: string | null;
}

export const USAGE = `Runs candle files slot by slot through the publisher’s own code.

  npm run --silent backtest -- --candles DIR --json FILE [--zone ZONE] [--report FILE.html] [--docs FILE.md]

  --candles DIR    folder of CSV files with five-minute or one-minute candles. Each file name
                   must contain the pair: EURUSD.csv. Exports from MetaTrader, HistData,
                   Dukascopy, TradingView and Yahoo Finance work unchanged. Our own format
                   has the header time,open,high,low,close,volume and times in UTC
  --zone ZONE      zone for times that don’t state one: Europe/Athens, GMT+2, UTC, or
                   America/New_York+07:00 (most brokers). A header such as
                   time (Europe/Athens),open,… or a file zone.txt can state it instead
  --json FILE      file to write signals, misses and the summary to
  --report FILE    file to write a page with charts to
  --docs FILE      Markdown page whose marked figures are updated
  --help           show this help`;

function parseOptions(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        candles: { type: 'string' },
        json: { type: 'string' },
        zone: { type: 'string' },
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
 * @returns null for `--help`
 * @throws CommandError with the usage if an option is missing or unknown
 */
export function readOptions(args: string[]): BacktestOptions | null {
  const { candles = '', json = '', zone, report, docs, help } = parseOptions(args);
  if (help) return null;
  if (candles === '') throw new CommandError(`--candles is missing.\n\n${USAGE}`);
  if (json === '') throw new CommandError(`--json is missing.\n\n${USAGE}`);
  if (report === '') throw new CommandError(`--report needs a file name.\n\n${USAGE}`);
  if (docs === '') throw new CommandError(`--docs needs a file name.\n\n${USAGE}`);
  return { candles, json, zone: readZone(zone), report: report ?? null, docs: docs ?? null };
}

function readZone(name: string | undefined): NamedZone | null {
  if (name === undefined) return null;
  const zone = parseZone(name);
  if (zone) return zone;
  throw new CommandError(
    `Unknown zone: ${name}. Use a zone such as Europe/Athens, GMT+2, UTC or America/New_York+07:00.`,
  );
}

const PROGRESS_INTERVAL_MS = 100;

interface Terminal {
  write(text: string): unknown;
  readonly isTTY?: boolean;
}

/** Shows progress in percent, unless the output isn't a terminal. Times in epoch ms. */
export function createProgress(from: number, to: number, output: Terminal = process.stderr) {
  let shownAt = -Infinity;
  return (time: number): void => {
    if (output.isTTY !== true || performance.now() - shownAt < PROGRESS_INTERVAL_MS) return;
    shownAt = performance.now();
    const share = Math.min(1, Math.max(0, (time - from) / (to - from || 1)));
    output.write(`\r${(100 * share).toFixed(0)}% \r`);
  };
}

/** Quotes a word that a shell would split or expand. */
const quoteWord = (text: string): string =>
  /^[\w./:+=@-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;

function formatCommand({ candles, json, report = null, docs = null }: BacktestCall): string {
  const entries = Object.entries({ candles, json, report, docs });
  const options = entries.flatMap(([name, value]) =>
    value === null ? [] : [`--${name} ${quoteWord(value)}`],
  );
  return `npm run --silent backtest -- ${options.join(' ')}`;
}

type BacktestCall = Pick<BacktestOptions, 'candles' | 'json'> & Partial<BacktestOptions>;

export interface BacktestResult {
  readonly summary: Summary;
  readonly pairs: readonly Pair[];
  readonly days: readonly Day[];
  readonly seconds: number;
}

/** Candles needed before the first signal: a strategy's lookback and a trial per slot. */
const MIN_CANDLES = LOOKBACK + MIN_TRIALS;

function describeSilence(files: FileMarket['files'], lastReason: string | null): string {
  const maxRows = Math.max(...files.map(({ rows }) => rows));
  if (maxRows < MIN_CANDLES)
    return `No signal was given. The first needs about ${MIN_CANDLES} consecutive candles, but no file has more than ${maxRows}.`;
  return `No signal was given. At the last slot: ${lastReason ?? 'the market was closed'}. The JSON file has the reason for each slot.`;
}

/**
 * Backtests a folder of candle files and writes the JSON file.
 * @throws CommandError that names the unreadable folder, or the file and row, and the fix
 */
export async function runBacktest(call: BacktestCall): Promise<BacktestResult> {
  const { candles: folder, json, zone = null } = call;
  const set = await openCandles(folder, zone, formatCommand(call));
  const from = Math.min(...set.pairs.map((pair) => pair.from));
  const to = Math.max(...set.pairs.map((pair) => pair.to));
  const portions = set.pairs.map(
    (candles) => [candles.pair, refuseUnreadable(candles.portions())] as const,
  );
  const market = new FileMarket(new Map(portions), STRATEGIES);
  const summing = new SummaryBuilder((from + to) / 2);
  const days = new Days();
  const output = await Output.create();
  const show = createProgress(from, to);
  const startedAt = performance.now();
  let lastReason: string | null = null;
  try {
    const switchedOff = await walk(market, STRATEGIES, {
      played(signal) {
        summing.signal(signal);
        days.add(signal);
        output.signal(signal);
      },
      missed(slot, reason) {
        lastReason = reason;
        summing.miss();
        output.miss(slot, reason);
      },
      walked(slot) {
        show(slot);
        return output.drain();
      },
    });
    const seconds = (performance.now() - startedAt) / 1000;
    const candles = market.files.reduce((sum, file) => sum + file.rows, 0);
    const notes = describeFiles(set, zone);
    if (summing.isSilent) notes.push(describeSilence(market.files, lastReason));
    const summary = summing.result(candles, switchedOff, notes);
    await output.write(json, market.files, summary);
    return { summary, pairs: market.pairs, days: days.all, seconds };
  } finally {
    await output.remove();
  }
}
