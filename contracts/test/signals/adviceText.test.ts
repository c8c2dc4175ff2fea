import { describe, expect, it } from 'vitest';
import { SLOT_MS } from '../../src/core/slots';
import { WAT } from '../../src/core/time';
import { describeAdvice } from '../../src/signals/adviceText';
import type { Settlement } from '../../src/signals/signal';
import { getSignalState } from '../../src/signals/signalState';
import { getVerdict } from '../../src/signals/verdict';

const SLOT = Date.parse('2026-11-20T11:55:00Z');
const ENTRY = SLOT + SLOT_MS;
const verdict = getVerdict({
  firstEntry: { value: 49.2, low: 47.7, high: 50.7 },
  confidence: { value: 90 },
});
const signal = {
  createdAt: SLOT,
  pair: 'GBPUSD',
  direction: 'CALL',
  worstPrice: 1.26496,
  settlement: null,
} as const;

const advise = (now: number, changes: { entered?: boolean; settlement?: Settlement } = {}) => {
  const any = { ...signal, ...changes };
  const advice = describeAdvice(any, getSignalState(any, now), { verdict, zone: WAT });
  return advice?.replace(/\u00A0/g, ' ') ?? null;
};

const settle = (price: number | null): Settlement => ({
  outcome: 'profit',
  level: 0,
  closes: [{ at: ENTRY, price }],
  source: 'simulated',
  fetchedAt: ENTRY,
  settledAt: ENTRY,
});

describe('describeAdvice', () => {
  it('gives the verdict while the signal can be entered', () => {
    expect(advise(ENTRY - 1000)).toMatch(/^At your 80% payout this loses 34 cents/);
    expect(advise(ENTRY + 6000, { entered: true })).toMatch(/^At your 80% payout/);
  });

  it('asks to wait while the price is checked', () => {
    expect(advise(ENTRY + 1000)).toBe(
      'The price at 13:00 is being checked. Enter only if this says “Enter now”.',
    );
  });

  it('explains a no-go, with the price if it is known', () => {
    expect(advise(ENTRY + 2000, { entered: false })).toBe(
      'No-go: at 13:00 the price was above the limit of 1.26496, or no price arrived in time. Nobody should enter.',
    );
    expect(advise(ENTRY, { entered: false, settlement: settle(1.26503) })).toBe(
      'No-go: at 13:00 the price was 1.26503, above the limit of 1.26496. Nobody should enter.',
    );
    for (const price of [null, 1.2649])
      expect(advise(ENTRY, { entered: false, settlement: settle(price) })).toMatch(
        /^No-go: no price was confirmed within 10 seconds of 13:00/,
      );
    expect(advise(ENTRY + 11_000)).toMatch(/^No-go: no price was confirmed/);
  });

  it('says when a level decides, and calls none lost before settlement', () => {
    const entered = { entered: true };
    expect(advise(ENTRY + 60_000, entered)).toBe(
      'Level 0 decides at 13:05. Not in yet? Too late, don’t enter.',
    );
    expect(advise(ENTRY + SLOT_MS + 60_000, entered)).toBe(
      'No win reported at level 0. Level 1 decides at 13:10. Not in yet? Too late, don’t enter.',
    );
    expect(advise(ENTRY + 4 * SLOT_MS, entered)).toMatch(/^The trade ended at 13:20\./);
  });

  it('returns null once the signal is settled', () => {
    expect(advise(ENTRY, { entered: true, settlement: settle(1.2649) })).toBeNull();
  });
});
