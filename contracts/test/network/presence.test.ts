import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ONLINE_TTL_MS, adjustOnlineCount } from '../../src/network/presence';

const NOW = Date.UTC(2026, 10, 20, 12);

describe('the number of members online, as one of them sees it', () => {
  it('counts them while their presence lasts, even where nobody was counted', () => {
    expect(adjustOnlineCount(0, NOW, NOW)).toBe(1);
    expect(adjustOnlineCount(0, NOW - ONLINE_TTL_MS, NOW)).toBe(1);
    expect(adjustOnlineCount(0, NOW - ONLINE_TTL_MS - 1, NOW)).toBe(0);
  });

  it('is the count for who never said that they are here', () => {
    expect(adjustOnlineCount(0, null, NOW)).toBe(0);
  });

  it('never makes more of others than were counted', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1 }), fc.option(fc.nat()), (online, presentAt) => {
        expect(adjustOnlineCount(online, presentAt, NOW)).toBe(online);
      }),
    );
  });
});
