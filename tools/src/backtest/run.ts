import { stat } from 'node:fs/promises';
import type { Pair } from '@quantalgo/contracts';
import { STRATEGIES } from '@quantalgo/functions/domain/strategies/registry';
import {
  candleFile,
  pairsIn,
  readCandlePortions,
} from '@quantalgo/functions/platform/market/candleFile';
import { Refusal } from '../command/refusal';
import { Days, type Day } from './days';
import { FileMarket } from './fileMarket';
import { fileSpan } from './fileSpan';
import { Output } from './output';
import type { Portions } from './pairFile';
import { ProgressBar } from './progressBar';
import { Summing, type Summary } from './summary';
import { walk } from './walk';

const refusal = (cause: unknown) =>
  new Refusal(`${cause instanceof Error ? cause.message : String(cause)}.`, { cause });

/** Candles whose reader's complaints are for whoever gave the file. */
function mendable(rows: Portions): Portions {
  const reader = rows[Symbol.asyncIterator]();
  const next = () =>
    reader.next().catch((error: unknown) => {
      throw refusal(error);
    });
  return { [Symbol.asyncIterator]: () => ({ next }) };
}

async function pairsOf(folder: string): Promise<Pair[]> {
  const found = await stat(folder).catch(() => null);
  if (!found?.isDirectory()) throw new Refusal(`There is no folder ${folder}.`);
  return pairsIn(folder).catch((error: unknown) => {
    throw refusal(error);
  });
}

/** The time (epoch ms) that all files together cover, by their first and last rows. */
async function spanOf(folder: string, pairs: readonly Pair[]) {
  const spans = await Promise.all(pairs.map((pair) => fileSpan(candleFile(folder, pair))));
  const known = spans.flatMap((span) => span ?? []);
  return {
    from: Math.min(...known.map(({ from }) => from)),
    to: Math.max(...known.map(({ to }) => to)),
  };
}

/** What a backtest found, and how long (s) its walk took. */
export interface Finished {
  readonly summary: Summary;
  readonly pairs: readonly Pair[];
  readonly days: readonly Day[];
  readonly seconds: number;
}

/**
 * Walks a folder of candle files and writes the JSON file.
 * @throws Refusal that names file and row, or the folder, where something can't be read
 */
export async function runBacktest(folder: string, json: string): Promise<Finished> {
  const pairs = await pairsOf(folder);
  const { from, to } = await spanOf(folder, pairs);
  const rows = new Map(
    pairs.map((pair) => [pair, mendable(readCandlePortions(candleFile(folder, pair)))]),
  );
  const market = new FileMarket(rows, STRATEGIES);
  const summing = new Summing((from + to) / 2);
  const days = new Days();
  const output = await Output.create();
  const bar = new ProgressBar(from, to);
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
        bar.show(slot);
        return output.drain();
      },
    });
    const seconds = (performance.now() - started) / 1000;
    const candles = market.files.reduce((sum, file) => sum + file.rows, 0);
    const summary = summing.result(candles, switchedOff);
    await output.write(json, market.files, summary);
    return { summary, pairs, days: days.all, seconds };
  } finally {
    bar.end();
    await output.remove();
  }
}
