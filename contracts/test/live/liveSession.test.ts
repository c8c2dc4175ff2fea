import { describe, expect, it } from 'vitest';
import { isLiveAt } from '../../src/live/session';
import { MINUTE_MS } from '../../src/core/time';

const endsAt = Date.parse('2026-11-23T10:00:00Z');

describe('isLiveAt', () => {
  it('is true until an hour after the planned end if nobody closed the session', () => {
    const open = { closedAt: null, endsAt };
    expect(isLiveAt(open, endsAt + 60 * MINUTE_MS - 1)).toBe(true);
    expect(isLiveAt(open, endsAt + 60 * MINUTE_MS)).toBe(false);
  });

  it('is false for a closed session, even if the clock is a minute behind', () => {
    const closedAt = endsAt - 5 * MINUTE_MS;
    expect(isLiveAt({ closedAt, endsAt }, closedAt - MINUTE_MS)).toBe(false);
  });
});
