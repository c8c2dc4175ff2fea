import { MINUTE_MS } from '@quantalgo/contracts/core/time';
import { hasCandle } from '@quantalgo/contracts/market/marketHours';
import type { Pair } from '@quantalgo/contracts/market/pairs';
import { isPairOpen } from '@quantalgo/contracts/signals/signalHours';
import { endOf } from '../../domain/market/candles';
import type { Clock } from '../core/clock';
import type { MarketData } from './marketData';
import { type Access, ask, type CandleRange, type PairReply } from './twelveDataApi';

export interface TwelveData extends Access {
  readonly pairs: readonly Pair[];
  readonly plan: Plan;
}

/** The market's clock and timer, replaced in tests. */
export interface Time {
  readonly clock: Clock;
  readonly sleep: (ms: number) => Promise<void>;
}

const REAL_TIME: Time = {
  clock: Date.now,
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

/** Pauses (ms) before missing candles are requested again. */
const PAUSES = [1500, 3000, 6000] as const;

/** How long (ms) after its end a missing candle is waited for. */
const WAITED_FOR_MS = 20_000;

/** Latest retry (ms after a slot) once credits return with the next minute: later, a signal would come too late. */
const LATEST_MINUTE_MS = 75_000;

const A_MOMENT_MS = 1000;

/** Whether a retry may improve a reply: it failed temporarily, or its newest candle is late. */
function isLacking(reply: PairReply | undefined, pair: Pair, until: number, now: number): boolean {
  if (!reply) return false;
  if ('failure' in reply) return reply.again !== 'no';
  const newest = reply.candles.at(-1);
  const isDue = hasCandle(pair, until) && now - until < WAITED_FOR_MS;
  return isDue && (newest === undefined || endOf(newest) < until);
}

/** How long (ms) to wait before the next attempt; null where nothing is missing or time is up. */
function pauseAfter(
  attempt: number,
  lacking: readonly (PairReply | undefined)[],
  { now, since, attempts }: { now: number; since: number; attempts: number },
): number | null {
  if (lacking.length === 0) return null;
  const isSpent = lacking.some(
    (reply) => reply && 'again' in reply && reply.again === 'next minute',
  );
  if (isSpent) {
    const pause = MINUTE_MS - (now % MINUTE_MS) + A_MOMENT_MS;
    return now + pause - since <= LATEST_MINUTE_MS ? pause : null;
  }
  const pause = attempt < attempts ? PAUSES[attempt - 1] : undefined;
  return pause !== undefined && now + pause - since <= WAITED_FOR_MS ? pause : null;
}

/** Replies by pair: a pair that lacks something has its reply once it is complete, or no longer waited for. */
type Replies<R> = ReadonlyMap<Pair, R | Promise<R | undefined>>;

/** Retries until nothing is missing, or time or credits are used up. No pair waits for what another one lacks. */
function askPatiently(
  source: TwelveData,
  { clock, sleep }: Time,
  pairs: readonly Pair[],
  stretch: CandleRange,
): Promise<Replies<PairReply>> {
  const since = Math.max(stretch.until, clock());
  const attempts = attemptsPerMinute(source.pairs.length, source.plan);
  const attemptFor = async (
    open: readonly Pair[],
    attempt: number,
  ): Promise<Replies<PairReply>> => {
    const replies = await ask(source, clock, { ...stretch, pairs: open });
    const now = clock();
    const late = open.filter((pair) => isLacking(replies.get(pair), pair, stretch.until, now));
    const lacking = late.map((pair) => replies.get(pair));
    const pause = pauseAfter(attempt, lacking, { now, since, attempts });
    if (pause === null) return replies;
    const retried = sleep(pause).then(() => attemptFor(late, attempt + 1));
    const later = late.map((pair) => [pair, retried.then((next) => next.get(pair))] as const);
    return new Map<Pair, PairReply | Promise<PairReply | undefined>>([...replies, ...later]);
  };
  return attemptFor(pairs, 1);
}

/**
 * The real market, from Twelve Data. It is open by the currency calendar, and closes for signals whose levels would run
 * into the close.
 */
export function twelveDataMarket(source: TwelveData, time: Time = REAL_TIME): MarketData {
  const read = batchRequests((pairs, stretch) => askPatiently(source, time, pairs, stretch));
  return {
    source: 'twelvedata',
    pairs: source.pairs,
    isOpen: (slot, pair) =>
      pair === undefined
        ? source.pairs.some((one) => isPairOpen(one, slot))
        : isPairOpen(pair, slot),
    async candles(pair, until, count) {
      const reply = await read(pair, { until, count });
      if ('failure' in reply) throw new Error(reply.failure);
      return reply.candles.slice(-count);
    },
  };
}

const SLOTS_PER_DAY = 288;

/** Jobs that read every pair at the start of a slot: the publisher and the settling job. */
const READERS = 2;

/** Further readings of every pair per day: for calibration and for corrections. */
const DAILY_READINGS = 2;

/** Credits of the source's plan; each reading of a pair costs one. */
interface Plan {
  readonly perMinute: number;
  /** Null where the plan has no daily limit. */
  readonly perDay: number | null;
}

/**
 * Least credits for a number of pairs: both jobs and the chart of one settled signal in every slot, and at midnight the
 * daily readings too.
 */
const neededFor = (pairs: number) => ({
  perMinute: (READERS + DAILY_READINGS) * pairs + 1,
  perDay: (READERS * pairs + 1) * SLOTS_PER_DAY + DAILY_READINGS * pairs,
});

/** Why a plan is too small for a number of pairs, in words; null where it suffices. */
export function quotaFlaw(pairs: number, { perMinute, perDay }: Plan): string | null {
  const needed = neededFor(pairs);
  const say = (need: number, time: string, has: number) =>
    `${pairs} pairs in each of the day’s ${SLOTS_PER_DAY} slots need ${need} credits a ${time}, the plan has ${has}`;
  if (needed.perMinute > perMinute) return say(needed.perMinute, 'minute', perMinute);
  if (perDay !== null && needed.perDay > perDay) return say(needed.perDay, 'day', perDay);
  return null;
}

/** How often one job may read all pairs within a minute so that both jobs together stay within the plan. */
const attemptsPerMinute = (pairs: number, { perMinute }: Plan): number =>
  Math.max(1, Math.floor(perMinute / (READERS * pairs + 1)));

/** Calls within this time (ms) of the first are sent as one request. */
const GATHERED_WITHIN_MS = 20;

type AskAll<R> = (pairs: readonly Pair[], stretch: CandleRange) => Promise<Replies<R>>;

/** Batches calls for single pairs: those for the same range within {@link GATHERED_WITHIN_MS} share one request. */
function batchRequests<R>(askAll: AskAll<R>): (pair: Pair, stretch: CandleRange) => Promise<R> {
  const waiting = new Map<string, { pairs: Set<Pair>; replies: Promise<Replies<R>> }>();
  const begin = (name: string, stretch: CandleRange) => {
    const pairs = new Set<Pair>();
    const moment = new Promise((resolve) => setTimeout(resolve, GATHERED_WITHIN_MS));
    const replies = moment.then(() => {
      waiting.delete(name);
      return askAll([...pairs], stretch);
    });
    const batch = { pairs, replies };
    waiting.set(name, batch);
    return batch;
  };
  return async (pair, stretch) => {
    const name = `${stretch.until}/${stretch.count}`;
    const { pairs, replies } = waiting.get(name) ?? begin(name, stretch);
    pairs.add(pair);
    const reply = await (await replies).get(pair);
    if (reply === undefined) throw new Error(`Nothing was said of ${pair}`);
    return reply;
  };
}
