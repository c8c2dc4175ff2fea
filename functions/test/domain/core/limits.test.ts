import { DAY_MS, MINUTE_MS } from '@quantalgo/contracts/core/time';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  getCounters,
  countEvent,
  LIMITS,
  ADDRESS_LIMITS,
  MEMBER_LIMITS,
  formatTooManyAttempts,
  getFixedWindow,
} from '../../../src/domain/core/limits';

describe('rate limits', () => {
  it('have the documented values', () => {
    expect(LIMITS).toMatchObject({
      accountLogins: { max: 10, windowMs: 15 * MINUTE_MS, shards: 1 },
      dailyAccountLogins: { max: 20, windowMs: DAY_MS, shards: 1 },
      loginsFromUnknownDevices: { by: 'address', max: 100, windowMs: DAY_MS, shards: 1 },
      originHashes: { max: 240, windowMs: MINUTE_MS },
      originMails: { max: 1000, windowMs: 60 * MINUTE_MS },
      siteMails: { max: 5000, windowMs: 60 * MINUTE_MS },
      mailsToAddress: { max: 5, windowMs: 60 * MINUTE_MS },
      memberPasswords: { max: 10, windowMs: 15 * MINUTE_MS },
      memberAddressChanges: { max: 5, windowMs: 60 * MINUTE_MS },
      memberTickets: { max: 20, windowMs: 60 * MINUTE_MS },
      originRegistrations: { max: 500, windowMs: 10 * MINUTE_MS },
      originLogins: { max: 1000, windowMs: 10 * MINUTE_MS },
      originConfirmations: { max: 1000, windowMs: 10 * MINUTE_MS },
      originResetRequests: { max: 300, windowMs: 10 * MINUTE_MS },
      originResends: { max: 300, windowMs: 10 * MINUTE_MS },
    });
  });

  it('are deleted with the member if they are counted per member or address', () => {
    const countedBy = (...by: string[]) =>
      Object.entries(LIMITS).flatMap(([name, limit]) => (by.includes(limit.by) ? [name] : []));
    const personal = countedBy('member', 'address');
    expect([...MEMBER_LIMITS, ...ADDRESS_LIMITS].sort()).toEqual(personal.sort());
    const others = countedBy('origin', 'pair', 'site');
    expect(personal.length + others.length).toBe(Object.keys(LIMITS).length);
    for (const name of [...MEMBER_LIMITS, ...ADDRESS_LIMITS])
      expect(LIMITS[name].shards, `${name} could not be cleared`).toBe(1);
  });

  it('count an IPv6 /64 in its /56 and /48 too, with two and four times the limit', () => {
    expect(getCounters('originLogins', '2001:db8:1:ab02')).toEqual([
      { key: '2001:db8:1:ab02', times: 1 },
      { key: '2001:db8:1:ab/56', times: 2 },
      { key: '2001:db8:1/48', times: 4 },
    ]);
    expect(getCounters('accountLogins', 'ada@example.test 2001:db8:1:2')).toEqual([
      { key: 'ada@example.test 2001:db8:1:2', times: 1 },
      { key: 'ada@example.test 2001:db8:1:0/56', times: 2 },
      { key: 'ada@example.test 2001:db8:1/48', times: 4 },
    ]);
  });

  it('count any other key only by itself', () => {
    for (const [name, key] of [
      ['originLogins', '203.0.113.7'],
      ['accountLogins', 'ada@example.test 203.0.113.7'],
      ['deviceLogins', `uid ${'a'.repeat(43)}`],
      ['mailsToMailbox', 'a:b:c:d'],
    ] as const)
      expect(getCounters(name, key)).toEqual([{ key, times: 1 }]);
  });

  it('keep a /48 or a few addresses from exhausting an account’s or the site’s limit', () => {
    expect(LIMITS.dailyAccountLogins.max * 4).toBeLessThan(LIMITS.loginsFromUnknownDevices.max);
    expect(LIMITS.crowdedOriginMails.max * 5).toBeLessThan(LIMITS.siteMails.max / 4);
  });

  it('never allow more than the limit in any sliding window', () => {
    const limit = { max: 4, windowMs: 1000 };
    fc.assert(
      fc.property(fc.array(fc.nat(700), { maxLength: 60 }), (gaps) => {
        let now = 0;
        let times: readonly number[] = [];
        const passed: number[] = [];
        for (const gap of gaps) {
          now += gap;
          const verdict = countEvent(times, limit, now);
          if (!verdict.allowed) continue;
          ({ times } = verdict);
          passed.push(now);
        }
        for (const at of passed) {
          const within = passed.filter((other) => other >= at && other < at + limit.windowMs);
          expect(within.length).toBeLessThanOrEqual(limit.max);
        }
      }),
    );
  });

  it('report when the next attempt is allowed, to the millisecond', () => {
    const limit = { max: 2, windowMs: 1000 };
    const times = [100, 400];
    const refused = countEvent(times, limit, 500);
    expect(refused).toEqual({ allowed: false, retryAfterMs: 600 });
    expect(countEvent(times, limit, 1099).allowed).toBe(false);
    expect(countEvent(times, limit, 1100)).toEqual({ allowed: true, times: [400, 1100] });
  });

  it('use consecutive fixed windows for origins', () => {
    expect(getFixedWindow({ windowMs: 1000 }, 2500)).toEqual({ number: 2, endsAt: 3000 });
    expect(getFixedWindow({ windowMs: 1000 }, 3000)).toEqual({ number: 3, endsAt: 4000 });
  });

  it.each([
    [1, '1 minute'],
    [60_000, '1 minute'],
    [60_001, '2 minutes'],
    [15 * MINUTE_MS, '15 minutes'],
  ])('format a wait of %d ms as %s', (ms, words) => {
    expect(formatTooManyAttempts(ms)).toBe(`Too many attempts. Please try again in ${words}.`);
  });
});
