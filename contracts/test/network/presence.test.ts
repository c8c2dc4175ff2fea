import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ONLINE_MS, onlineSeenBy } from '../../src/network/presence';

const NOW = Date.UTC(2026, 10, 20, 12);

describe('the number of members online, as one of them sees it', () => {
  it('counts them while their presence lasts, even where nobody was counted', () => {
    expect(onlineSeenBy(0, NOW, NOW)).toBe(1);
    expect(onlineSeenBy(0, NOW - ONLINE_MS, NOW)).toBe(1);
    expect(onlineSeenBy(0, NOW - ONLINE_MS - 1, NOW)).toBe(0);
  });

  it('is the count for who never said that they are here', () => {
    expect(onlineSeenBy(0, null, NOW)).toBe(0);
  });

  it('never makes more of others than were counted', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1 }), fc.option(fc.nat()), (online, presentAt) => {
        expect(onlineSeenBy(online, presentAt, NOW)).toBe(online);
      }),
    );
  });
});
