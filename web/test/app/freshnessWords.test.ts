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
  const said = describeFreshness({ state, asOf }, { now: NOW, zone: WAT, opensAt });
  return said && { seen: `${said.state} ${said.detail}`.trim(), spoken: said.spoken };
};

describe('what the pill says of freshness', () => {
  it('is live with the clock in WAT, and spoken without the passing seconds', () => {
    expect(words('live', 1000)).toEqual({ seen: 'Live 14:07:32 WAT', spoken: 'Live' });
  });

  it('says how long ago the data was updated', () => {
    expect(words('fresh', 12_000)).toEqual({
      seen: 'Updated 12 s ago',
      spoken: 'Updated at 14:07 WAT',
    });
    expect(words('stale', 7 * 60_000)?.seen).toBe('Updated 7 min ago');
  });

  it('names the time of the data while offline, with its day once that is over', () => {
    expect(words('offline', 2 * 60_000)?.seen).toBe('Offline, as of 14:05 WAT');
    expect(words('offline', 15 * 3_600_000)?.seen).toBe('Offline, as of 19 Nov, 23:07 WAT');
    expect(words('offline', null)?.seen).toBe('Offline');
  });

  it('says that it reconnects, and that it connects for the first time', () => {
    expect(words('reconnecting', 60_000)?.seen).toBe('Reconnecting');
    expect(words('loading', null)?.seen).toBe('Connecting');
  });

  it('names the opening of a closed market in place of what is live, also offline', () => {
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

  it('says nothing to whoever receives nothing', () => {
    expect(words('blocked', 1000)).toBeNull();
  });
});
