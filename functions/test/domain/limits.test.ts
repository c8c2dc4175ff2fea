import { MINUTE_MS } from '@quantalgo/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countIn,
  LIMITS,
  LIMITS_OF_ADDRESS,
  LIMITS_OF_MEMBER,
  tooManyAttempts,
  windowAt,
} from '../../src/domain/limits';

describe('the limits', () => {
  it('are those that are promised', () => {
    expect(LIMITS).toMatchObject({
      loginsOfAccount: { most: 10, windowMs: 15 * MINUTE_MS, shards: 1 },
      mailsToAddress: { most: 5, windowMs: 60 * MINUTE_MS },
      passwordsOfMember: { most: 10, windowMs: 15 * MINUTE_MS },
      addressChangesOfMember: { most: 5, windowMs: 60 * MINUTE_MS },
      ticketsOfMember: { most: 20, windowMs: 60 * MINUTE_MS },
      registrationsOfOrigin: { most: 500, windowMs: 10 * MINUTE_MS },
      loginsOfOrigin: { most: 1000, windowMs: 10 * MINUTE_MS },
      confirmsOfOrigin: { most: 1000, windowMs: 10 * MINUTE_MS },
      forgotsOfOrigin: { most: 300, windowMs: 10 * MINUTE_MS },
      resendsOfOrigin: { most: 300, windowMs: 10 * MINUTE_MS },
    });
  });

  it('go with the member where they are counted for them alone; the others run out by themselves', () => {
    const countedBy = (...by: string[]) =>
      Object.entries(LIMITS).flatMap(([name, limit]) => (by.includes(limit.by) ? [name] : []));
    const own = countedBy('member', 'address');
    expect([...LIMITS_OF_MEMBER, ...LIMITS_OF_ADDRESS].sort()).toEqual(own.sort());
    const others = countedBy('origin', 'pair', 'site');
    expect(own.length + others.length).toBe(Object.keys(LIMITS).length);
    for (const name of [...LIMITS_OF_MEMBER, ...LIMITS_OF_ADDRESS])
      expect(LIMITS[name].shards, `${name} could not be cleared`).toBe(1);
  });

  it('let no more through than their ceiling, in any stretch of their window', () => {
    const limit = { most: 4, windowMs: 1000 };
    fc.assert(
      fc.property(fc.array(fc.nat(700), { maxLength: 60 }), (gaps) => {
        let now = 0;
        let times: readonly number[] = [];
        const passed: number[] = [];
        for (const gap of gaps) {
          now += gap;
          const verdict = countIn(times, limit, now);
          if (!verdict.allowed) continue;
          ({ times } = verdict);
          passed.push(now);
        }
        for (const at of passed) {
          const within = passed.filter((other) => other >= at && other < at + limit.windowMs);
          expect(within.length).toBeLessThanOrEqual(limit.most);
        }
      }),
    );
  });

  it('say when there is room again, and there is then, not before', () => {
    const limit = { most: 2, windowMs: 1000 };
    const times = [100, 400];
    const refused = countIn(times, limit, 500);
    expect(refused).toEqual({ allowed: false, retryAfterMs: 600 });
    expect(countIn(times, limit, 1099).allowed).toBe(false);
    expect(countIn(times, limit, 1100)).toEqual({ allowed: true, times: [400, 1100] });
  });

  it('of an origin are counted in windows that follow each other', () => {
    expect(windowAt({ windowMs: 1000 }, 2500)).toEqual({ number: 2, endsAt: 3000 });
    expect(windowAt({ windowMs: 1000 }, 3000)).toEqual({ number: 3, endsAt: 4000 });
  });

  it.each([
    [1, '1 minute'],
    [60_000, '1 minute'],
    [60_001, '2 minutes'],
    [15 * MINUTE_MS, '15 minutes'],
  ])('name a wait of %d ms as %s', (ms, words) => {
    expect(tooManyAttempts(ms)).toBe(`Too many attempts. Please try again in ${words}.`);
  });
});
