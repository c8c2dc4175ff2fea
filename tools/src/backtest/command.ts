import { runCommand } from '../suite/command';
import { openToWrite, reportPage } from './report';
import { readOptions, runBacktest, USAGE } from './run';
import { summaryText } from './summary';

/** Replays candle files through the code that publishes and settles, and writes the results. */
async function backtest(args: string[]): Promise<number> {
  const options = readOptions(args);
  if (!options) {
    console.log(USAGE);
    return 0;
  }
  const { summary, pairs, days, seconds } = await runBacktest(options.candles, options.json);
  if (options.report !== null) {
    const file = await openToWrite(options.report);
    try {
      await file.writeFile(reportPage(summary, pairs, days));
    } finally {
      await file.close();
    }
  }
  console.log(summaryText(summary, pairs, seconds));
  return 0;
}

runCommand(backtest);
