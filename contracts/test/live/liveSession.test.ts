import { describe, expect, it } from 'vitest';
import { isLiveAt } from '../../src/live/session';
import { MINUTE_MS } from '../../src/core/time';

const endsAt = Date.parse('2026-11-23T10:00:00Z');

describe('a live session', () => {
  it('that nobody closed is over an hour after its planned end', () => {
    const open = { closedAt: null, endsAt };
    expect(isLiveAt(open, endsAt + 60 * MINUTE_MS - 1)).toBe(true);
    expect(isLiveAt(open, endsAt + 60 * MINUTE_MS)).toBe(false);
  });

  it('that was closed is over at once, also by a clock that is a minute behind', () => {
    const closedAt = endsAt - 5 * MINUTE_MS;
    expect(isLiveAt({ closedAt, endsAt }, closedAt - MINUTE_MS)).toBe(false);
  });
});
