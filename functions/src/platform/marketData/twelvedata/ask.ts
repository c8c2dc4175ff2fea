import { pairLabel, type Pair } from '@quantalgo/contracts';
import type { Clock } from '../../clock';
import { INTERVAL, readReply, type PairReply } from './reply';

/** Where the source is, and what it knows us by. */
export interface Access {
  readonly url: string;
  readonly key: string;
  /** How long (ms) it may take to answer; 5 seconds where nothing is said. */
  readonly answerWithinMs?: number;
}

/** The candles that are asked for: the newest `count` that ended at `until` (epoch ms) or before. */
export interface Stretch {
  readonly until: number;
  readonly count: number;
}

/** A reply that takes longer (ms) comes too late for its slot. */
const ANSWER_WITHIN_MS = 5000;
/** Besides the candles wanted: the one that opens at `until`, and the unfinished one. */
const CUT = 2;
/** The source sends no more candles at once. */
const MOST_CANDLES = 5000;

function addressOf(url: string, pairs: readonly Pair[], { until, count }: Stretch): URL {
  const address = new URL('/time_series', url);
  address.search = new URLSearchParams({
    symbol: pairs.map(pairLabel).join(),
    interval: INTERVAL,
    outputsize: String(Math.min(count + CUT, MOST_CANDLES)),
    end_date: new Date(until).toISOString().slice(0, 19).replace('T', ' '),
    order: 'asc',
    timezone: 'UTC',
    format: 'JSON',
  }).toString();
  return address;
}

/** The earliest of all clocks that know: a candle is closed when none of them is before its end. */
function closedBy(until: number, now: number, date: string | null): number {
  const there = Date.parse(date ?? '');
  return Math.min(until, now, Number.isNaN(there) ? Infinity : there);
}

/**
 * Asks Twelve Data's `time_series` once for all pairs (https://twelvedata.com/docs#time-series). The key goes in a header,
 * so that no address in a log holds it.
 */
export async function ask(
  { url, key, answerWithinMs = ANSWER_WITHIN_MS }: Access,
  clock: Clock,
  { pairs, ...stretch }: Stretch & { readonly pairs: readonly Pair[] },
): Promise<ReadonlyMap<Pair, PairReply>> {
  try {
    const response = await fetch(addressOf(url, pairs, stretch), {
      headers: { authorization: `apikey ${key}` },
      redirect: 'error',
      signal: AbortSignal.timeout(answerWithinMs),
    });
    const text = await response.text();
    const closed = closedBy(stretch.until, clock(), response.headers.get('date'));
    return readReply({ status: response.status, text }, pairs, closed);
  } catch (error) {
    const isSlow = error instanceof Error && error.name === 'TimeoutError';
    const failure = isSlow ? 'the source did not answer in time' : 'the source can’t be reached';
    return new Map(pairs.map((pair) => [pair, { failure, again: 'soon' as const }]));
  }
}
