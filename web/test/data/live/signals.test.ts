import { describe, expect, it } from 'vitest';
import { computeSessionFigures } from '../../../src/data/live/signals';
import { aSettlement, aSignal } from '../../support/aSignal';

describe('computeSessionFigures', () => {
  it('counts every signal but rates only those that could be entered', () => {
    const won = aSignal(undefined, { settlement: aSettlement() });
    const figures = computeSessionFigures([won, { ...won, entered: false }, aSignal()]);
    expect(figures).toMatchObject({ signals: 3, settled: 1, winRate: 100 });
    expect(computeSessionFigures([{ ...won, entered: false }])).toMatchObject({
      settled: 0,
      winRate: null,
      profit: 0,
    });
  });

  it('leaves flat signals out of the win rate', () => {
    const won = aSignal(undefined, { settlement: aSettlement() });
    const settlement = { ...aSettlement(), outcome: 'break-even' as const, level: null };
    const flat = aSignal(undefined, { settlement });
    expect(computeSessionFigures([won, flat])).toMatchObject({ settled: 2, winRate: 100 });
    expect(computeSessionFigures([flat])).toMatchObject({ settled: 1, winRate: null });
  });
});
