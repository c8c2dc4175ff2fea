import { readOptions, USAGE } from './options';
import { runBacktest } from './run';
import { summaryText } from './summaryText';
import { write } from './write';
import { reportPage } from './report/page';
import { runCommand } from '../command/runCommand';

/** Walks candle files through the code that publishes and settles, and writes what came of it. */
async function backtest(args: string[]): Promise<number> {
  const options = readOptions(args);
  if (!options) {
    console.log(USAGE);
    return 0;
  }
  const { summary, pairs, days, seconds } = await runBacktest(options.candles, options.json);
  if (options.report !== null) await write(options.report, reportPage(summary, pairs, days));
  console.log(summaryText(summary, pairs, seconds));
  return 0;
}

runCommand(backtest);
