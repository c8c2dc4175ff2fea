import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { DAY_MS } from '@quantalgo/contracts/core/time';
import type { Pair } from '@quantalgo/contracts/market/pairs';
import { isRollover } from '@quantalgo/contracts/market/sessions';
import type { Candle } from '@quantalgo/functions/domain/market/candles';
import {
  computeFeatures,
  FEATURE_NAMES,
} from '@quantalgo/functions/domain/signals/regression/features';
import {
  createModel,
  type Model,
  type Sample,
  toProbabilityUp,
  updateModel,
} from '@quantalgo/functions/domain/signals/regression/model';
import { meanReversion } from '@quantalgo/functions/domain/signals/strategies/meanReversion';
import { regression } from '@quantalgo/functions/domain/signals/strategies/regression';
import { LOOKBACK, type Windows } from '@quantalgo/functions/domain/signals/strategies/strategy';
import { reversal } from './reversal';
import { DecisionScore } from './score';

const PAIR_FILE = /^([A-Z]{6})_M5\.csv(\.gz)?$/;
const MAIN_PAIRS: ReadonlySet<Pair> = new Set(['EURUSD', 'GBPUSD', 'USDJPY', 'XAUUSD']);
const PAYOUT = 0.92;

function parseRow(row: string): Candle {
  const [time = '', ...prices] = row.split(',');
  const [open = NaN, high = NaN, low = NaN, close = NaN] = prices.map(Number);
  return { time: Date.parse(`${time.replace(' ', 'T')}Z`), open, high, low, close, volume: 0 };
}

async function loadCandles(folder: string, from: number, to: number) {
  const candlesByPair = new Map<Pair, Candle[]>();
  for (const file of (await readdir(folder)).toSorted()) {
    const [, pair, zip] = PAIR_FILE.exec(file) ?? [];
    if (pair === undefined) continue;
    const bytes = await readFile(join(folder, file));
    const rows = String(zip === undefined ? bytes : gunzipSync(bytes))
      .trim()
      .split('\n')
      .slice(1);
    const candles = rows.map(parseRow);
    candlesByPair.set(
      pair,
      candles.filter(({ time }) => time >= from && time < to),
    );
  }
  return candlesByPair;
}

interface Decision {
  readonly pair: Pair;
  readonly score: number;
  /** Stated probability that a moved first entry wins. */
  readonly stated: number;
  readonly isWon: boolean;
}

/** One candidate's scores, over all its decisions and over the best decision of each slot. */
class Candidate {
  readonly #rows = new Map<string, DecisionScore>();

  constructor(readonly name: string) {}

  add(at: number, decisions: readonly Decision[]): void {
    const hours = isRollover(at) ? ['all hours'] : ['all hours', 'without rollover'];
    for (const scope of ['seven', 'four'] as const) {
      const eligible =
        scope === 'seven' ? decisions : decisions.filter(({ pair }) => MAIN_PAIRS.has(pair));
      let best: Decision | null = null;
      for (const decision of eligible) {
        this.#count(at, hours, `${scope}, every pair`, decision);
        if (!best || decision.score > best.score) best = decision;
        if (scope === 'four' && decision.stated >= 1 / (1 + PAYOUT))
          this.#count(at, hours, `four, said ≥ ${(100 / (1 + PAYOUT)).toFixed(2)}%`, decision);
      }
      if (best) this.#count(at, hours, `${scope}, best of a slot`, best);
    }
  }

  rows(): string[] {
    return [...this.#rows]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, score]) => `| ${this.name} | ${key} ${score.row()}`);
  }

  #count(at: number, hours: readonly string[], scope: string, { stated, isWon }: Decision): void {
    for (const hour of hours) {
      const key = `${scope} | ${hour}`;
      const score = this.#rows.get(key) ?? new DecisionScore();
      this.#rows.set(key, score);
      score.add(at, stated, isWon);
    }
  }
}

class PairWalk {
  window: Candle[] = [];
  #at = 0;

  constructor(
    readonly pair: Pair,
    readonly candles: readonly Candle[],
  ) {}

  get nextTime(): number {
    return this.candles[this.#at]?.time ?? Infinity;
  }

  take(): void {
    const candle = this.candles[this.#at];
    if (!candle) return;
    this.#at += 1;
    const window = this.window.slice(1 - LOOKBACK);
    window.push(candle);
    this.window = window;
  }

  /** Price rise over the first entry's five minutes; 0 if it is flat or a candle is missing. */
  firstEntryRise(): number {
    const [entry, exit] = [this.candles[this.#at], this.candles[this.#at + 1]];
    const time = this.candles[this.#at - 1]?.time ?? NaN;
    if (entry?.time !== time + SLOT_MS || exit?.time !== time + 2 * SLOT_MS) return 0;
    return exit.close - entry.close;
  }
}

interface Period {
  readonly from: number;
  readonly to: number;
}

const OTHER_STRATEGIES = [meanReversion, reversal];

interface Trial extends Windows {
  readonly window: readonly Candle[];
  readonly isUp: boolean;
}

// The regression comes last, because it decides by its weights.
function decide({ pair, windows, window, isUp }: Trial, up: number): (Decision | null)[] {
  const decisions = OTHER_STRATEGIES.map((strategy) => {
    const opinion = strategy.evaluate(window, { pair, windows });
    if (!opinion) return null;
    const { score, direction } = opinion;
    return { pair, score, stated: 0.5, isWon: (direction === 'CALL') === isUp };
  });
  const stated = Math.max(up, 1 - up);
  return [...decisions, { pair, score: stated, stated, isWon: up > 0.5 === isUp }];
}

/**
 * Walks all pairs. Only the period is scored, but the regression learns from the first candle on.
 */
function walk(candlesByPair: ReadonlyMap<Pair, readonly Candle[]>, period: Period) {
  const walks = [...candlesByPair].map(([pair, candles]) => new PairWalk(pair, candles));
  const candidates = [...OTHER_STRATEGIES, regression].map(({ id }) => new Candidate(id));
  let model = createModel(FEATURE_NAMES.length);
  let samples: Sample[] = [];
  let day = -1;
  for (;;) {
    const time = Math.min(...walks.map(({ nextTime }) => nextTime));
    if (time === Infinity) break;
    const slot = time + SLOT_MS;
    const today = Math.floor(slot / DAY_MS);
    if (today !== day) {
      model = updateModel(model, samples, today * DAY_MS);
      samples = [];
      day = today;
    }
    const current = walks.filter(({ nextTime }) => nextTime === time);
    for (const pairWalk of current) pairWalk.take();
    const windows = new Map(walks.map(({ pair, window }) => [pair, window] as const));
    const isScored = slot >= period.from && slot < period.to;
    const decisions: (Decision | null)[][] = [];
    for (const pairWalk of current) {
      const { pair, window } = pairWalk;
      const rise = pairWalk.firstEntryRise();
      const features = rise === 0 ? null : computeFeatures(window, { pair, windows });
      if (!features) continue;
      const isUp = rise > 0;
      if (!isRollover(slot)) samples.push({ features, isUp });
      if (!isScored) continue;
      const up = toProbabilityUp(model.weights, features);
      decisions.push(decide({ pair, windows, window, isUp }, up));
    }
    for (const [index, candidate] of candidates.entries())
      candidate.add(
        slot,
        decisions.flatMap((pairDecisions) => pairDecisions[index] ?? []),
      );
  }
  return { model, rows: candidates.flatMap((candidate) => candidate.rows()) };
}

/** Formats TypeScript. Rounding changes each probability by less than 0.01%. */
function formatStart({ weights, precision, samples, until }: Model): string {
  const model = {
    weights: weights.map((weight) => Number(weight.toFixed(6))),
    precision: precision.map((value) => Math.round(value)),
    samples,
    until,
  };
  return `import type { Model } from './model';

/** Learnt on past candles by \`npm run research -- --start\` (docs/strategies.md). */
export const START: Model = ${JSON.stringify(model)};
`;
}

const USAGE = `Reproduces the tables in docs/strategies.md.

  npm run --silent research -- --candles DIR --from DATE --to DATE [--learn-from DATE]

  --candles DIR      folder of PAIR_M5.csv or PAIR_M5.csv.gz, times in UTC
  --from, --to DATE  days to score, such as 2018-04-01; --to itself is excluded
  --learn-from DATE  first day that the regression learns from; defaults to --from
  --start FILE       TypeScript file to write the learnt weights to`;

async function research(): Promise<void> {
  const { values } = parseArgs({
    options: {
      candles: { type: 'string' },
      from: { type: 'string' },
      to: { type: 'string' },
      'learn-from': { type: 'string' },
      start: { type: 'string' },
    },
  });
  const { candles, from, to, 'learn-from': learnFrom = from } = values;
  if (candles === undefined || from === undefined || to === undefined || learnFrom === undefined) {
    console.log(USAGE);
    process.exitCode = 1;
    return;
  }
  const period = { from: Date.parse(from), to: Date.parse(to) };
  const until = period.to + DAY_MS;
  const candlesByPair = await loadCandles(candles, Date.parse(learnFrom), until);
  const { model, rows } = walk(candlesByPair, period);
  console.log(
    '| candidate | decisions | hours | n | won, % of moved | stated − observed | skill against ½, % |',
  );
  console.log('| --- | --- | --- | --- | --- | --- | --- |');
  for (const row of rows) console.log(row);
  if (values.start !== undefined) await writeFile(values.start, formatStart(model));
}

await research();
