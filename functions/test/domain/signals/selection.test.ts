import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { sealedSignalSchema } from '@quantalgo/contracts/record/ledger/entry';
import { LADDER_RULES } from '@quantalgo/contracts/signals/rules';
import { getSlotAudience, findNextBasicSlot } from '@quantalgo/contracts/signals/signal';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Calibration } from '../../../src/domain/signals/calibration/calibration';
import { EMPTY_RECORD } from '../../../src/domain/signals/calibration/published';
import { getCandleEnd, type Candle } from '../../../src/domain/market/candles';
import {
  decideSlot,
  type Contender,
  type SlotDecision,
} from '../../../src/domain/signals/selection';
import type { RecentSignal } from '../../../src/domain/signals/runningLadders';
import { STRATEGIES } from '../../../src/domain/signals/strategies/registry';
import { LOOKBACK, type Strategy } from '../../../src/domain/signals/strategies/strategy';
import { decideOnMarket } from '../../../src/platform/record/publish';
import { NOON, buildCandles, createMarket, someCandles } from '../../candles';

const BASIC = findNextBasicSlot(NOON);
const calm = Array.from({ length: LOOKBACK }, () => ({
  change: 4,
  above: 2,
  below: 2,
  volume: 90,
}));

const always = (rate: number) => [{ from: 0, trials: 1000, rate }];

/** A calibration of 1,000 trials with this chance (0–1) of a winning first entry. */
const createCalibration = (id: string, firstEntry: number): Calibration => ({
  strategyId: id,
  strategyHash: 'c'.repeat(64),
  source: 'replay',
  rules: LADDER_RULES,
  version: `${id}/test/n1000`,
  fittedAt: NOON,
  trials: 1000,
  trialsByPair: { EURUSD: 500, GBPUSD: 500, XAUUSD: 500 },
  curves: { moves: always(1), firstEntry: always(firstEntry), withinLadder: always(0.93) },
  curvesByPair: {},
  designEffects: { moves: 1, firstEntry: 1, withinLadder: 1 },
  checkup: null,
  switchedOff: null,
});

/** A strategy whose opinion has this score, calibrated to this chance of a winning first entry. */
function contender(
  id: string,
  score: number,
  firstEntry: number,
  changes: Partial<Strategy> = {},
): Contender {
  const evaluate = () => ({ direction: 'CALL', score, reasons: () => ['Because'] }) as const;
  const strategy = { id, audiences: ['basic'], parameters: {}, evaluate, ...changes } as const;
  return { strategy, calibration: createCalibration(id, firstEntry) };
}

const choose = (
  contenders: readonly Contender[],
  candles: Readonly<Record<string, Candle[]>> = { EURUSD: buildCandles(calm, BASIC) },
  slot = BASIC,
): SlotDecision =>
  decideSlot(
    { slot, source: 'replay', candles: new Map(Object.entries(candles)), isOpen: () => true },
    contenders,
  );

const chosen = (decision: SlotDecision) =>
  decision.state === 'published' ? decision.draft.sealed : null;

describe('decideSlot', () => {
  it('chooses the signal with the likeliest first entry', () => {
    const decision = choose([contender('weak', 9, 0.49), contender('likely', 1, 0.51)]);
    expect(chosen(decision)?.strategy).toBe('likely');
  });

  it('chooses the stronger signal if the chances are equal', () => {
    expect(chosen(choose([contender('one', 1, 0.5), contender('two', 2, 0.5)]))?.strategy).toBe(
      'two',
    );
  });

  it('chooses the pair that moves over one that hardly does', () => {
    const still = calm.map(() => ({ change: 0, above: 1, below: 0, volume: 9 }));
    const one = contender('one', 1, 0.5);
    const moves = [
      { from: 0, trials: 500, rate: 0.9 },
      { from: 4, trials: 500, rate: 0.98 },
    ];
    const curves = { ...one.calibration.curves, moves };
    const knowing = { ...one, calibration: { ...one.calibration, curves } };
    const pairs = { EURUSD: buildCandles(still, BASIC), GBPUSD: buildCandles(calm, BASIC) };
    expect(chosen(choose([knowing], pairs))).toMatchObject({
      pair: 'GBPUSD',
      firstEntry: { value: 49 },
    });
  });

  it('chooses the first pair if all are equal', () => {
    const pairs = { GBPUSD: buildCandles(calm, BASIC), EURUSD: buildCandles(calm, BASIC) };
    expect(chosen(choose([contender('one', 1, 0.5)], pairs))?.pair).toBe('GBPUSD');
  });

  it('uses only strategies for the slot’s audience', () => {
    const flow = contender('flow', 9, 0.9, { audiences: ['order-flow'] });
    const basic = contender('basic', 1, 0.5);
    expect(chosen(choose([flow, basic]))?.strategy).toBe('basic');
    const slot = BASIC + SLOT_MS;
    expect(getSlotAudience(slot)).toBe('order-flow');
    const candles = { EURUSD: buildCandles(calm, slot) };
    expect(chosen(choose([flow, basic], candles, slot))?.strategy).toBe('flow');
  });

  it('publishes for the slot’s audience, even if the strategy serves both', () => {
    const both = contender('both', 1, 0.5, { audiences: ['basic', 'order-flow'] });
    const slot = BASIC + SLOT_MS;
    expect(chosen(choose([both]))?.audience).toBe('basic');
    const later = choose([both], { EURUSD: buildCandles(calm, slot) }, slot);
    expect(chosen(later)?.audience).toBe('order-flow');
  });

  it('restates odds once the pooled records prove it more accurate', () => {
    const half = { trials: 500, gain: 1, gapGap: 0.2, gapTrials: 100, trialsTrials: 50_000 };
    const record = { ...EMPTY_RECORD, entryOdds: half };
    const withRecord = (one: Contender) => ({
      ...one,
      calibration: { ...one.calibration, record },
    });
    const [one, two] = [contender('one', 1, 0.5), contender('two', 2, 0.5)];
    const isRestating = (contenders: readonly Contender[]) => {
      const decision = choose(contenders);
      return decision.state === 'published' && decision.draft.restatesOdds;
    };
    expect(isRestating([one, two])).toBe(false);
    expect(isRestating([withRecord(one), two])).toBe(false);
    expect(isRestating([withRecord(one), withRecord(two)])).toBe(true);
  });

  it('uses the close at the slot as the entry price, and can be sealed', () => {
    const sealed = chosen(choose([contender('one', 1, 0.5)]));
    expect(sealedSignalSchema.parse(sealed)).toEqual(sealed);
    expect(sealed?.entryPrice).toBe(buildCandles(calm, BASIC).at(-1)?.close);
  });
});

describe('pair with a running ladder', () => {
  const falling = calm.map((move) => ({ ...move, change: -4 }));
  const pairs = { EURUSD: buildCandles(falling, BASIC), GBPUSD: buildCandles(calm, BASIC) };
  const withChances = (firstEntry: Record<string, number>) => {
    const base = contender('one', 1, 0.5);
    const curves = { ...base.calibration.curves, moved: 1 };
    const curvesByPair = Object.fromEntries(
      Object.entries(firstEntry).map(([pair, rate]) => [
        pair,
        { ...curves, firstEntry: always(rate) },
      ]),
    );
    return { ...base, calibration: { ...base.calibration, curvesByPair } };
  };
  const signal = { slot: BASIC - 2 * SLOT_MS, pair: 'EURUSD', direction: 'CALL' } as const;
  const pairAfter = (
    one: Contender,
    recent: readonly RecentSignal[],
    candles: Record<string, Candle[]> = pairs,
    rules = LADDER_RULES,
  ) => {
    const market = {
      slot: BASIC,
      source: 'replay',
      candles: new Map(Object.entries(candles)),
    } as const;
    return chosen(decideSlot({ ...market, isOpen: () => true, rules, recent }, [one]))?.pair;
  };
  const better = withChances({ EURUSD: 0.51, GBPUSD: 0.5 });

  it('yields to another pair if their odds are statistically equal', () => {
    expect(pairAfter(better, [])).toBe('EURUSD');
    expect(pairAfter(better, [signal])).toBe('GBPUSD');
  });

  it('is chosen again if its odds are better than another’s interval', () => {
    expect(pairAfter(withChances({ EURUSD: 0.6, GBPUSD: 0.5 }), [signal])).toBe('EURUSD');
  });

  it('yields to a pair with overlapping odds instead of a better one without overlap', () => {
    const of = (pair: string, rate: number, trials: number): Contender => {
      const { strategy, calibration } = contender(pair, 1, rate, {
        evaluate: (_, windows) =>
          windows.pair === pair ? { direction: 'CALL', score: 1, reasons: () => [] } : null,
      });
      const curves = { ...calibration.curves, firstEntry: [{ from: 0, trials, rate }] };
      return { strategy, calibration: { ...calibration, curves } };
    };
    const all = [of('EURUSD', 0.54, 1000), of('GBPUSD', 0.52, 1e9), of('XAUUSD', 0.515, 1000)];
    const candles = new Map(Object.entries({ ...pairs, XAUUSD: buildCandles(calm, BASIC) }));
    const market = { slot: BASIC, source: 'replay', candles, isOpen: () => true } as const;
    expect(chosen(decideSlot(market, all))?.pair).toBe('EURUSD');
    expect(chosen(decideSlot({ ...market, recent: [signal] }, all))?.pair).toBe('XAUUSD');
  });

  it('is chosen again if there is no other pair', () => {
    expect(pairAfter(better, [signal], { EURUSD: pairs.EURUSD })).toBe('EURUSD');
  });

  it('is available in the other direction, and once its ladder has ended', () => {
    expect(pairAfter(better, [{ ...signal, direction: 'PUT' }])).toBe('EURUSD');
    const rising = { ...pairs, EURUSD: buildCandles(calm, BASIC) };
    expect(pairAfter(better, [signal], rising)).toBe('EURUSD');
    expect(pairAfter(better, [{ ...signal, slot: BASIC - SLOT_MS }], rising)).toBe('GBPUSD');
  });

  it('is available once its ladder has ended by the record’s own rules', () => {
    const single = { levels: 1, stakes: [1], payout: 0.8 };
    expect(pairAfter(better, [signal], pairs)).toBe('GBPUSD');
    expect(pairAfter(better, [signal], pairs, single)).toBe('EURUSD');
  });
});

describe('slot without a signal', () => {
  it('is avoided if another pair has valid candles', () => {
    const pairs = {
      EURUSD: buildCandles(calm, BASIC - SLOT_MS),
      GBPUSD: buildCandles(calm, BASIC),
    };
    expect(chosen(choose([contender('one', 1, 0.5)], pairs))?.pair).toBe('GBPUSD');
  });

  it('is missed with reasons if no pair has valid candles', () => {
    const decision = choose([contender('one', 1, 0.5)], { EURUSD: [], GBPUSD: [] });
    expect(decision).toEqual({
      state: 'missed',
      reason:
        'No pair has a signal; EURUSD: only 0 of 36 candles are available; GBPUSD: only 0 of 36 candles are available',
    });
  });

  it('is missed if no strategy has an opinion', () => {
    const silent = contender('silent', 1, 0.5, { evaluate: () => null });
    expect(choose([silent])).toMatchObject({ state: 'missed' });
  });

  it('is missed if its only strategy has too few trials', () => {
    const { strategy, calibration } = contender('new', 1, 0.5);
    const unknown = { strategy, calibration: { ...calibration, trials: 199 } };
    expect(choose([unknown])).toEqual({
      state: 'missed',
      reason: 'No pair has a signal; new has been tried 199 times, but 200 are needed',
    });
  });

  it('is missed with the reason if its strategies are switched off', () => {
    const { strategy, calibration } = contender('tired', 1, 0.5);
    const switchedOff = {
      since: NOON,
      reason: 'It wins less than it says',
      cause: 'drift',
    } as const;
    const off = { strategy, calibration: { ...calibration, switchedOff } };
    expect(choose([off])).toEqual({
      state: 'missed',
      reason: 'No pair has a signal; tired is switched off: It wins less than it says',
    });
    expect(chosen(choose([off, contender('fresh', 1, 0.4)]))?.strategy).toBe('fresh');
  });

  it('is missed with their names if staff switched its strategies off', () => {
    const slot = { slot: BASIC, source: 'replay', candles: new Map(), isOpen: () => true } as const;
    expect(decideSlot({ ...slot, strategiesOff: ['trend', 'breakout'] }, [])).toEqual({
      state: 'missed',
      reason: 'No pair has a signal; staff switched off trend, breakout',
    });
  });

  it('is avoided if another pair’s market is open', () => {
    const candles = new Map([
      ['XAUUSD', buildCandles(calm, BASIC)],
      ['EURUSD', buildCandles(calm, BASIC)],
    ]);
    const isOpen = (_: number, pair?: string) => pair !== 'XAUUSD';
    const market = { slot: BASIC, source: 'replay', candles, isOpen } as const;
    expect(chosen(decideSlot(market, [contender('one', 1, 0.5)]))?.pair).toBe('EURUSD');
  });

  it('is closed rather than missed if the market is closed', () => {
    const candles = new Map([['EURUSD', buildCandles(calm, BASIC)]]);
    const closed = { slot: BASIC, source: 'replay', candles, isOpen: () => false } as const;
    expect(decideSlot(closed, [contender('one', 1, 0.5)])).toEqual({ state: 'closed' });
  });
});

describe('future candles', () => {
  const contenders = STRATEGIES.map((strategy) => ({
    strategy,
    calibration: createCalibration(strategy.id, 0.5),
  }));

  it('never change a decision', async () => {
    const past = someCandles(LOOKBACK + 4, BASIC);
    await fc.assert(
      fc.asyncProperty(
        past,
        someCandles(8, BASIC + 8 * SLOT_MS),
        fc.nat(4),
        async (earlier, later, back) => {
          const slot = BASIC - back * SLOT_MS;
          const now = earlier.filter((candle) => getCandleEnd(candle) <= slot);
          const decision = await decideOnMarket(createMarket({ EURUSD: now }), slot, contenders);
          expect(
            await decideOnMarket(
              createMarket({ EURUSD: [...earlier, ...later] }),
              slot,
              contenders,
            ),
          ).toEqual(decision);
        },
      ),
    );
  });
});
