import { readFile, writeFile } from 'node:fs/promises';
import { runCommand, CommandError } from '../suite/command';
import { formatFigures, replaceFigures } from './docsFigures';
import { openToWrite, renderReport } from './report';
import { readOptions, runBacktest, USAGE } from './run';
import { formatBacktestSummary } from './summary';

/** @throws CommandError if the page can't be read or lacks the markers for figures */
async function writeFigures(path: string, figures: string): Promise<void> {
  const page = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new CommandError(`Couldn't read ${path}.`, { cause });
  });
  const updated = replaceFigures(page, figures);
  if (updated === null) throw new CommandError(`${path} has no markers for figures.`);
  await writeFile(path, updated);
}

async function backtest(args: string[]): Promise<number> {
  const options = readOptions(args);
  if (!options) {
    console.log(USAGE);
    return 0;
  }
  const { summary, pairs, days, seconds } = await runBacktest(options);
  if (options.report !== null) {
    const file = await openToWrite(options.report);
    try {
      await file.writeFile(renderReport(summary, pairs, days));
    } finally {
      await file.close();
    }
  }
  if (options.docs !== null) await writeFigures(options.docs, formatFigures(summary, pairs));
  console.log(formatBacktestSummary(summary, pairs, seconds));
  return 0;
}

runCommand(backtest);
