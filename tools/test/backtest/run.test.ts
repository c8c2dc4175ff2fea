import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AUDIENCES,
  directionSchema,
  outcomeSchema,
  pairSchema,
  slotIdSchema,
} from '@quantalgo/contracts';
import { simulatedMarket } from '@quantalgo/functions/platform/market/simulated';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { figuresText, withFigures } from '../../src/backtest/prose';
import { reportPage } from '../../src/backtest/report';
import { type Finished, runBacktest } from '../../src/backtest/run';
import { summaryText } from '../../src/backtest/summary';
import { CommandError } from '../../src/suite/command';
import { inRoot } from '../../src/system/root';

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
      firstEntryRate: percent,
      entryPrice: z.number(),
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

const textOf = (at: number) => new Date(at).toISOString().slice(0, 19).replace('T', ' ');

async function candleRows(count: number): Promise<string[]> {
  const candles = await simulatedMarket(['EURUSD']).candles('EURUSD', NOON, count);
  return candles.map(({ time, open, high, low, close, volume }) =>
    [textOf(time), open, high, low, close, volume].join(','),
  );
}

const put = (rows: readonly string[]) =>
  writeFile(join(folder, 'EURUSD_M5.csv'), `${[HEADER, ...rows].join('\n')}\n`);

describe('a backtest', () => {
  let finished: Finished | null = null;
  let file: z.infer<typeof fileSchema> | null = null;
  beforeAll(async () => {
    await put(await candleRows(400));
    finished = await runBacktest(folder, join(folder, 'out.json'));
    file = fileSchema.parse(JSON.parse(await readFile(join(folder, 'out.json'), 'utf8')));
  });

  it('writes what the file promises', () => {
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

  it('says that times were read as UTC where the files name no zone', () => {
    const note = 'The files of EURUSD name no zone: their times were read as UTC.';
    expect(finished?.summary.notes).toEqual([note]);
    expect(finished && summaryText(finished.summary, finished.pairs, 2)).toContain(note);
  });

  it('names a level for a win, and for nothing else', () => {
    for (const { outcome, level } of file?.signals ?? [])
      expect(level !== null).toBe(outcome === 'profit');
  });

  it('tells what it found in words, with the cost of the martingale beside the win rate', () => {
    if (!finished) throw new Error('It was run');
    const text = summaryText(finished.summary, finished.pairs, 2);
    expect(text).toMatch(/400 candles of EURUSD in 2\.00 s: 200 candles per second/);
    expect(text).toMatch(/Win rate, 4 levels .* %/);
    expect(text).toMatch(/Per signal, 4 levels .* stakes/);
  });

  it('sets beside the signals what a coin and their opposite would have had', () => {
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

  it('tells calibration, AUC and ruin, and writes its figures into a page', () => {
    if (!finished) throw new Error('It was run');
    const { summary, pairs } = finished;
    expect(summaryText(summary, pairs, 2)).toMatch(/calibration error .* perfect .* – .*\n/);
    expect(summaryText(summary, pairs, 2)).toMatch(/AUC +0\.\d{4}/);
    expect(summaryText(summary, pairs, 2)).toMatch(/runs of 30 signals in a row, an account of 20/);
    const figures = figuresText(summary, pairs);
    const page = '# A\n<!-- npm run backtest -- --docs: begin -->\nOF BEFORE\n<!-- end -->\nb\n';
    const written = withFigures(page, figures) ?? '';
    expect(written).toContain(figures);
    expect(written).not.toContain('OF BEFORE');
    expect(withFigures(written, figures)).toBe(written);
    expect(withFigures('# A', figures)).toBeNull();
  });

  it('makes a page that needs nothing else and trusts no text', () => {
    if (!finished) throw new Error('It was run');
    const page = reportPage(finished.summary, ['<b>"EURUSD"'], finished.days);
    expect(page).toContain('&#60;b&#62;&#34;EURUSD&#34;');
    expect(page).not.toMatch(/<script|<link|src=|url\(|http/);
    expect(page.match(/<svg/g)?.length).toBeGreaterThanOrEqual(3);
    expect(page).not.toMatch(/NaN|undefined|Infinity/);
  });
});

describe('candles that make no sense', () => {
  const outcome = () => runBacktest(folder, join(folder, 'never.json'));

  it('are refused with file and row, and no file is written', async () => {
    const rows = await candleRows(60);
    await put([...rows.slice(0, 40), rows[40]?.replace(/,/, ';') ?? '', ...rows.slice(41)]);
    await expect(outcome()).rejects.toThrow(
      new CommandError('EURUSD_M5.csv, row 42 has 5 columns instead of 6.'),
    );
    expect(existsSync(join(folder, 'never.json'))).toBe(false);
  });

  it('are refused where a file is empty or has another header', async () => {
    await writeFile(join(folder, 'EURUSD_M5.csv'), '');
    await expect(outcome()).rejects.toThrow(`EURUSD_M5.csv, row 1 is not ${HEADER}.`);
    await writeFile(join(folder, 'EURUSD_M5.csv'), 'a,b\n1,2\n');
    await expect(outcome()).rejects.toThrow(`EURUSD_M5.csv, row 1 is not ${HEADER}.`);
  });

  it('are refused where there are none', async () => {
    await expect(runBacktest(join(folder, 'nowhere'), 'x.json')).rejects.toThrow(
      `There is no folder ${join(folder, 'nowhere')}.`,
    );
  });
});

const REAL = inRoot('..', 'shared', 'data', 'candles');
const isThere = existsSync(REAL);
if (!isThere) console.log(`Skipped: there are no real candles in ${REAL}`);

describe.skipIf(!isThere)('on real candles', () => {
  it('confidence holds in the second half, and basic signals stay within their number', async () => {
    const { summary, pairs } = await runBacktest(REAL, join(folder, 'real.json'));
    for (const scored of [summary.secondHalf.confidence, summary.secondHalf.firstEntry]) {
      expect(scored?.calibrationError).toBeLessThanOrEqual(3);
      expect(scored?.brierSkill.high).toBeGreaterThan(0);
    }
    expect(summary.mostBasicInADay).toBeLessThanOrEqual(30);
    const docs = await readFile(inRoot('docs', 'strategies.md'), 'utf8');
    expect(docs).toBe(withFigures(docs, figuresText(summary, pairs)));
  }, 120_000);
});
