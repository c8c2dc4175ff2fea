import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pairSchema } from '@quantalgo/contracts/market/pairs';
import { AUDIENCES, directionSchema, outcomeSchema } from '@quantalgo/contracts/signals/signal';
import { verdictNameSchema } from '@quantalgo/contracts/signals/verdict';
import { createSimulatedMarket } from '@quantalgo/functions/platform/market/simulated';
import { parseZone } from '@quantalgo/contracts/core/namedZones';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { formatFigures, replaceFigures } from '../../src/backtest/docsFigures';
import { renderReport } from '../../src/backtest/report';
import { type BacktestResult, runBacktest } from '../../src/backtest/run';
import { formatBacktestSummary } from '../../src/backtest/summary';
import { CommandError } from '../../src/suite/command';
import { slotIdSchema } from '@quantalgo/contracts/core/slots';

const NOON = Date.UTC(2026, 10, 20, 12);
const HEADER = 'time,open,high,low,close,volume';
const iso = z.iso.datetime();
const percent = z.number().check(z.gte(0), z.lte(100));

const fileSchema = z.strictObject({
  candles: z.record(pairSchema, z.strictObject({ rows: z.int(), from: iso, to: iso })),
  signals: z.array(
    z.strictObject({
      slot: slotIdSchema,
      pair: pairSchema,
      direction: directionSchema,
      strategy: z.string(),
      audience: z.enum(AUDIENCES),
      confidence: percent,
      confidenceRange: z.tuple([percent, percent]),
      firstEntryRate: percent,
      firstEntryRange: z.tuple([percent, percent]),
      moves: percent,
      movedFirstEntryRate: percent,
      laterLevelRate: percent,
      verdict: verdictNameSchema,
      perFirstStake: z.number(),
      calibration: z.string(),
      entryPrice: z.number(),
      worstPrice: z.number(),
      go: z.nullable(z.boolean()),
      noGoReason: z.nullable(z.string()),
      rollover: z.boolean(),
      outcome: z.nullable(outcomeSchema),
      level: z.nullable(z.literal([0, 1, 2, 3])),
      closes: z.nullable(z.array(z.nullable(z.number())).check(z.length(5))),
    }),
  ),
  misses: z.array(z.strictObject({ slot: slotIdSchema, reason: z.string() })),
  summary: z.looseObject({ candles: z.int(), signals: z.int(), misses: z.int() }),
});

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candles-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const formatTime = (at: number) => new Date(at).toISOString().slice(0, 19).replace('T', ' ');

async function candleRows(count: number): Promise<string[]> {
  const candles = await createSimulatedMarket(['EURUSD']).candles('EURUSD', NOON, count);
  return candles.map(({ time, open, high, low, close, volume }) =>
    [formatTime(time), open, high, low, close, volume].join(','),
  );
}

const put = (rows: readonly string[]) =>
  writeFile(join(folder, 'EURUSD_M5.csv'), `${[HEADER, ...rows].join('\n')}\n`);

describe('runBacktest', () => {
  let finished: BacktestResult | null = null;
  let file: z.infer<typeof fileSchema> | null = null;
  beforeAll(async () => {
    await put(await candleRows(400));
    finished = await runBacktest({ candles: folder, json: join(folder, 'out.json') });
    file = fileSchema.parse(JSON.parse(await readFile(join(folder, 'out.json'), 'utf8')));
  });

  it('writes a file that matches the schema, with a signal or miss for each candle', () => {
    expect(file?.candles).toEqual({
      EURUSD: {
        rows: 400,
        from: new Date(NOON - 400 * 300_000).toISOString(),
        to: new Date(NOON - 300_000).toISOString(),
      },
    });
    expect(file?.summary).toMatchObject({
      candles: 400,
      signals: file?.signals.length,
      misses: file?.misses.length,
    });
    expect(file?.signals.length).toBeGreaterThan(50);
    expect((file?.signals.length ?? 0) + (file?.misses.length ?? 0)).toBe(400);
  });

  it('notes that times were read as UTC if the files state no time zone', () => {
    const note = "The files for EURUSD don't state a time zone, so their times were read as UTC.";
    expect(finished?.summary.notes).toEqual([note]);
    expect(finished && formatBacktestSummary(finished.summary, finished.pairs, 2)).toContain(note);
  });

  it('records a level for wins only', () => {
    for (const { outcome, level } of file?.signals ?? [])
      expect(level !== null).toBe(outcome === 'profit');
  });

  it('prints the win rate and the martingale’s result per signal', () => {
    if (!finished) throw new Error('It was run');
    const text = formatBacktestSummary(finished.summary, finished.pairs, 2);
    expect(text).toMatch(/400 candles of EURUSD in 2\.00 s: 200 candles per second/);
    expect(text).toMatch(/Win rate, 4 levels .*%/);
    expect(text).toMatch(/Per signal, 4 levels .* stakes/);
  });

  it('compares the signals with a coin and with their opposite', () => {
    const twins = finished?.summary.whole.twins;
    if (!twins) throw new Error('There were signals');
    const { signals, coin, opposite } = twins;
    expect(coin.resultPerSignal).toBeCloseTo(
      (signals.resultPerSignal + opposite.resultPerSignal) / 2,
      9,
    );
    const details = finished?.summary.whole.performance.details;
    const settled = finished?.summary.whole.performance.totalSignals ?? 0;
    if (signals.signals === settled)
      expect(signals.resultPerSignal).toBeCloseTo(details?.martingale.resultPerSignal ?? NaN, 6);
    expect(Math.abs(settled - signals.signals)).toBeLessThanOrEqual(5);
  });

  it('prints calibration, AUC and ruin, and replaces the figures in a page', () => {
    if (!finished) throw new Error('It was run');
    const { summary, pairs } = finished;
    expect(formatBacktestSummary(summary, pairs, 2)).toMatch(
      /calibration error .* perfect .* – .*\n/,
    );
    expect(formatBacktestSummary(summary, pairs, 2)).toMatch(/AUC +0\.\d{4}/);
    expect(formatBacktestSummary(summary, pairs, 2)).toMatch(
      /runs of 30 consecutive signals, \w+ levels wiped out an account of 20 /,
    );
    const figures = formatFigures(summary, pairs);
    const page = '# A\n<!-- npm run backtest -- --docs: begin -->\nOF BEFORE\n<!-- end -->\nb\n';
    const written = replaceFigures(page, figures) ?? '';
    expect(written).toContain(figures);
    expect(written).not.toContain('OF BEFORE');
    expect(replaceFigures(written, figures)).toBe(written);
    expect(replaceFigures('# A', figures)).toBeNull();
  });

  it('renders a self-contained report and escapes text', () => {
    if (!finished) throw new Error('It was run');
    const page = renderReport(finished.summary, ['<b>"EURUSD"'], finished.days);
    expect(page).toContain('&#60;b&#62;&#34;EURUSD&#34;');
    expect(page).not.toMatch(/<script|<link|src=|url\(|http/);
    expect(page.match(/<svg/g)?.length).toBeGreaterThanOrEqual(3);
    expect(page).not.toMatch(/NaN|undefined|Infinity/);
  });
});

describe('invalid candle files', () => {
  const outcome = () => runBacktest({ candles: folder, json: join(folder, 'never.json') });

  it('are rejected with file and row, without writing the output', async () => {
    const rows = await candleRows(60);
    await put([...rows.slice(0, 40), rows[40]?.replace(/,/, ';') ?? '', ...rows.slice(41)]);
    await expect(outcome()).rejects.toThrow(
      new CommandError('EURUSD_M5.csv, row 42 has 5 columns instead of 6.'),
    );
    expect(existsSync(join(folder, 'never.json'))).toBe(false);
  });

  it('are rejected if a file is empty or has an unknown header', async () => {
    await writeFile(join(folder, 'EURUSD_M5.csv'), '');
    await expect(outcome()).rejects.toThrow('EURUSD_M5.csv is empty.');
    await writeFile(join(folder, 'EURUSD_M5.csv'), 'a,b\n1,2\n');
    await expect(outcome()).rejects.toThrow(
      `EURUSD_M5.csv, row 1 is not a known candle header, such as ${HEADER}.`,
    );
  });

  it('are rejected if the folder does not exist', async () => {
    await expect(runBacktest({ candles: join(folder, 'nowhere'), json: 'x.json' })).rejects.toThrow(
      `Folder not found: ${join(folder, 'nowhere')}.`,
    );
  });
});

describe('candle files from other programs', () => {
  let other = '';
  beforeEach(async () => {
    other = await mkdtemp(join(tmpdir(), 'other candles-'));
  });
  afterEach(() => rm(other, { recursive: true, force: true }));

  const run = async (zone: string | null = null) => {
    const call = { candles: other, json: join(other, 'out.json') };
    const { summary, pairs } = await runBacktest({
      ...call,
      zone: zone === null ? null : parseZone(zone),
    });
    return { ...summary, pairs };
  };

  const METATRADER = [
    '<DATE>\t<TIME>\t<OPEN>\t<HIGH>\t<LOW>\t<CLOSE>\t<TICKVOL>\t<VOL>\t<SPREAD>',
    '2026.05.11\t00:00:00\t1.17\t1.1701\t1.16969\t1.16979\t149\t0\t6',
    '2026.05.11\t00:05:00\t1.16979\t1.16989\t1.16939\t1.16949\t164\t0\t6',
  ].join('\r\n');

  it('are rejected until a time zone is given, with the command to run', async () => {
    await writeFile(join(other, 'EURUSD_M5_202605110000.csv'), METATRADER);
    await expect(run()).rejects.toThrow(
      `EURUSD_M5_202605110000.csv is an export from MetaTrader 5, which doesn’t state the time zone of its rows. Pass the zone, usually America/New_York+07:00:

  npm run --silent backtest -- --candles '${other}' --json '${other}/out.json' --zone America/New_York+07:00`,
    );
    const { candles, notes, pairs } = await run('Europe/Athens');
    expect([candles, pairs]).toEqual([2, ['EURUSD']]);
    expect(notes).toEqual([
      'EURUSD: an export from MetaTrader 5, its times read as Europe/Athens.',
      'No signal was given. The first needs about 236 consecutive candles, but no file has more than 2.',
    ]);
  });

  it('are read with notes on conversions and skipped files', async () => {
    const minute = (at: number) => `20260511 00${String(at).padStart(2, '0')}00;1.1;1.2;1;1.1;0`;
    const rows = Array.from({ length: 13 }, (_, at) => minute(at));
    await writeFile(join(other, 'DAT_ASCII_EURUSD_M1_2026.csv'), rows.join('\n'));
    await writeFile(join(other, 'notes.csv'), 'a,b');
    const { candles, notes } = await run();
    expect(candles).toBe(2);
    expect(notes.slice(0, -1)).toEqual([
      'EURUSD: an export from HistData, its times read as EST without daylight saving time (UTC-5).',
      'EURUSD: 13 one-minute rows were combined into five-minute candles.',
      'Skipped, because the file name contains no pair: notes.csv.',
    ]);
  });

  it('are rejected if rows are neither one nor five minutes apart', async () => {
    const rows = ['00', '15', '30'].map((at) => `2026-05-11 00:${at}:00,1.1,1.2,1,1.1,0`);
    await writeFile(join(other, 'EURUSD.csv'), [HEADER, ...rows].join('\n'));
    await expect(run()).rejects.toThrow(
      'EURUSD.csv has rows 15 minutes apart: export five-minute (M5) or one-minute (M1) candles.',
    );
  });

  it('keep the time zone that they state, despite --zone', async () => {
    const rows = ['00', '05'].map((at) => `2026-05-11T00:${at}:00Z,1.1,1.2,1,1.1`);
    await writeFile(join(other, 'EURUSD.csv'), ['time,open,high,low,close', ...rows].join('\n'));
    expect((await run('Asia/Tokyo')).notes.slice(0, 2)).toEqual([
      'EURUSD: an export from TradingView.',
      'EURUSD: the file states its own zone, so --zone was not used.',
    ]);
  });

  it('yield neither signals nor misses in closed hours, and count the skipped rows', async () => {
    const simulated = await createSimulatedMarket(['EURUSD']).candles(
      'EURUSD',
      NOON - 6 * 86_400_000,
      600,
    );
    const last = simulated.at(-1)?.close ?? 1;
    const weekend = Array.from({ length: 300 }, (_, at) => ({
      time: Date.UTC(2026, 10, 14) + at * 300_000,
      flat: last,
    }));
    const rows = [
      ...simulated
        .filter(({ time }) => time < Date.UTC(2026, 10, 13, 22))
        .map(({ time, open, high, low, close }) =>
          [formatTime(time), open, high, low, close, 0].join(),
        ),
      ...weekend.map(({ time, flat }) => [formatTime(time), flat, flat, flat, flat, 0].join()),
    ];
    await writeFile(join(other, 'EURUSD.csv'), [HEADER, ...rows].join('\n'));
    const { notes, candles, signals, misses } = await run();
    expect(notes).toContain('EURUSD: skipped 300 rows from times when the market is closed.');
    expect(candles).toBe(rows.length - 300);
    expect(signals + misses).toBe(rows.length - 300);
    expect(signals).toBeGreaterThan(50);
  });
});
