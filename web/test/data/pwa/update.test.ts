// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { isTimeToLook, mayMoveOn } from '../../../src/data/pwa/serviceWorker';

const MINUTE = 60_000;

describe('a newer version', () => {
  it('is looked for at once, and then once a minute at most', () => {
    expect(isTimeToLook(0, -Infinity)).toBe(true);
    expect(isTimeToLook(2 * MINUTE, 1.5 * MINUTE)).toBe(false);
    expect(isTimeToLook(2 * MINUTE, MINUTE)).toBe(true);
  });

  it('is moved to without asking at most once in five minutes, so that no page reloads forever', () => {
    const now = Date.parse('2026-11-20T10:00:00Z');
    expect(mayMoveOn(now, 0)).toBe(true);
    expect(mayMoveOn(now, now - 4 * MINUTE)).toBe(false);
    expect(mayMoveOn(now, now - 6 * MINUTE)).toBe(true);
  });

  it('is moved to although the device’s clock was set back meanwhile', () => {
    const now = Date.parse('2026-11-20T10:00:00Z');
    expect(mayMoveOn(now, now + 60 * MINUTE)).toBe(true);
  });
});
