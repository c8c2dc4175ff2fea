import { roughDuration, watClock, watDate, watTime } from '@quantalgo/contracts';
import type { Freshness } from '../../data/sync/useFreshness';

export interface FreshnessWords {
  /** What kind of state the dot beside the words shows. */
  readonly tone: 'good' | 'quiet' | 'warning';
  readonly state: string;
  /** Stands behind the state and may change each second. */
  readonly detail: string;
  /** The same for a screen reader, in words that stay as long as the state does. */
  readonly spoken: string;
}

/** A time (epoch ms) in WAT, with its day where that is not the day of `now`. */
function moment(at: number, now: number): string {
  const time = `${watTime(at)} WAT`;
  return watDate(at) === watDate(now) ? time : `${watDate(at)}, ${time}`;
}

const asOfWords = (state: string, { asOf }: Freshness, now: number) => {
  const detail = asOf === null ? '' : `as of ${moment(asOf, now)}`;
  return { state, detail, spoken: detail === '' ? state : `${state}, ${detail}` };
};

const updatedWords = ({ asOf }: Freshness, now: number) =>
  asOf === null
    ? { state: 'Connecting', detail: '', spoken: 'Connecting' }
    : {
        state: 'Updated',
        detail: `${roughDuration(now - asOf)} ago`,
        spoken: `Updated at ${moment(asOf, now)}`,
      };

/** What the pill in the top bar says at `now` (epoch ms, server clock); null where there is nothing to be fresh. */
export function freshnessWords(freshness: Freshness, now: number): FreshnessWords | null {
  switch (freshness.state) {
    case 'blocked':
      return null;
    case 'live':
      return { tone: 'good', state: 'Live', detail: `${watClock(now)} WAT`, spoken: 'Live' };
    case 'loading':
    case 'fresh':
      return { tone: 'quiet', ...updatedWords(freshness, now) };
    case 'stale':
      return { tone: 'warning', ...updatedWords(freshness, now) };
    case 'reconnecting':
      return { tone: 'warning', ...asOfWords('Reconnecting', freshness, now) };
    case 'offline':
      return { tone: 'warning', ...asOfWords('Offline', freshness, now) };
  }
}
