import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  backOff,
  CONNECT_WITHIN_MS,
  dueAt,
  HIDDEN_FOR_MS,
  startState,
  step,
} from '../../../src/data/sync/machine';
import { after, story, T, unlocked } from './stories';

describe('a page that nobody sees', () => {
  it('asks for nothing once nobody has seen the page for a minute, and begins anew when somebody does', () => {
    const { state, commands } = after(
      [0, unlocked],
      [300, { type: 'connected' }],
      [20_000, { type: 'hidden' }],
      [20_000 + HIDDEN_FOR_MS, { type: 'tick' }],
      [3_600_000, { type: 'online' }],
    );
    expect(commands).toEqual(['connect', 'disconnect']);
    expect(dueAt(state)).toBeNull();
    const [next, ...wanted] = step(state, { type: 'resumed' }, T + 7_200_000);
    expect(wanted).toEqual(['connect', 'check-member']);
    expect(dueAt(next)).toBe(T + 7_200_000 + CONNECT_WITHIN_MS);
  });

  it('keeps the stream of whoever looks away for less than a minute', () => {
    const { commands } = after(
      [20_000, unlocked],
      [20_300, { type: 'connected' }],
      [25_000, { type: 'hidden' }],
      [70_000, { type: 'tick' }],
    );
    expect(commands).toEqual(['connect']);
  });

  it('asks for nothing while it is paused, whatever happens but a return', () => {
    fc.assert(
      fc.property(story, (steps) => {
        let state = after(
          [0, unlocked],
          [0, { type: 'hidden' }],
          [HIDDEN_FOR_MS, { type: 'tick' }],
        ).state;
        for (const { event: next } of steps.filter((each) => each.event.type !== 'resumed')) {
          const [later, ...commands] = step(state, next, T + HIDDEN_FOR_MS);
          expect(commands).not.toContain('connect');
          expect(later.mode).not.toBe('streaming');
          state = later;
        }
      }),
    );
  });
});

describe('many devices', () => {
  it('spreads the tries of many devices, none of them later than it says', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: 1, max: 50 }),
        (spread, failures) => {
          const wait = backOff(failures, spread);
          expect(wait).toBeLessThanOrEqual(backOff(failures, 0));
          expect(wait).toBeGreaterThanOrEqual(backOff(failures, 0) / 2);
        },
      ),
    );
    const dues = [0, 0.5, 1].map((spread) => {
      const [begun] = step(startState(true, spread), unlocked, T + 1000);
      return dueAt(step(begun, { type: 'connected' }, T + 1200)[0]);
    });
    expect(dues).toEqual([15_000, 17_500, 20_000].map((ms) => T + ms));
  });
});
