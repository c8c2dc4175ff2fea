// @vitest-environment jsdom
import { MINUTE_MS } from '@quantalgo/contracts/core/time';
import { describe, expect, it } from 'vitest';
import { isUpdateCheckDue, mayAutoReload } from '../../../src/data/pwa/serviceWorker';

describe('app update', () => {
  it('is checked for at once, then at most once a minute', () => {
    expect(isUpdateCheckDue(0, -Infinity)).toBe(true);
    expect(isUpdateCheckDue(2 * MINUTE_MS, 1.5 * MINUTE_MS)).toBe(false);
    expect(isUpdateCheckDue(2 * MINUTE_MS, MINUTE_MS)).toBe(true);
  });

  it('reloads automatically at most once in five minutes', () => {
    const now = Date.parse('2026-11-20T10:00:00Z');
    expect(mayAutoReload(now, 0)).toBe(true);
    expect(mayAutoReload(now, now - 4 * MINUTE_MS)).toBe(false);
    expect(mayAutoReload(now, now - 6 * MINUTE_MS)).toBe(true);
  });

  it('reloads automatically if the clock was set back since the last reload', () => {
    const now = Date.parse('2026-11-20T10:00:00Z');
    expect(mayAutoReload(now, now + 60 * MINUTE_MS)).toBe(true);
  });
});
