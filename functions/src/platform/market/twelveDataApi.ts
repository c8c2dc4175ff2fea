import { slotStart } from '@quantalgo/contracts/core/slots';
import { type Pair, pairLabel } from '@quantalgo/contracts/market/pairs';
import * as z from 'zod/mini';
import { type Candle, endOf } from '../../domain/market/candles';
import type { Clock } from '../core/clock';
import { validateCandle, validateDecimal } from './candleRow';
import { parseTime } from './candleTime';

/** URL of the source, and our API key. */
export interface Access {
  readonly url: string;
  readonly key: string;
  /** Timeout of a request (ms); 5 seconds by default. */
  readonly answerWithinMs?: number;
}

/** The requested candles: the newest `count` that ended at `until` (epoch ms) or before. */
export interface CandleRange {
  readonly until: number;
  readonly count: number;
}

/** Default timeout (ms): a later reply comes too late for its slot. */
const ANSWER_WITHIN_MS = 5000;

/** Candles requested in addition: the one that opens at `until`, and the unfinished one. */
const CUT = 2;

/** Most candles that the source sends at once. */
const MAX_CANDLES = 5000;

function addressOf(url: string, pairs: readonly Pair[], { until, count }: CandleRange): URL {
  const address = new URL('/time_series', url);
  address.search = new URLSearchParams({
    symbol: pairs.map(pairLabel).join(),
    interval: INTERVAL,
    outputsize: String(Math.min(count + CUT, MAX_CANDLES)),
    end_date: new Date(until).toISOString().slice(0, 19).replace('T', ' '),
    order: 'asc',
    timezone: 'UTC',
    format: 'JSON',
  }).toString();
  return address;
}

/** The earliest of `until`, our clock and the server's: a candle is closed once all of them have reached its end. */
function closedBy(until: number, now: number, date: string | null): number {
  const there = Date.parse(date ?? '');
  return Math.min(until, now, Number.isNaN(there) ? Infinity : there);
}

/**
 * Requests Twelve Data's `time_series` once for all pairs (https://twelvedata.com/docs#time-series). The key is sent in
 * a header, so that it doesn't appear in logged URLs.
 */
export async function ask(
  { url, key, answerWithinMs = ANSWER_WITHIN_MS }: Access,
  clock: Clock,
  { pairs, ...stretch }: CandleRange & { readonly pairs: readonly Pair[] },
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

/** The reason of a failure, in words fit for the public record, and when to retry. */
export interface Failure {
  readonly failure: string;
  readonly again: 'soon' | 'next minute' | 'no';
}

/** The source's reply for one pair. */
export type PairReply = { readonly candles: readonly Candle[] } | Failure;

const INTERVAL = '5min';

const valueSchema = z.object({
  datetime: z.string(),
  open: z.string(),
  high: z.string(),
  low: z.string(),
  close: z.string(),
  /** Absent for currencies. */
  volume: z.optional(z.string()),
});

const seriesSchema = z.object({
  meta: z.object({ symbol: z.string(), interval: z.literal(INTERVAL) }),
  values: z.array(valueSchema),
});

const errorSchema = z.object({ code: z.number(), message: z.string(), status: z.literal('error') });

const batchSchema = z.record(z.string(), z.unknown());

/** The meaning of an error code. Codes are those of HTTP, in the body, whatever the reply's own status is. */
function failureOf(code: number, message = ''): Failure {
  if (code === 429)
    return /\bday\b|daily/i.test(message)
      ? { failure: 'the source has no credits left today', again: 'no' }
      : { failure: 'the source has no credits left this minute', again: 'next minute' };
  if (code === 401 || code === 403) return { failure: 'the source refuses the key', again: 'no' };
  if (code >= 400 && code < 500)
    return { failure: `the source does not offer it (${code})`, again: 'no' };
  return { failure: `the source failed (${code})`, again: 'soon' };
}

const unreadable = (what: string): Failure => ({
  failure: `the source sent ${what}`,
  again: 'soon',
});

type Value = z.infer<typeof valueSchema>;

const isSame = (a: Candle, b: Candle): boolean => JSON.stringify(a) === JSON.stringify(b);

/** A time as the source writes it: of no other form, lest it means another one. */
const TIME = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;

/** The candle that the source sent, or its flaw. */
function parseCandle({ datetime, open, high, low, close, volume = '' }: Value): Candle | string {
  const time = TIME.test(datetime) ? parseTime(datetime)?.at : undefined;
  if (time === undefined) return `has no time like 2026-05-13 06:10:00: ${datetime}`;
  if (time !== slotStart(time)) return `does not open with a five-minute slot: ${datetime}`;
  const figures = [open, high, low, close, volume === '' ? '0' : volume];
  const [flaw] = figures.flatMap((text) => validateDecimal(text) ?? []);
  if (flaw !== undefined) return flaw;
  const candle = {
    time,
    open: Number(open),
    high: Number(high),
    low: Number(low),
    close: Number(close),
    volume: Number(volume),
  };
  return validateCandle(candle) ?? candle;
}

/** The candles of a series that ended by `closedBy` (epoch ms), oldest first, without duplicates. */
function candlesOf(values: readonly Value[], closedBy: number): PairReply {
  const isNewestFirst = (values[0]?.datetime ?? '') > (values.at(-1)?.datetime ?? '');
  const candles: Candle[] = [];
  for (const value of isNewestFirst ? values.toReversed() : values) {
    const { datetime } = value;
    const candle = parseCandle(value);
    if (typeof candle === 'string') return unreadable(`a candle that ${candle}`);
    const before = candles.at(-1);
    if (before && isSame(before, candle)) continue;
    if (before && candle.time <= before.time)
      return unreadable(`candles out of order at ${datetime}`);
    if (endOf(candle) > closedBy) break;
    candles.push(candle);
  }
  return { candles };
}

function pairReply(pair: Pair, given: unknown, closedBy: number): PairReply {
  const error = errorSchema.safeParse(given);
  if (error.success) return failureOf(error.data.code, error.data.message);
  const series = seriesSchema.safeParse(given);
  if (!series.success) {
    const [issue] = series.error.issues;
    return unreadable(`no series of candles (${issue?.path.join('.') || 'nothing'})`);
  }
  if (series.data.meta.symbol !== pairLabel(pair))
    return unreadable(`candles of ${series.data.meta.symbol}`);
  return candlesOf(series.data.values, closedBy);
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Parses a reply to `time_series` for the requested pairs. One pair is answered by its series, several by an object of
 * series by symbol; an error may apply to all of them or to one.
 * @param closedBy candles that end later (epoch ms) are unfinished and dropped
 */
export function readReply(
  { status, text }: { status: number; text: string },
  pairs: readonly Pair[],
  closedBy: number,
): ReadonlyMap<Pair, PairReply> {
  const body = parsedJson(text);
  const forAll = (reply: PairReply) => new Map(pairs.map((pair) => [pair, reply]));
  const error = errorSchema.safeParse(body);
  if (error.success) return forAll(failureOf(error.data.code, error.data.message));
  if (status !== 200) return forAll(failureOf(status));
  const [only] = pairs;
  if (pairs.length === 1 && only !== undefined)
    return new Map([[only, pairReply(only, body, closedBy)]]);
  const batch = batchSchema.safeParse(body);
  if (!batch.success) return forAll(unreadable('what is not JSON'));
  const { data } = batch;
  return new Map(pairs.map((pair) => [pair, pairReply(pair, data[pairLabel(pair)], closedBy)]));
}
