import type { Pair } from '@quantalgo/contracts/market/pairs';
import { LADDER_RULES } from '@quantalgo/contracts/signals/rules';
import { findNextBasicSlot } from '@quantalgo/contracts/signals/signal';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { computeBasis, serialiseCandles, serialiseCurves } from '../../../src/domain/signals/basis';
import type { Calibration } from '../../../src/domain/signals/calibration/calibration';
import type { Candle } from '../../../src/domain/market/candles';
import { decideSlot, type Contender } from '../../../src/domain/signals/selection';
import { STRATEGIES } from '../../../src/domain/signals/strategies/registry';
import { LOOKBACK } from '../../../src/domain/signals/strategies/strategy';
import { buildCandles, NOON } from '../../candles';
import { sha256 } from '../../../src/domain/core/sha256';

const SLOT = findNextBasicSlot(NOON);

const moving = (change: number) =>
  buildCandles(
    Array.from({ length: LOOKBACK }, (_, at) => ({
      change: at % 3 === 0 ? -change : change,
      above: 2,
      below: 2,
      volume: 0,
    })),
    SLOT,
  );

const market = {
  slot: SLOT,
  source: 'replay',
  isOpen: () => true,
  recent: [],
  candles: new Map<Pair, Candle[]>([
    ['GBPUSD', moving(4)],
    ['EURUSD', moving(7)],
  ]),
} as const;

const steps = [{ from: 0, trials: 1000, rate: 0.5 }];

const createCalibration = (strategyId: string): Calibration => ({
  strategyId,
  strategyHash: 'c'.repeat(64),
  source: 'replay',
  rules: LADDER_RULES,
  version: `${strategyId}/test/n1000`,
  fittedAt: NOON,
  trials: 1000,
  trialsByPair: { EURUSD: 500, GBPUSD: 500 },
  curves: { moves: steps, firstEntry: steps, withinLadder: steps },
  curvesByPair: {},
  designEffects: { moves: 1, firstEntry: 1, withinLadder: 1 },
  checkup: null,
  switchedOff: null,
});

const contenders: readonly Contender[] = STRATEGIES.map((strategy) => ({
  strategy,
  calibration: createCalibration(strategy.id),
}));

const row = z.tuple([z.number(), z.number(), z.number(), z.number(), z.number(), z.number()]);
const candlesSchema = z.array(z.tuple([z.string(), z.array(row)]));

/** Parses the candles from a committed text. */
const candlesIn = (text: string): Map<Pair, Candle[]> =>
  new Map(
    candlesSchema.parse(JSON.parse(text)).map(([pair, rows]) => [
      pair,
      rows.map(([time, open, high, low, close, volume]) => ({
        time,
        open,
        high,
        low,
        close,
        volume,
      })),
    ]),
  );

describe('decision basis', () => {
  it('reproduces the decision from the committed text alone', () => {
    const decided = decideSlot(market, contenders);
    expect(decided.state).toBe('published');
    const text = serialiseCandles(market);
    expect(sha256(text)).toBe(computeBasis(market, contenders).candlesHash);
    const again = { ...market, candles: candlesIn(text) };
    const [before, after] = [decided, decideSlot(again, contenders)].map((one) =>
      one.state === 'published' ? one.draft.sealed : null,
    );
    expect(after).toEqual(before);
  });

  it('includes learnt weights but not their precision', () => {
    const model = { weights: [0.1, -0.2], precision: [5, 0, 5], samples: 9, until: NOON };
    const learnt = contenders.map(({ strategy, calibration }) => ({
      strategy,
      calibration: { ...calibration, model },
    }));
    const { curvesHash } = computeBasis(market, learnt);
    expect(serialiseCurves(market, learnt)).toContain('"weights":[0.1,-0.2]');
    expect(curvesHash).not.toBe(computeBasis(market, contenders).curvesHash);
    const surer = learnt.map(({ strategy, calibration }) => ({
      strategy,
      calibration: { ...calibration, model: { ...model, precision: [9, 0, 9] } },
    }));
    // Precision changes later weights only, no decision of today’s.
    expect(computeBasis(market, surer).curvesHash).toBe(curvesHash);
  });

  it('changes with the last digit and the order of pairs', () => {
    const { candlesHash } = computeBasis(market, contenders);
    const turned = { ...market, candles: new Map([...market.candles].reverse()) };
    expect(computeBasis(turned, contenders).candlesHash).not.toBe(candlesHash);
    const [first, ...others] = moving(4);
    if (!first) throw new Error('There are candles');
    const other = new Map(market.candles).set('GBPUSD', [
      { ...first, close: first.close + 0.00001 },
      ...others,
    ]);
    expect(computeBasis({ ...market, candles: other }, contenders).candlesHash).not.toBe(
      candlesHash,
    );
  });

  it('includes the curves of all contenders and the running ladders', () => {
    const { curvesHash } = computeBasis(market, contenders);
    expect(sha256(serialiseCurves(market, contenders))).toBe(curvesHash);
    expect(computeBasis(market, contenders.slice(1)).curvesHash).not.toBe(curvesHash);
    const recent = [{ slot: NOON, pair: 'EURUSD', direction: 'CALL' }] as const;
    expect(computeBasis({ ...market, recent }, contenders).curvesHash).not.toBe(curvesHash);
  });
});
