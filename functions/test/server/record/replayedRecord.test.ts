import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { DEFAULT_PAIRS } from '@quantalgo/contracts/market/pairs';
import { signalDocumentSchema, type Signal } from '@quantalgo/contracts/signals/signal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runPublisher } from '../../../src/platform/record/publish';
import { createReplayMarket } from '../../../src/platform/market/replay';
import { settleDue } from '../../../src/platform/record/settle';
import { openEmulatedProject } from '../emulated';
import { readWholeLedger } from '../ledgerEntries';

const FOLDER = fileURLToPath(new URL('../../../../shared/data/candles', import.meta.url));
const hasCandles = existsSync(FOLDER);
if (!hasCandles)
  console.warn('Skipped: there are no candle files to replay in ../shared/data/candles');

const WEEK = 7 * 24 * 60 * 60_000;
/** A Wednesday, 14:00 UTC. */
const START = Date.UTC(2026, 10, 18, 14);
const SLOTS = 12;

/** A file's closes by end time (epoch ms), parsed without the product's code. */
function readCloses(pair: string): Map<number, number> {
  const rows = readFileSync(`${FOLDER}/${pair}_M5.csv`, 'utf8').trim().split('\n').slice(1);
  return new Map(
    rows.map((row) => {
      const cells = row.trim().split(',');
      const opened = Date.parse(`${String(cells[0]).replace(' ', 'T')}Z`);
      return [opened + 300_000, Number(cells[4])];
    }),
  );
}

/** Works out the outcome from the file and the published rules alone. */
function computeOutcome(
  { direction, createdAt }: Signal,
  closes: Map<number, number>,
  shift: number,
): string {
  const at = (minutes: number) => closes.get(createdAt - shift + minutes * 60_000) ?? NaN;
  for (const level of [0, 1, 2, 3]) {
    const gain = at(10 + 5 * level) - at(5 + 5 * level);
    if (level === 0 && gain === 0) return 'break-even';
    if (gain !== 0 && gain > 0 === (direction === 'CALL')) return `profit at level ${level}`;
  }
  return 'loss';
}

/** Finds the only shift in whole weeks that matches every signal's reference price to its row. */
function findShift(signals: readonly Signal[], files: Map<string, Map<number, number>>): number {
  const weeks = Array.from({ length: 60 }, (_, index) => index * WEEK);
  const fitting = weeks.filter((shift) =>
    signals.every((one) => files.get(one.pair)?.get(one.createdAt - shift) === one.entryPrice),
  );
  expect(fitting).toHaveLength(1);
  return fitting[0] ?? NaN;
}

describe.skipIf(!hasCandles)('record on replayed prices', () => {
  const server = openEmulatedProject('demo-server-replay');
  const { database } = server;
  let signals: Signal[] = [];

  beforeAll(async () => {
    await server.clear();
    const market = await createReplayMarket(FOLDER, DEFAULT_PAIRS);
    for (let slot = START; slot < START + SLOTS * SLOT_MS; slot += SLOT_MS) {
      await runPublisher(database, slot, { market, clock: () => slot + 2000 });
      await settleDue(database, { market, clock: () => slot + 3000 });
    }
    const end = START + SLOTS * SLOT_MS + 25 * 60_000;
    await settleDue(database, { market, clock: () => end });
    signals = (await server.documents('signals')).map((one) => signalDocumentSchema.parse(one));
  });
  afterAll(() => server.close());

  it('has a replayed signal in every slot', () => {
    expect(signals).toHaveLength(SLOTS);
    expect(new Set(signals.map(({ source }) => source))).toEqual(new Set(['replay']));
  });

  it('settles every signal with the outcome computed from the files', () => {
    const files = new Map(DEFAULT_PAIRS.map((pair) => [pair, readCloses(pair)]));
    const shift = findShift(signals, files);
    const settled = signals.filter(({ settlement }) => settlement !== null);
    expect(settled.length).toBeGreaterThanOrEqual(10);
    for (const signal of settled) {
      const { settlement } = signal;
      const actual =
        settlement?.outcome === 'profit'
          ? `profit at level ${settlement.level}`
          : settlement?.outcome;
      expect([signal.id, actual]).toEqual([
        signal.id,
        computeOutcome(signal, files.get(signal.pair) ?? new Map<number, number>(), shift),
      ]);
      for (const { at, price } of settlement?.closes ?? [])
        expect(price).toBe(files.get(signal.pair)?.get(at - shift));
    }
  });

  it('has a settlement for every slot, and only replayed entries', async () => {
    const entries = await readWholeLedger(server);
    expect(entries.filter(({ type }) => type === 'settlement')).toHaveLength(SLOTS);
    expect(entries.every(({ source }) => source === 'replay')).toBe(true);
  });
});
