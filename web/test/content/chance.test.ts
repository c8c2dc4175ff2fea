import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { iterate, chance, pickOne, scaleToInteger } from '../../src/content/chance';

const whole = fc.integer({ min: 0, max: 1_000_000 });

describe('chance', () => {
  it('is deterministic for a seed, step and draw, and lies in [0, 1)', () => {
    fc.assert(
      fc.property(whole, whole, whole, (seed, step, draw) => {
        const value = chance(seed, step, draw);
        expect(value).toBe(chance(seed, step, draw));
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThan(1);
      }),
    );
  });

  it('is evenly distributed over steps and draws', () => {
    for (const of of [(n: number) => chance(7, n), (n: number) => chance(7, 3, n)]) {
      const tenths = Array.from({ length: 10 }, () => 0);
      for (let n = 0; n < 10_000; n += 1) {
        const tenth = Math.floor(of(n) * 10);
        tenths[tenth] = (tenths[tenth] ?? 0) + 1;
      }
      for (const count of tenths) expect(count).toBeGreaterThan(880);
    }
  });

  it('scales to integers between two inclusive bounds', () => {
    fc.assert(
      fc.property(whole, whole, (seed, step) => {
        const drawn = scaleToInteger(-3, 2, chance(seed, step));
        expect([-3, -2, -1, 0, 1, 2]).toContain(drawn);
      }),
    );
    expect(scaleToInteger(-3, 2, 0)).toBe(-3);
    expect(scaleToInteger(-3, 2, 0.999)).toBe(2);
  });

  it('picks an item of a list', () => {
    expect(pickOne(['a', 'b', 'c'], 0)).toBe('a');
    expect(pickOne(['a', 'b', 'c'], 0.99)).toBe('c');
  });

  it('iterates a function so many times, passing the step', () => {
    expect(iterate(0, 'x', (text, step) => text + String(step))).toBe('x');
    expect(iterate(3, 'x', (text, step) => text + String(step))).toBe('x123');
  });
});
