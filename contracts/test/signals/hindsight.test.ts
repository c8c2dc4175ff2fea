import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeHindsight } from '../../src/signals/hindsight';
import { countDecidingCloses, evaluateLadder, LEVELS } from '../../src/signals/ladder';
import { LADDER_RULES } from '../../src/signals/rules';

const rules = LADDER_RULES;
const closing = (...prices: readonly (number | null)[]) => ({
  closes: prices.map((price, at) => ({ at, price })),
});
const call = { direction: 'CALL' } as const;

describe('computeHindsight', () => {
  it('returns null if only the deciding closes are stored', () => {
    expect(computeHindsight(call, closing(1, 2))).toBeNull();
  });

  it('gives the outcome of the opposite direction', () => {
    expect(computeHindsight(call, closing(1, 2, 1, 2, 3))?.opposite).toEqual({
      outcome: 'profit',
      level: 1,
    });
    expect(computeHindsight(call, closing(1, 2, 3, 4, 5))?.opposite.outcome).toBe('loss');
  });

  it('excludes flat levels from the coin’s chance, which is zero if the first level is flat', () => {
    expect(computeHindsight(call, closing(1, 2, 3, 4, 5))?.coin).toBe(93.75);
    expect(computeHindsight(call, closing(1, 2, 2, 4, null))?.coin).toBe(75);
    expect(computeHindsight(call, closing(1, 1, 2, 3, 4))?.coin).toBe(0);
  });

  const price = fc.oneof(fc.constantFrom(1, 2, 3), fc.constant(null));
  const prices = fc.array(price, { minLength: LEVELS.length + 1, maxLength: LEVELS.length + 1 });
  const direction = fc.constantFrom('CALL', 'PUT');

  it('lets at least one direction win, unless the first level is flat', () => {
    fc.assert(
      fc.property(direction, prices, (own, closes) => {
        const comparison = computeHindsight({ direction: own }, closing(...closes));
        const mine = evaluateLadder(own, closes, rules);
        const isFlat = comparison?.opposite.outcome === 'break-even';
        expect(mine?.outcome === 'break-even').toBe(isFlat);
        if (!isFlat) expect([mine?.outcome, comparison?.opposite.outcome]).toContain('profit');
      }),
    );
  });

  it('reaches the same outcome with the deciding closes, and none with fewer', () => {
    fc.assert(
      fc.property(direction, prices, (own, closes) => {
        const decided = countDecidingCloses(own, closes, rules);
        expect(evaluateLadder(own, closes.slice(0, decided), rules)).toEqual(
          evaluateLadder(own, closes, rules),
        );
        expect(
          decided === 2 || evaluateLadder(own, closes.slice(0, decided - 1), rules) === null,
        ).toBe(true);
      }),
    );
  });
});
