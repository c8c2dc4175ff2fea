import { COUNTDOWN_MS } from '@quantalgo/contracts/countdown/endpoints';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  endAfterAnswer,
  endWithoutAnswer,
  timeLeftText,
} from '../../../src/screens/landing/live/countdown';

const NOW = Date.parse('2026-11-20T12:00:00Z');

describe('the landing countdown', () => {
  it('lasts 8 hours when no answer ever came', () => {
    expect(endWithoutAnswer(null, NOW) - NOW).toBe(COUNTDOWN_MS);
  });

  it('counts on by itself when the server stops answering', () => {
    expect(endWithoutAnswer(NOW + 61_000, NOW + 1000)).toBe(NOW + 61_000);
  });

  it('shows zero for a second and then starts again at 8:00:00', () => {
    expect(endWithoutAnswer(NOW, NOW + 999)).toBe(NOW);
    expect(endWithoutAnswer(NOW, NOW + 1000) - (NOW + 1000)).toBe(COUNTDOWN_MS - 1000);
  });

  it('is in its running round however long the page was away', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 * COUNTDOWN_MS }), (away) => {
        const left = endWithoutAnswer(NOW, NOW + away) - (NOW + away);
        expect(left).toBeGreaterThan(-1000);
        expect(left).toBeLessThanOrEqual(COUNTDOWN_MS);
      }),
    );
  });

  it('follows the server, but not the second by which a cached answer lags', () => {
    expect(endAfterAnswer(null, 5000, NOW)).toBe(NOW + 5000);
    expect(endAfterAnswer(NOW + 5000, 4200, NOW)).toBe(NOW + 5000);
    expect(endAfterAnswer(NOW + 5000, 60_000, NOW)).toBe(NOW + 60_000);
  });
});

describe('the time left in words', () => {
  it('changes once a minute and counts a begun minute as whole', () => {
    expect(timeLeftText(COUNTDOWN_MS)).toBe('8 hours left');
    expect(timeLeftText(COUNTDOWN_MS - 1000)).toBe('8 hours left');
    expect(timeLeftText(COUNTDOWN_MS - 61_000)).toBe('7 hours 59 minutes left');
    expect(timeLeftText(61 * 60_000)).toBe('1 hour 1 minute left');
    expect(timeLeftText(30_000)).toBe('1 minute left');
    expect(timeLeftText(-5)).toBe('0 minutes left');
  });
});
