import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { marketStateSchema, MOODS } from '@quantalgo/contracts/market/market';
import type { Pair } from '@quantalgo/contracts/market/pairs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Candle } from '../../../src/domain/market/candles';
import { computeMarketState } from '../../../src/domain/signals/marketState';
import { LOOKBACK } from '../../../src/domain/signals/strategies/strategy';

const SLOT = Date.UTC(2026, 10, 20, 13, 5);

/** Candles up to the slot: each closes `moves` from the previous one, with a range of `width` around that. */
function createCandles(moves: readonly number[], width: (at: number) => number = () => 0.001) {
  let close = 1.1;
  return moves.map((move, at): Candle => {
    const open = close;
    close += move;
    const [low, high] = [Math.min(open, close) - width(at), Math.max(open, close) + width(at)];
    const time = SLOT - (moves.length - at) * SLOT_MS;
    return { time, open, high, low, close, volume: 1 };
  });
}

const moves = (move: (at: number) => number) =>
  Array.from({ length: LOOKBACK }, (_, at) => move(at));

const still = moves((at) => (at % 2 === 0 ? 0.0001 : -0.0001));

const getMarketState = (...pairs: readonly (readonly [Pair, readonly Candle[]])[]) =>
  computeMarketState(SLOT, new Map(pairs));

describe('computeMarketState', () => {
  it('is bullish if pairs rise, bearish if they fall, and otherwise neutral', () => {
    const rising = createCandles(moves(() => 0.0002));
    const falling = createCandles(moves(() => -0.0002));
    expect(getMarketState(['EURUSD', rising], ['GBPUSD', rising])?.mood).toBe('Bullish');
    expect(getMarketState(['EURUSD', falling], ['GBPUSD', falling])?.mood).toBe('Bearish');
    expect(getMarketState(['EURUSD', rising], ['GBPUSD', falling])?.mood).toBe('Neutral');
    expect(getMarketState(['EURUSD', createCandles(still)])?.mood).toBe('Neutral');
  });

  it('is volatile if the last hour’s range is half as large again as before', () => {
    const lively = createCandles(
      moves(() => 0.0002),
      (at) => (at < LOOKBACK - 12 ? 0.001 : 0.002),
    );
    expect(getMarketState(['EURUSD', lively])).toMatchObject({
      mood: 'Volatile',
      volatility: 'High',
    });
    const calm = createCandles(still, (at) => (at < LOOKBACK - 12 ? 0.002 : 0.001));
    expect(getMarketState(['EURUSD', calm])).toMatchObject({ mood: 'Neutral', volatility: 'Low' });
    expect(getMarketState(['EURUSD', createCandles(still)])?.volatility).toBe('Medium');
  });

  it('sorts pairs by range in percent of the price', () => {
    const wide = createCandles(still, () => 0.011);
    const narrow = createCandles(still, () => 0.0011);
    const state = getMarketState(['EURUSD', narrow], ['GBPUSD', wide]);
    expect(state?.ranges.map(({ pair }) => pair)).toEqual(['GBPUSD', 'EURUSD']);
    expect(state?.ranges[0]?.percent).toBeCloseTo(2.03, 1);
    expect(state).toMatchObject({ slot: '20261120T1305Z', minutes: 180 });
  });

  it('uses only pairs without a gap, over the time that their candles cover', () => {
    const whole = createCandles(still);
    const earlier = (hours: number) =>
      whole.map((candle, at) =>
        at < LOOKBACK - 6 ? { ...candle, time: candle.time - hours * 60 * 60_000 } : candle,
      );
    const rested = getMarketState(['EURUSD', whole], ['XAUUSD', earlier(1)]);
    expect(rested).toMatchObject({ minutes: 180, ranges: [{ pair: 'EURUSD' }] });
    expect(rested?.without).toEqual(['XAUUSD']);
    const monday = getMarketState(['EURUSD', earlier(48)], ['XAUUSD', earlier(49)]);
    expect(monday).toMatchObject({ minutes: 51 * 60, ranges: [{ pair: 'EURUSD' }] });
    const [gold, euro] = [
      getMarketState(['XAUUSD', earlier(1)]),
      getMarketState(['EURUSD', whole]),
    ];
    expect([gold?.without, euro?.without]).toEqual([[], []]);
  });

  it('returns null if no pair’s candles reach the slot', () => {
    const whole = createCandles(still);
    expect(getMarketState()).toBeNull();
    expect(getMarketState(['EURUSD', whole.slice(1)])).toBeNull();
    expect(computeMarketState(SLOT + SLOT_MS, new Map([['EURUSD', whole]]))).toBeNull();
    expect(getMarketState(['EURUSD', whole], ['GBPUSD', []])).toMatchObject({
      ranges: [{ pair: 'EURUSD' }],
      without: ['GBPUSD'],
    });
  });

  it('mirrors its mood for mirrored candles, and always matches the schema', () => {
    const turned = { Bullish: 'Bearish', Bearish: 'Bullish' } as const;
    const walk = fc.array(fc.double({ min: -0.002, max: 0.002, noNaN: true }), {
      minLength: LOOKBACK,
      maxLength: LOOKBACK,
    });
    fc.assert(
      fc.property(walk, (steps) => {
        const state = getMarketState(['EURUSD', createCandles(steps)]);
        const mirrored = getMarketState(['EURUSD', createCandles(steps.map((step) => -step))]);
        if (!state || !mirrored) throw new Error('The candles are whole');
        marketStateSchema.parse(state);
        expect(MOODS).toContain(state.mood);
        const { mood } = state;
        const isSided = mood === 'Bullish' || mood === 'Bearish';
        expect(mirrored.mood).toBe(isSided ? turned[mood] : mood);
        expect(mirrored.volatility).toBe(state.volatility);
      }),
    );
  });
});
