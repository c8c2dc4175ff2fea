import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseZone } from '@quantalgo/contracts/core/namedZones';
import { parseSlotId, SLOT_MS } from '@quantalgo/contracts/core/slots';
import { pairSchema } from '@quantalgo/contracts/market/pairs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { formatFigures, replaceFigures } from '../../src/backtest/docsFigures';
import { type BacktestResult, runBacktest } from '../../src/backtest/run';
import { inRoot } from '../../src/system/root';

/** The clock of the real candles: on it, none lies in a closed hour. */
const BROKER = parseZone('America/New_York+07:00');

const REAL = inRoot('..', 'shared', 'data', 'candles');
const isThere = existsSync(REAL);
if (!isThere) console.log(`Skipped: there are no real candles in ${REAL}`);

const nullableNumber = z.nullable(z.number());

const signalSchema = z.object({
  slot: z.string(),
  pair: pairSchema,
  direction: z.enum(['CALL', 'PUT']),
  outcome: z.nullable(z.string()),
  level: nullableNumber,
  closes: z.nullable(z.array(nullableNumber)),
});

/** A signal as the backtest wrote it, so with every field. */
type Signal = z.infer<typeof signalSchema> & Readonly<Record<string, unknown>>;

const resultSchema = z.object({ signals: z.array(z.looseObject(signalSchema.shape)) });

async function backtest(candles: string, json: string) {
  const result = await runBacktest({ candles, json, zone: BROKER });
  const { signals } = resultSchema.parse(JSON.parse(await readFile(json, 'utf8')));
  return { ...result, signals };
}

/** All of the candles lie in New York's summer, when the broker's clock is three hours ahead. */
const toUtc = (brokerTime: string): number => Date.parse(`${brokerTime.replace(' ', 'T')}+03:00`);

/** The closes of one file, by epoch ms of the candle's end. Shares no code with the backtest. */
async function readCloses(pair: string): Promise<ReadonlyMap<number, number>> {
  const [, ...rows] = (await readFile(join(REAL, `${pair}_M5.csv`), 'utf8')).trim().split('\n');
  return new Map(
    rows.map((row) => {
      const [time = '', , , , close] = row.split(',');
      return [toUtc(time) + SLOT_MS, Number(close)];
    }),
  );
}

/** By the published rules: four levels, each five minutes long, the first entered after five. */
function settle({ slot, direction }: Signal, closes: ReadonlyMap<number, number>) {
  const [entry, ...exits] = [1, 2, 3, 4, 5].map((step) =>
    closes.get(parseSlotId(slot) + step * SLOT_MS),
  );
  let before = entry;
  for (const [level, close] of exits.entries()) {
    const move = before === undefined || close === undefined ? 0 : Math.sign(close - before);
    if (level === 0 && move === 0) return 'break-even at null';
    if (move === (direction === 'CALL' ? 1 : -1)) return `profit at ${level}`;
    before = close;
  }
  return 'loss at null';
}

describe.skipIf(!isThere)('real candles', () => {
  let folder = '';
  let whole: Awaited<ReturnType<typeof backtest>>;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'candles-'));
    whole = await backtest(REAL, join(folder, 'whole.json'));
  }, 120_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('stay calibrated for each strategy and in the second half, with at most 30 basic signals a day', async () => {
    const { summary, pairs }: BacktestResult = whole;
    for (const scored of [summary.secondHalf.confidence, summary.secondHalf.firstEntry]) {
      expect(scored?.calibrationError).toBeLessThanOrEqual(3);
      expect(scored?.brierSkill.high).toBeGreaterThan(0);
    }
    const { odds, perSignal } = summary.whole;
    const strategies = new Set(
      summary.whole.performance.details?.byStrategy.map(({ name }) => name),
    );
    const proven = odds.groups.filter(({ name, moved }) => strategies.has(name) && moved >= 1000);
    expect(proven.length).toBeGreaterThan(0);
    for (const { gap } of proven) expect(Math.abs(gap.value)).toBeLessThanOrEqual(gap.half);
    expect(Math.abs(perSignal.gap?.value ?? NaN)).toBeLessThanOrEqual(perSignal.gap?.half ?? NaN);
    expect(summary.mostBasicInADay).toBeLessThanOrEqual(30);
    const { essentialLead, shiftedLeads } = odds;
    expect(shiftedLeads).toHaveLength(8);
    expect(essentialLead?.value).toBeGreaterThan(Math.min(...shiftedLeads));
    expect(essentialLead?.value).toBeLessThan(Math.max(...shiftedLeads));
    const docs = await readFile(inRoot('docs', 'strategies.md'), 'utf8');
    expect(docs).toBe(replaceFigures(docs, formatFigures(summary, pairs)));
  });

  it('settle each signal as a separate reading of the files does', async () => {
    const settled = whole.signals.filter(({ outcome }) => outcome !== null);
    expect(settled.length).toBeGreaterThan(10_000);
    const closes = new Map<string, ReadonlyMap<number, number>>();
    for (const pair of new Set(settled.map((signal) => signal.pair)))
      closes.set(pair, await readCloses(pair));
    const differing = settled.filter((signal) => {
      const judged = settle(signal, closes.get(signal.pair) ?? new Map());
      return judged !== `${signal.outcome} at ${signal.level}`;
    });
    expect(differing).toEqual([]);
  });

  it('yield the same signals if all candles after a day are missing', async () => {
    const cutAt = toUtc('2026-05-29 00:00:00');
    const cut = await mkdtemp(join(folder, 'cut-'));
    for (const name of await readdir(REAL)) {
      const [header = '', ...rows] = (await readFile(join(REAL, name), 'utf8')).trim().split('\n');
      const earlierRows = rows.filter((row) => toUtc(row.split(',')[0] ?? '') < cutAt);
      await writeFile(join(cut, name), [header, ...earlierRows].join('\n'));
    }
    const { signals } = await backtest(cut, join(folder, 'cut.json'));
    const toSaid = ({ outcome, level, closes, go, noGoReason, ...said }: Signal) => said;
    const until = (all: readonly Signal[]) =>
      all.filter(({ slot }) => parseSlotId(slot) <= cutAt).map(toSaid);
    expect(until(signals).length).toBeGreaterThan(5000);
    expect(until(signals)).toEqual(until(whole.signals));
  }, 120_000);
});
