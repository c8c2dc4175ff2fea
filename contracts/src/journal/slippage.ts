import { ENTER_NOW_MS } from '../signals/signal';
import type { CountedTrade } from './results';
import { priceDigits } from '../market/pairs';

/** What the broker's own prices cost. */
export interface PriceSlippage {
  /** Trades with a price or a close of the broker. */
  readonly trades: number;
  /** Trades whose opening price can be held against the record's, and those where it was worse or better. */
  readonly opened: number;
  readonly worse: number;
  readonly better: number;
  /** By how many points (the last digit of a price) it was worse on average; null where none was entered. */
  readonly points: number | null;
  /** Trades that ended otherwise than by the record, and what all that cost in cents; negative where it paid. */
  readonly turned: number;
  readonly cost: number;
}

/** What entering late did. */
export interface TimeSlippage {
  /** Trades of which it is known when they were opened. */
  readonly trades: number;
  /** Those opened later than "Enter now" lasts. */
  readonly late: readonly CountedTrade[];
  readonly inTime: readonly CountedTrade[];
  /** By how much (ms) they were late on average; an early one counts as in time. Null where no time is known. */
  readonly meanMs: number | null;
  /** What the broker's prices cost the late ones in cents, as far as they were entered. */
  readonly cost: number;
}

/** Half a point: less is a rounding of the price. */
const SAME = 0.5;

const pointsOf = ({ pair, trade: { worseBy } }: CountedTrade): number | null =>
  worseBy === null || pair === null ? null : worseBy * 10 ** priceDigits(pair);

const costOf = (trades: readonly CountedTrade[]): number =>
  trades.reduce((sum, { cents, recordedCents }) => sum + recordedCents - cents, 0);

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

/** Holds the broker's prices against the record's. */
export function priceSlippage(trades: readonly CountedTrade[]): PriceSlippage {
  const priced = trades.filter(({ trade: { price, close } }) => price !== null || close !== null);
  const points = priced.flatMap((one) => pointsOf(one) ?? []);
  return {
    trades: priced.length,
    opened: points.length,
    worse: points.filter((one) => one >= SAME).length,
    better: points.filter((one) => one <= -SAME).length,
    points: mean(points),
    turned: priced.filter(({ cents, recordedCents }) => cents !== recordedCents).length,
    cost: costOf(priced),
  };
}

const lateBy = ({ at, trade }: CountedTrade): number =>
  trade.at === null ? 0 : Math.max(0, Date.parse(trade.at) - at);

/** Holds the times at which trades were opened against those of the record. */
export function timeSlippage(trades: readonly CountedTrade[]): TimeSlippage {
  const timed = trades.filter(({ trade }) => trade.at !== null);
  const late = timed.filter((one) => lateBy(one) > ENTER_NOW_MS);
  return {
    trades: timed.length,
    late,
    inTime: timed.filter((one) => lateBy(one) <= ENTER_NOW_MS),
    meanMs: mean(timed.map(lateBy)),
    cost: costOf(late),
  };
}
