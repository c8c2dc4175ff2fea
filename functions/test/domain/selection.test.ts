import { SLOT_MS, audienceOfSlot, nextBasicSlot, sealedSignalSchema } from '@quantalgo/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Calibration } from '../../src/domain/calibration';
import { endOf, type Candle } from '../../src/domain/candles';
import { decideSlot, type Contender, type SlotDecision } from '../../src/domain/selection';
import { STRATEGIES } from '../../src/domain/strategies/registry';
import { LOOKBACK, type Strategy } from '../../src/domain/strategies/strategy';
import { decide } from '../../src/jobs/publishing';
import { NOON, candlesOf, marketOf, someCandles } from '../candles';

const BASIC = nextBasicSlot(NOON);
const calm = Array.from({ length: LOOKBACK }, () => ({
  change: 4,
  above: 2,
  below: 2,
  volume: 90,
}));

/** A strategy with an opinion of this strength, calibrated to win this many of 1,000 first entries. */
function contender(
  id: string,
  score: number,
  wins: number,
  changes: Partial<Strategy> = {},
): Contender {
  const calibration: Calibration = {
    strategyId: id,
    strategyHash: 'c'.repeat(64),
    source: 'replay',
    version: `${id}/test/n1000`,
    fittedAt: NOON,
    buckets: [{ fromScore: 0, trials: 1000, firstEntryWins: wins, withinFourWins: 930 }],
  };
  const evaluate = () => ({ direction: 'CALL', score, reasons: ['Because'] }) as const;
  const strategy = { id, audience: 'basic', parameters: {}, evaluate, ...changes } as const;
  return { strategy, calibration };
}

const choose = (
  contenders: readonly Contender[],
  candles: Readonly<Record<string, Candle[]>> = { EURUSD: candlesOf(calm, BASIC) },
  slot = BASIC,
): SlotDecision =>
  decideSlot(
    { slot, source: 'replay', candles: new Map(Object.entries(candles)), isOpen: () => true },
    contenders,
  );

const chosen = (decision: SlotDecision) =>
  decision.state === 'published' ? decision.draft.sealed : null;

describe('the signal of a slot', () => {
  it('is the one whose first entry is likeliest to win', () => {
    const decision = choose([contender('weak', 9, 490), contender('likely', 1, 510)]);
    expect(chosen(decision)?.strategy).toBe('likely');
  });

  it('is the stronger one of equally likely ones', () => {
    expect(chosen(choose([contender('one', 1, 500), contender('two', 2, 500)]))?.strategy).toBe(
      'two',
    );
  });

  it('is the first pair of equals, so that every run chooses the same', () => {
    const pairs = { GBPUSD: candlesOf(calm, BASIC), EURUSD: candlesOf(calm, BASIC) };
    expect(chosen(choose([contender('one', 1, 500)], pairs))?.pair).toBe('GBPUSD');
  });

  it('comes from a strategy of the audience of its slot', () => {
    const flow = contender('flow', 9, 900, { audience: 'order-flow' });
    const basic = contender('basic', 1, 500);
    expect(chosen(choose([flow, basic]))?.strategy).toBe('basic');
    const slot = BASIC + SLOT_MS;
    expect(audienceOfSlot(slot)).toBe('order-flow');
    const candles = { EURUSD: candlesOf(calm, slot) };
    expect(chosen(choose([flow, basic], candles, slot))?.strategy).toBe('flow');
  });

  it('has the close at its slot as reference, and can be sealed', () => {
    const sealed = chosen(choose([contender('one', 1, 500)]));
    expect(sealedSignalSchema.parse(sealed)).toEqual(sealed);
    expect(sealed?.entryPrice).toBe(candlesOf(calm, BASIC).at(-1)?.close);
  });
});

describe('a slot without a signal', () => {
  it('skips a pair with bad candles and takes another', () => {
    const pairs = { EURUSD: candlesOf(calm, BASIC - SLOT_MS), GBPUSD: candlesOf(calm, BASIC) };
    expect(chosen(choose([contender('one', 1, 500)], pairs))?.pair).toBe('GBPUSD');
  });

  it('is missed with the reasons when no pair has good candles', () => {
    const decision = choose([contender('one', 1, 500)], { EURUSD: [], GBPUSD: [] });
    expect(decision).toEqual({
      state: 'missed',
      reason:
        'No pair has a signal; EURUSD: only 0 of 36 candles are there; GBPUSD: only 0 of 36 candles are there',
    });
  });

  it('is missed when no strategy has an opinion', () => {
    const silent = contender('silent', 1, 500, { evaluate: () => null });
    expect(choose([silent])).toMatchObject({ state: 'missed' });
  });

  it('is missed while a strategy is too little known', () => {
    const { strategy, calibration } = contender('new', 1, 500);
    const unknown = { strategy, calibration: { ...calibration, buckets: [] } };
    expect(choose([unknown])).toMatchObject({ state: 'missed' });
  });

  it('is closed, not missed, while the market is closed', () => {
    const candles = new Map([['EURUSD', candlesOf(calm, BASIC)]]);
    const closed = { slot: BASIC, source: 'replay', candles, isOpen: () => false } as const;
    expect(decideSlot(closed, [contender('one', 1, 500)])).toEqual({ state: 'closed' });
  });
});

describe('the future', () => {
  const contenders = STRATEGIES.map((strategy) => ({
    strategy,
    calibration: contender(strategy.id, 1, 500).calibration,
  }));

  it('changes no decision: later candles may be anything', async () => {
    const past = someCandles(LOOKBACK + 4, BASIC);
    await fc.assert(
      fc.asyncProperty(
        past,
        someCandles(8, BASIC + 8 * SLOT_MS),
        fc.nat(4),
        async (known, later, back) => {
          const slot = BASIC - back * SLOT_MS;
          const now = known.filter((candle) => endOf(candle) <= slot);
          const decision = await decide(marketOf({ EURUSD: now }), slot, contenders);
          expect(
            await decide(marketOf({ EURUSD: [...known, ...later] }), slot, contenders),
          ).toEqual(decision);
        },
      ),
    );
  });
});
