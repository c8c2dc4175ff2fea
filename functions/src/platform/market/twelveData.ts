import { MINUTE_MS } from '@quantalgo/contracts/core/time';
import { hasCandle } from '@quantalgo/contracts/market/marketHours';
import type { Pair } from '@quantalgo/contracts/market/pairs';
import { isPairOpen } from '@quantalgo/contracts/signals/signalHours';
import { getCandleEnd } from '../../domain/market/candles';
import type { Clock } from '../core/clock';
import type { MarketData } from './marketData';
import { type ApiAccess, requestCandles, type CandleRange, type PairReply } from './twelveDataApi';

export interface TwelveData extends ApiAccess {
  readonly pairs: readonly Pair[];
  readonly plan: Plan;
}

export interface MarketTime {
  readonly clock: Clock;
  readonly sleep: (ms: number) => Promise<void>;
}

const REAL_TIME: MarketTime = {
  clock: Date.now,
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

const RETRY_PAUSES_MS = [1500, 3000, 6000] as const;

const MAX_CANDLE_DELAY_MS = 20_000;

/** Leaves time to retry in the next minute, when credits return. A later signal is too late. */
const MAX_RETRY_DELAY_MS = 75_000;

const RETRY_MARGIN_MS = 1000;

function isIncomplete(
  reply: PairReply | undefined,
  pair: Pair,
  until: number,
  now: number,
): boolean {
  if (!reply) return false;
  if ('failure' in reply) return reply.retry !== 'no';
  const newest = reply.candles.at(-1);
  const isDue = hasCandle(pair, until) && now - until < MAX_CANDLE_DELAY_MS;
  return isDue && (newest === undefined || getCandleEnd(newest) < until);
}

/** In ms. Null if nothing is missing or time is up. */
function getRetryPause(
  attempt: number,
  incompleteReplies: readonly (PairReply | undefined)[],
  { now, since, attempts }: { now: number; since: number; attempts: number },
): number | null {
  if (incompleteReplies.length === 0) return null;
  const isOutOfCredits = incompleteReplies.some(
    (reply) => reply && 'retry' in reply && reply.retry === 'next minute',
  );
  if (isOutOfCredits) {
    const pause = MINUTE_MS - (now % MINUTE_MS) + RETRY_MARGIN_MS;
    return now + pause - since <= MAX_RETRY_DELAY_MS ? pause : null;
  }
  const pause = attempt < attempts ? RETRY_PAUSES_MS[attempt - 1] : undefined;
  return pause !== undefined && now + pause - since <= MAX_CANDLE_DELAY_MS ? pause : null;
}

type Replies<R> = ReadonlyMap<Pair, R | Promise<R | undefined>>;

/** Retries until nothing is missing, or time or credits run out. Pairs don't delay each other. */
function requestWithRetries(
  source: TwelveData,
  { clock, sleep }: MarketTime,
  pairs: readonly Pair[],
  range: CandleRange,
): Promise<Replies<PairReply>> {
  const since = Math.max(range.until, clock());
  const attempts = getAttemptsPerMinute(source.pairs.length, source.plan);
  const request = async (
    pending: readonly Pair[],
    attempt: number,
  ): Promise<Replies<PairReply>> => {
    const replies = await requestCandles(source, clock, { ...range, pairs: pending });
    const now = clock();
    const latePairs = pending.filter((pair) =>
      isIncomplete(replies.get(pair), pair, range.until, now),
    );
    const incompleteReplies = latePairs.map((pair) => replies.get(pair));
    const pause = getRetryPause(attempt, incompleteReplies, { now, since, attempts });
    if (pause === null) return replies;
    const retry = sleep(pause).then(() => request(latePairs, attempt + 1));
    const retries = latePairs.map((pair) => [pair, retry.then((next) => next.get(pair))] as const);
    return new Map<Pair, PairReply | Promise<PairReply | undefined>>([...replies, ...retries]);
  };
  return request(pairs, 1);
}

/** Follows the currency calendar, without signals whose levels would run into the close. */
export function createTwelveDataMarket(
  source: TwelveData,
  time: MarketTime = REAL_TIME,
): MarketData {
  const read = batchRequests((pairs, range) => requestWithRetries(source, time, pairs, range));
  return {
    source: 'twelvedata',
    pairs: source.pairs,
    isOpen: (slot, pair) =>
      pair === undefined
        ? source.pairs.some((candidate) => isPairOpen(candidate, slot))
        : isPairOpen(pair, slot),
    async candles(pair, until, count) {
      const reply = await read(pair, { until, count });
      if ('failure' in reply) throw new Error(reply.failure);
      return reply.candles.slice(-count);
    },
  };
}

const SLOTS_PER_DAY = 288;

/** The publisher and the settling job each read every pair in every slot. */
const JOBS_PER_SLOT = 2;

const DAILY_READINGS = 2;

/** Limits in credits. Each reading of a pair costs one. */
interface Plan {
  readonly perMinute: number;
  readonly perDay: number | null;
}

/**
 * Credits for both jobs and one settled signal's chart per slot, plus the daily readings at
 * midnight.
 */
const getRequiredCredits = (pairs: number) => ({
  perMinute: (JOBS_PER_SLOT + DAILY_READINGS) * pairs + 1,
  perDay: (JOBS_PER_SLOT * pairs + 1) * SLOTS_PER_DAY + DAILY_READINGS * pairs,
});

export function describeQuotaFlaw(pairs: number, { perMinute, perDay }: Plan): string | null {
  const required = getRequiredCredits(pairs);
  const describe = (need: number, time: string, has: number) =>
    `${pairs} pairs in each of the day’s ${SLOTS_PER_DAY} slots need ${need} credits a ${time}, but the plan has ${has}`;
  if (required.perMinute > perMinute) return describe(required.perMinute, 'minute', perMinute);
  if (perDay !== null && required.perDay > perDay) return describe(required.perDay, 'day', perDay);
  return null;
}

/** How often a job may read all pairs per minute, so that both jobs stay within the plan. */
const getAttemptsPerMinute = (pairs: number, { perMinute }: Plan): number =>
  Math.max(1, Math.floor(perMinute / (JOBS_PER_SLOT * pairs + 1)));

const BATCH_WINDOW_MS = 20;

type RequestAll<R> = (pairs: readonly Pair[], range: CandleRange) => Promise<Replies<R>>;

function batchRequests<R>(
  requestAll: RequestAll<R>,
): (pair: Pair, range: CandleRange) => Promise<R> {
  const batches = new Map<string, { pairs: Set<Pair>; replies: Promise<Replies<R>> }>();
  const openBatch = (name: string, range: CandleRange) => {
    const pairs = new Set<Pair>();
    const windowEnd = new Promise((resolve) => setTimeout(resolve, BATCH_WINDOW_MS));
    const replies = windowEnd.then(() => {
      batches.delete(name);
      return requestAll([...pairs], range);
    });
    const batch = { pairs, replies };
    batches.set(name, batch);
    return batch;
  };
  return async (pair, range) => {
    const name = `${range.until}/${range.count}`;
    const { pairs, replies } = batches.get(name) ?? openBatch(name, range);
    pairs.add(pair);
    const reply = await (await replies).get(pair);
    if (reply === undefined) throw new Error(`the source sent no reply for ${pair}`);
    return reply;
  };
}
