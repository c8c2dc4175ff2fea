import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layoutChart, listShapes } from '../../../src/screens/landing/live/settledChart';
import { settledSignal, SLOT } from './settledSignals';

const HEIGHT = 176;
const price = fc.integer({ min: 108_000, max: 109_000 }).map((points) => points / 100_000);
const candle = fc.tuple(price, price, price, price).map(([open, close, a, b]) => ({
  open,
  close,
  high: Math.max(open, close, a, b),
  low: Math.min(open, close, a, b),
}));
const market = fc.array(candle, { minLength: 1, maxLength: 17 }).map((candles) =>
  candles.map((each, index) => ({
    ...each,
    at: new Date(SLOT + (index - 12) * SLOT_MS).toISOString(),
  })),
);

const getResults = (...prices: (number | null)[]) =>
  layoutChart(settledSignal(prices, { outcome: 'loss' }), 400, HEIGHT)?.levels.map(
    ({ result }) => result,
  );

describe('settled signal chart', () => {
  it('stays inside its card for any market and width', () => {
    fc.assert(
      fc.property(market, fc.integer({ min: 200, max: 1200 }), (candles, width) => {
        const signal = settledSignal(
          [1.0851, 1.0853],
          { outcome: 'profit', level: 0 },
          { candles },
        );
        const drawing = layoutChart(signal, width, HEIGHT);
        for (const { x, high, low, top, bottom } of drawing?.candles ?? []) {
          expect(x).toBeGreaterThanOrEqual(0);
          expect(x).toBeLessThanOrEqual(width);
          expect(high).toBeGreaterThanOrEqual(0);
          expect(low).toBeLessThanOrEqual(HEIGHT);
          expect(high).toBeLessThanOrEqual(top);
          expect(top).toBeLessThanOrEqual(bottom);
          expect(bottom).toBeLessThanOrEqual(low);
        }
      }),
    );
  });

  it('marks each level as won, lost or flat by its own closes', () => {
    expect(getResults(1.085, 1.0849, 1.0849, 1.0852)).toEqual(['lost', 'flat', 'won']);
  });

  it('inverts the result for a PUT', () => {
    const signal = settledSignal([1.085, 1.0849], { outcome: 'profit', level: 0 });
    const put = { ...signal, sealed: { ...signal.sealed, direction: 'PUT' as const } };
    expect(layoutChart(put, 400, HEIGHT)?.levels[0]?.result).toBe('won');
  });

  it('draws only the available closes without market candles', () => {
    const drawing = layoutChart(
      settledSignal([1.0851, null, 1.0853], { outcome: 'loss' }),
      400,
      HEIGHT,
    );
    expect(drawing?.candles).toHaveLength(2);
    expect(drawing?.levels).toEqual([]);
  });

  it('separates candles before and after the entry', () => {
    const drawing = layoutChart(settledSignal([1.0851, 1.0853], { outcome: 'loss' }), 400, HEIGHT);
    expect(drawing?.candles.map(({ isAfterEntry }) => isAfterEntry)).toEqual([false, true]);
  });

  it('returns null without space', () => {
    expect(layoutChart(settledSignal([1, 2], { outcome: 'loss' }), 0, 0)).toBeNull();
  });

  it('labels entry and end and colours only the candles after the entry', () => {
    const shapes = listShapes(settledSignal([1.0851, 1.0853], { outcome: 'loss' }), 358, HEIGHT);
    expect(shapes?.filter(({ name }) => name === 'text').map(({ content }) => content)).toEqual([
      'enter 13:05',
      'ended 13:10',
    ]);
    expect(shapes?.filter(({ name }) => name === 'g').map(({ attributes }) => attributes)).toEqual([
      { class: 'fill-flat stroke-flat' },
      { class: 'fill-call stroke-call' },
    ]);
  });

  it('draws the end of a no-go in a neutral colour', () => {
    const noGo = settledSignal([1, 1.1], { outcome: 'profit', level: 0 }, { entered: false });
    const classes = listShapes(noGo, 358, HEIGHT)?.map(({ attributes }) => attributes['class']);
    expect(classes).not.toContain('stroke-call');
    expect(classes).toContain('fill-flat');
  });
});
