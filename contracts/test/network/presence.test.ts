import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ONLINE_TTL_MS, adjustOnlineCount } from '../../src/network/presence';

const NOW = Date.UTC(2026, 10, 20, 12);

describe('adjustOnlineCount', () => {
  it('counts the member until their presence expires, even if the stored count is zero', () => {
    expect(adjustOnlineCount(0, NOW, NOW)).toBe(1);
    expect(adjustOnlineCount(0, NOW - ONLINE_TTL_MS, NOW)).toBe(1);
    expect(adjustOnlineCount(0, NOW - ONLINE_TTL_MS - 1, NOW)).toBe(0);
  });

  it('returns the stored count if the member never reported presence', () => {
    expect(adjustOnlineCount(0, null, NOW)).toBe(0);
  });

  it('never changes a count of one or more', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1 }), fc.option(fc.nat()), (online, presentAt) => {
        expect(adjustOnlineCount(online, presentAt, NOW)).toBe(online);
      }),
    );
  });
});
