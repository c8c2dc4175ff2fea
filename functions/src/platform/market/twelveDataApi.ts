import { slotStart } from '@quantalgo/contracts/core/slots';
import { type Pair, formatPair } from '@quantalgo/contracts/market/pairs';
import * as z from 'zod/mini';
import { type Candle, getCandleEnd } from '../../domain/market/candles';
import type { Clock } from '../core/clock';
import { validateCandle, validateDecimal } from './candleRow';
import { parseTime } from './candleTime';

export interface ApiAccess {
  readonly url: string;
  readonly key: string;
  readonly timeoutMs?: number;
}

/** The newest `count` candles that ended by `until` (epoch ms). */
export interface CandleRange {
  readonly until: number;
  readonly count: number;
}

/** A later reply is too late for its slot. */
const RESPONSE_TIMEOUT_MS = 5000;

/** Replies may also contain a candle that opens at `until` and an unfinished one. */
const EXTRA_CANDLES = 2;

const MAX_CANDLES = 5000;

function buildUrl(url: string, pairs: readonly Pair[], { until, count }: CandleRange): URL {
  const requestUrl = new URL('/time_series', url);
  requestUrl.search = new URLSearchParams({
    symbol: pairs.map(formatPair).join(),
    interval: CANDLE_INTERVAL,
    outputsize: String(Math.min(count + EXTRA_CANDLES, MAX_CANDLES)),
    end_date: new Date(until).toISOString().slice(0, 19).replace('T', ' '),
    order: 'asc',
    timezone: 'UTC',
    format: 'JSON',
  }).toString();
  return requestUrl;
}

/** A candle is closed once `until`, our clock and the server's clock have reached its end. */
function getCloseLimit(until: number, now: number, date: string | null): number {
  const serverTime = Date.parse(date ?? '');
  return Math.min(until, now, Number.isNaN(serverTime) ? Infinity : serverTime);
}

/**
 * Requests all pairs at once (https://twelvedata.com/docs#time-series). The key is in a header, so
 * that logged URLs don't contain it.
 */
export async function requestCandles(
  { url, key, timeoutMs = RESPONSE_TIMEOUT_MS }: ApiAccess,
  clock: Clock,
  { pairs, ...range }: CandleRange & { readonly pairs: readonly Pair[] },
): Promise<ReadonlyMap<Pair, PairReply>> {
  try {
    const response = await fetch(buildUrl(url, pairs, range), {
      headers: { authorization: `apikey ${key}` },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    const closeLimit = getCloseLimit(range.until, clock(), response.headers.get('date'));
    return parsePairReplies({ status: response.status, text }, pairs, closeLimit);
  } catch (error) {
    const isSlow = error instanceof Error && error.name === 'TimeoutError';
    const failure = isSlow ? 'the source did not answer in time' : 'the source can’t be reached';
    return new Map(pairs.map((pair) => [pair, { failure, retry: 'soon' as const }]));
  }
}

export interface PairFailure {
  readonly failure: string;
  readonly retry: 'soon' | 'next minute' | 'no';
}

export type PairReply = { readonly candles: readonly Candle[] } | PairFailure;

const CANDLE_INTERVAL = '5min';

const valueSchema = z.object({
  datetime: z.string(),
  open: z.string(),
  high: z.string(),
  low: z.string(),
  close: z.string(),
  volume: z.optional(z.string()),
});

const seriesSchema = z.object({
  meta: z.object({ symbol: z.string(), interval: z.literal(CANDLE_INTERVAL) }),
  values: z.array(valueSchema),
});

const errorSchema = z.object({ code: z.number(), message: z.string(), status: z.literal('error') });

const batchSchema = z.record(z.string(), z.unknown());

/** @param code HTTP code in the body, which may differ from the reply's status */
function toFailure(code: number, message = ''): PairFailure {
  if (code === 429)
    return /\bday\b|daily/i.test(message)
      ? { failure: 'the source has no credits left today', retry: 'no' }
      : { failure: 'the source has no credits left this minute', retry: 'next minute' };
  if (code === 401 || code === 403) return { failure: 'the source rejected the key', retry: 'no' };
  if (code >= 400 && code < 500)
    return { failure: `the source does not offer the pair (${code})`, retry: 'no' };
  return { failure: `the source failed (${code})`, retry: 'soon' };
}

const createUnreadableFailure = (problem: string): PairFailure => ({
  failure: `the source sent ${problem}`,
  retry: 'soon',
});

type Value = z.infer<typeof valueSchema>;

const isSame = (a: Candle, b: Candle): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Strict, because another format might mean another time. */
const TIME_PATTERN = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;

function parseCandle({ datetime, open, high, low, close, volume = '' }: Value): Candle | string {
  const time = TIME_PATTERN.test(datetime) ? parseTime(datetime)?.at : undefined;
  if (time === undefined) return `has no time like 2026-05-13 06:10:00: ${datetime}`;
  if (time !== slotStart(time)) return `does not start on a five-minute slot: ${datetime}`;
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

/** `closeLimit` in epoch ms. Returns the oldest first, without duplicates. */
function parseCandles(values: readonly Value[], closeLimit: number): PairReply {
  const isNewestFirst = (values[0]?.datetime ?? '') > (values.at(-1)?.datetime ?? '');
  const candles: Candle[] = [];
  for (const value of isNewestFirst ? values.toReversed() : values) {
    const { datetime } = value;
    const candle = parseCandle(value);
    if (typeof candle === 'string') return createUnreadableFailure(`a candle that ${candle}`);
    const previous = candles.at(-1);
    if (previous && isSame(previous, candle)) continue;
    if (previous && candle.time <= previous.time)
      return createUnreadableFailure(`candles out of order at ${datetime}`);
    if (getCandleEnd(candle) > closeLimit) break;
    candles.push(candle);
  }
  return { candles };
}

function parsePairReply(pair: Pair, body: unknown, closeLimit: number): PairReply {
  const error = errorSchema.safeParse(body);
  if (error.success) return toFailure(error.data.code, error.data.message);
  const series = seriesSchema.safeParse(body);
  if (!series.success) {
    const [issue] = series.error.issues;
    return createUnreadableFailure(`no candle series (${issue?.path.join('.') || 'nothing'})`);
  }
  if (series.data.meta.symbol !== formatPair(pair))
    return createUnreadableFailure(`candles of ${series.data.meta.symbol}`);
  return parseCandles(series.data.values, closeLimit);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * A reply for one pair is its series. For several, it is an object of series by symbol. An error
 * may concern all pairs or one.
 * @param closeLimit epoch ms; candles that end later are dropped, because they are unfinished
 */
export function parsePairReplies(
  { status, text }: { status: number; text: string },
  pairs: readonly Pair[],
  closeLimit: number,
): ReadonlyMap<Pair, PairReply> {
  const body = parseJson(text);
  const replyToAll = (reply: PairReply) => new Map(pairs.map((pair) => [pair, reply]));
  const error = errorSchema.safeParse(body);
  if (error.success) return replyToAll(toFailure(error.data.code, error.data.message));
  if (status !== 200) return replyToAll(toFailure(status));
  const [onlyPair] = pairs;
  if (pairs.length === 1 && onlyPair !== undefined)
    return new Map([[onlyPair, parsePairReply(onlyPair, body, closeLimit)]]);
  const batch = batchSchema.safeParse(body);
  if (!batch.success) return replyToAll(createUnreadableFailure('something other than JSON'));
  const { data } = batch;
  return new Map(
    pairs.map((pair) => [pair, parsePairReply(pair, data[formatPair(pair)], closeLimit)]),
  );
}
