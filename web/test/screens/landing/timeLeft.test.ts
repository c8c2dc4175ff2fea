import { DEFAULT_ROUND_MS } from '@quantalgo/contracts/countdown/rounds';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  syncRoundEnd,
  advanceRoundEnd,
  formatTimeLeft,
} from '../../../src/screens/landing/live/countdown';

const NOW = Date.parse('2026-11-20T12:00:00Z');

describe('landing countdown', () => {
  it('defaults to 8 hours without a server response', () => {
    expect(advanceRoundEnd(null, NOW) - NOW).toBe(DEFAULT_ROUND_MS);
  });

  it('continues without further server responses', () => {
    expect(advanceRoundEnd(NOW + 61_000, NOW + 1000)).toBe(NOW + 61_000);
  });

  it('shows zero for a second and then restarts at 8:00:00', () => {
    expect(advanceRoundEnd(NOW, NOW + 999)).toBe(NOW);
    expect(advanceRoundEnd(NOW, NOW + 1000) - (NOW + 1000)).toBe(DEFAULT_ROUND_MS - 1000);
  });

  it('is within the current round after any absence', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 * DEFAULT_ROUND_MS }), (away) => {
        const left = advanceRoundEnd(NOW, NOW + away) - (NOW + away);
        expect(left).toBeGreaterThan(-1000);
        expect(left).toBeLessThanOrEqual(DEFAULT_ROUND_MS);
      }),
    );
  });

  it('follows the server but ignores a one-second lag of a cached response', () => {
    expect(syncRoundEnd(null, 5000, NOW)).toBe(NOW + 5000);
    expect(syncRoundEnd(NOW + 5000, 4200, NOW)).toBe(NOW + 5000);
    expect(syncRoundEnd(NOW + 5000, 60_000, NOW)).toBe(NOW + 60_000);
  });
});

describe('formatTimeLeft', () => {
  it('changes once a minute and rounds up to whole minutes', () => {
    expect(formatTimeLeft(DEFAULT_ROUND_MS)).toBe('8 hours left');
    expect(formatTimeLeft(DEFAULT_ROUND_MS - 1000)).toBe('8 hours left');
    expect(formatTimeLeft(DEFAULT_ROUND_MS - 61_000)).toBe('7 hours 59 minutes left');
    expect(formatTimeLeft(61 * 60_000)).toBe('1 hour 1 minute left');
    expect(formatTimeLeft(30_000)).toBe('1 minute left');
    expect(formatTimeLeft(-5)).toBe('0 minutes left');
  });
});
