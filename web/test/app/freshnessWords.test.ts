// @vitest-environment jsdom
import { WAT } from '@quantalgo/contracts/core/time';
import { describe, expect, it } from 'vitest';
import { describeFreshness } from '../../src/app/shell/Header';

const NOW = Date.parse('2026-11-20T13:07:32Z');
const words = (
  state: Parameters<typeof describeFreshness>[0]['state'],
  ago: number | null,
  opensAt: number | null = null,
) => {
  const asOf = ago === null ? null : NOW - ago;
  const description = describeFreshness({ state, asOf }, { now: NOW, zone: WAT, opensAt });
  return (
    description && {
      seen: `${description.state} ${description.detail}`.trim(),
      spoken: description.spoken,
    }
  );
};

describe('describeFreshness', () => {
  it('shows Live with the time in WAT, and omits the time for screen readers', () => {
    expect(words('live', 1000)).toEqual({ seen: 'Live 14:07:32 WAT', spoken: 'Live' });
  });

  it('says how long ago the data was updated', () => {
    expect(words('fresh', 12_000)).toEqual({
      seen: 'Updated 12 s ago',
      spoken: 'Up to date',
    });
    expect(words('stale', 7 * 60_000)?.seen).toBe('Updated 7 min ago');
  });

  it('gives the data’s time while offline, with the date if it isn’t from today', () => {
    expect(words('offline', 2 * 60_000)?.seen).toBe('Offline, as of 14:05 WAT');
    expect(words('offline', 15 * 3_600_000)?.seen).toBe('Offline, as of 19 Nov, 23:07 WAT');
    expect(words('offline', null)?.seen).toBe('Offline');
  });

  it('tells reconnecting from connecting for the first time', () => {
    expect(words('reconnecting', 60_000)?.seen).toBe('Reconnecting');
    expect(words('loading', null)?.seen).toBe('Connecting');
  });

  it('shows the market’s opening time instead of Live, also offline', () => {
    const sunday = Date.parse('2026-11-22T22:00:00Z');
    const closed = {
      seen: 'Closed until Sun 23:00 WAT',
      spoken: 'Market closed, opens Sunday 23:00 WAT',
    };
    expect(words('live', 1000, sunday)).toEqual(closed);
    expect(words('fresh', 12_000, sunday)).toEqual(closed);
    expect(words('offline', 60_000, sunday)).toEqual({
      seen: 'Offline, opens Sun 23:00 WAT',
      spoken: 'Offline, market opens Sunday 23:00 WAT',
    });
    expect(words('stale', 7 * 60_000, sunday)?.seen).toBe('Updated 7 min ago');
    expect(words('reconnecting', 60_000, sunday)?.seen).toBe('Reconnecting');
  });

  it('is null if updates are blocked', () => {
    expect(words('blocked', 1000)).toBeNull();
  });
});
