import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { bundleTool } from '../build/functions';
import { CommandError } from '../suite/command';
import { runAndCapture } from '../system/childProcess';
import { inRoot } from '../system/root';
import { type Figure, percentile, type Section } from './section';

const CANDLES_FOLDER = inRoot('..', 'shared', 'data', 'candles');
const CANDLES_ZONE = 'America/New_York+07:00';
const RUN_COUNT = 5;
const MIN_CANDLES_PER_SECOND = 20_000;

const reportSchema = z.object({ summary: z.object({ candles: z.int(), signals: z.int() }) });

async function walk(program: string, folder: string) {
  const json = join(folder, 'backtest.json');
  const args = [program, '--candles', CANDLES_FOLDER, '--zone', CANDLES_ZONE, '--json', json];
  const { code, output } = await runAndCapture({ program: process.execPath, args });
  const rate = /: ([\d,]+) candles per second/.exec(output)?.[1];
  if (code !== 0 || rate === undefined) throw new CommandError(`The backtest failed:\n${output}`);
  const { summary } = reportSchema.parse(JSON.parse(readFileSync(json, 'utf8')));
  return { ...summary, perSecond: Number(rate.replaceAll(',', '')) };
}

async function measure(): Promise<Figure[]> {
  if (!existsSync(CANDLES_FOLDER)) {
    console.log('  backtest: skipped, because the folder ../shared/data/candles doesn’t exist');
    return [];
  }
  const program = await bundleTool('tools/src/backtest/command.ts');
  const folder = mkdtempSync(join(tmpdir(), 'bench-backtest-'));
  try {
    const runs = [];
    while (runs.length < RUN_COUNT) runs.push(await walk(program, folder));
    const [first] = runs;
    const speeds = runs.map(({ perSecond }) => perSecond);
    return [
      { name: 'candles', value: first?.candles ?? 0, unit: '' },
      { name: 'signals', value: first?.signals ?? 0, unit: '' },
      {
        name: 'speed, median',
        value: percentile(speeds, 0.5),
        unit: 'candles a second',
        atLeast: MIN_CANDLES_PER_SECOND,
      },
      { name: 'speed, minimum', value: percentile(speeds, 0), unit: 'candles a second' },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const backtest: Section = {
  title: `Candles per second of a backtest with walk-forward calibration, one core, ${RUN_COUNT} runs`,
  measure,
};
