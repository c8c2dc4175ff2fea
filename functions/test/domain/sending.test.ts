import { describe, expect, it } from 'vitest';
import {
  classifyReply,
  wasNeverSent,
  retryAfterMs,
  waitAfter,
} from '../../src/domain/pushDelivery';

describe('the answer of a push service', () => {
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

  it('may ask to be left alone for a while', () => {
    expect(retryAfterMs('3')).toBe(3000);
    expect([retryAfterMs(null), retryAfterMs('soon'), retryAfterMs('-1')]).toEqual([
      null,
      null,
      null,
    ]);
    expect([1, 2, 3].map((attempt) => waitAfter(attempt, null))).toEqual([1000, 2000, 4000]);
    expect(waitAfter(1, 30_000)).toBe(30_000);
  });

  it('that never came is asked for again where nothing went out', () => {
    expect(wasNeverSent('ECONNREFUSED')).toBe(true);
    expect([
      wasNeverSent('ECONNRESET'),
      wasNeverSent('UND_ERR_HEADERS_TIMEOUT'),
      wasNeverSent(undefined),
    ]).toEqual([false, false, false]);
  });
});
