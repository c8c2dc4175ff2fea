import type { Access, Tier } from '@quantalgo/contracts/access/access';
import { MINUTE_MS } from '@quantalgo/contracts/core/time';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  getAccessAt,
  findFirstAccess,
  hasReceived,
  type AccessHistory,
} from '../../../src/domain/access/access';

const access = (tier: Tier, dashboardUnlocked = tier !== 'guest'): Access => ({
  tier,
  dashboardUnlocked,
  staff: false,
});
const GUEST = access('guest');
const STARTER = access('starter');
const ESSENTIAL = access('essential');

const signalAt = (slot: number, audience: 'basic' | 'order-flow' = 'basic') => ({
  audience,
  publishedAt: slot + 2000,
  expiresAt: slot + 5 * MINUTE_MS,
});

/** Joined at 0, starter from minute 100, essential from 200, revoked at 300. */
const history: AccessHistory = {
  joinedAt: 0,
  steps: [
    { at: 100 * MINUTE_MS, before: GUEST, after: STARTER },
    { at: 200 * MINUTE_MS, before: STARTER, after: ESSENTIAL },
    { at: 300 * MINUTE_MS, before: ESSENTIAL, after: GUEST },
  ],
  now: GUEST,
};

describe('signals that a member received', () => {
  it.each([
    [50, 'basic', false],
    [99, 'basic', true],
    [150, 'basic', true],
    [150, 'order-flow', false],
    [250, 'order-flow', true],
    [299, 'order-flow', true],
    [300, 'basic', false],
    [400, 'basic', false],
  ] as const)('minute %d, %s: %s', (minute, audience, expected) => {
    expect(hasReceived(history, signalAt(minute * MINUTE_MS, audience))).toBe(expected);
  });

  it('are those for their tier since joining if their access never changed', () => {
    const always: AccessHistory = { joinedAt: 100 * MINUTE_MS, steps: [], now: STARTER };
    expect(hasReceived(always, signalAt(90 * MINUTE_MS))).toBe(false);
    expect(hasReceived(always, signalAt(100 * MINUTE_MS))).toBe(true);
    expect(hasReceived(always, signalAt(200 * MINUTE_MS, 'order-flow'))).toBe(false);
  });

  it('start when the dashboard was first unlocked, and never for a guest', () => {
    expect(findFirstAccess(history)).toBe(100 * MINUTE_MS);
    expect(findFirstAccess({ joinedAt: 7, steps: [], now: ESSENTIAL })).toBe(7);
    expect(findFirstAccess({ joinedAt: 7, steps: [], now: GUEST })).toBeNull();
    expect(findFirstAccess({ joinedAt: 7, steps: [], now: access('starter', false) })).toBeNull();
  });

  it('include none that expired before the dashboard was first unlocked', () => {
    const states = fc.constantFrom(GUEST, STARTER, ESSENTIAL, access('starter', false));
    const change = fc.record({ gap: fc.integer({ min: 1, max: 500 }), after: states });
    fc.assert(
      fc.property(
        states,
        fc.array(change, { maxLength: 8 }),
        fc.nat(3000),
        (first, changes, at) => {
          let time = 0;
          let before = first;
          const steps = changes.map(({ gap, after }) => {
            const step = { at: (time += gap * MINUTE_MS), before, after };
            before = after;
            return step;
          });
          const made = { joinedAt: 0, steps, now: before };
          const open = findFirstAccess(made);
          const signal = signalAt(at * MINUTE_MS);
          if (hasReceived(made, signal))
            expect(open ?? Infinity).toBeLessThanOrEqual(signal.expiresAt);
          expect(getAccessAt(made, Infinity)).toBe(before);
        },
      ),
    );
  });
});
