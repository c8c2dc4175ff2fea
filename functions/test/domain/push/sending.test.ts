import { describe, expect, it } from 'vitest';
import {
  ALL_KEYS,
  classifyReply,
  isTaskLate,
  splitKeyRange,
  countShards,
  wasNeverSent,
  parseRetryAfter,
  getPushRetryDelay,
} from '../../../src/domain/push/delivery';

describe('push service response', () => {
  it.each([
    [201, 'sent'],
    [202, 'sent'],
    [404, 'gone'],
    [410, 'gone'],
    [429, 'later'],
    [500, 'later'],
    [503, 'later'],
    [301, 'refused'],
    [400, 'refused'],
    [403, 'refused'],
    [413, 'refused'],
  ])('%i means %s', (status, meaning) => {
    expect(classifyReply(status)).toBe(meaning);
  });

  it('can delay the next attempt', () => {
    expect(parseRetryAfter('3')).toBe(3000);
    expect([parseRetryAfter(null), parseRetryAfter('soon'), parseRetryAfter('-1')]).toEqual([
      null,
      null,
      null,
    ]);
    expect([1, 2, 3].map((attempt) => getPushRetryDelay(attempt, null))).toEqual([
      1000, 2000, 4000,
    ]);
    expect(getPushRetryDelay(1, 30_000)).toBe(30_000);
  });

  it('rules out delivery only if the connection was refused', () => {
    expect(wasNeverSent('ECONNREFUSED')).toBe(true);
    expect([
      wasNeverSent('ECONNRESET'),
      wasNeverSent('UND_ERR_HEADERS_TIMEOUT'),
      wasNeverSent(undefined),
    ]).toEqual([false, false, false]);
  });
});

describe('signal recipient shards', () => {
  it('hold a thousand recipients each', () => {
    expect([0, 1, 1000, 1001, 1_000_000].map(countShards)).toEqual([1, 1, 1, 2, 1000]);
  });

  it.each([
    ['late after half a minute without an attempt', '8', 0, 30_000, true],
    ['not late just before half a minute', '8', 0, 29_999, false],
    ['not late once attempted', '8', 1, 60_000, false],
    ['never late for a broadcast to all, which has no task', ALL_KEYS.to, 0, 60_000, false],
  ])('have a task that is %s', (_, to, attempts, age, late) => {
    expect(isTaskLate({ from: ALL_KEYS.from, to, attempts, createdAt: 1000 }, 1000 + age)).toBe(
      late,
    );
  });

  it.each([1, 2, 3, 1000, 65_537])('cover every key exactly once with %i shards', (shards) => {
    const ranges = splitKeyRange(shards);
    expect(ranges).toHaveLength(shards);
    expect([ranges[0]?.from, ranges.at(-1)?.to]).toEqual([ALL_KEYS.from, ALL_KEYS.to]);
    for (const [index, { from, to }] of ranges.entries()) {
      expect(from < to).toBe(true);
      if (index > 0) expect(from).toBe(ranges[index - 1]?.to);
    }
  });
});
