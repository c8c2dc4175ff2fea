import { roughDuration, watClock, watMoment } from '@quantalgo/contracts';
import type { Freshness } from '../../data/sync/freshness';

export interface FreshnessWords {
  /** What kind of state the dot beside the words shows. */
  readonly tone: 'good' | 'quiet' | 'warning';
  readonly state: string;
  /** Stands behind the state and may change each second. */
  readonly detail: string;
  /** The same for a screen reader, in words that stay as long as the state does. */
  readonly spoken: string;
}

function offline(asOf: number | null, now: number): FreshnessWords {
  const detail = asOf === null ? '' : `as of ${watMoment(asOf, now)}`;
  const state = asOf === null ? 'Offline' : 'Offline,';
  return { tone: 'warning', state, detail, spoken: `${state} ${detail}`.trim() };
}

function updated(tone: 'quiet' | 'warning', asOf: number | null, now: number): FreshnessWords {
  if (asOf === null) return { tone, state: 'Connecting', detail: '', spoken: 'Connecting' };
  const detail = `${roughDuration(now - asOf)} ago`;
  return { tone, state: 'Updated', detail, spoken: `Updated at ${watMoment(asOf, now)}` };
}

/** What the pill in the top bar says at `now` (epoch ms, server clock); null where nothing is received at all. */
export function freshnessWords({ state, asOf }: Freshness, now: number): FreshnessWords | null {
  switch (state) {
    case 'blocked':
      return null;
    case 'live':
      return { tone: 'good', state: 'Live', detail: `${watClock(now)} WAT`, spoken: 'Live' };
    case 'loading':
    case 'fresh':
      return updated('quiet', asOf, now);
    case 'stale':
      return updated('warning', asOf, now);
    case 'reconnecting':
      return { tone: 'warning', state: 'Reconnecting', detail: '', spoken: 'Reconnecting' };
    case 'offline':
      return offline(asOf, now);
  }
}
