import { ENTER_NOW_WINDOW_MS } from '../signals/signal';
import type { CountedTrade } from './results';
import { getPriceDigits } from '../market/pairs';

export interface PriceSlippage {
  readonly trades: number;
  readonly withEntryPrice: number;
  readonly worse: number;
  readonly better: number;
  readonly meanPoints: number | null;
  readonly differingResults: number;
  readonly costCents: number;
}

export interface TimeSlippage {
  readonly trades: number;
  readonly late: readonly CountedTrade[];
  readonly onTime: readonly CountedTrade[];
  readonly meanMs: number | null;
  readonly costCents: number;
}

const TOLERANCE_POINTS = 0.5;

const toPoints = ({ pair, trade: { worseBy } }: CountedTrade): number | null =>
  worseBy === null || pair === null ? null : worseBy * 10 ** getPriceDigits(pair);

const sumCosts = (trades: readonly CountedTrade[]): number =>
  trades.reduce((sum, { cents, recordedCents }) => sum + recordedCents - cents, 0);

const computeMean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

export function computePriceSlippage(trades: readonly CountedTrade[]): PriceSlippage {
  const pricedTrades = trades.filter(
    ({ trade: { price, close } }) => price !== null || close !== null,
  );
  const points = pricedTrades.flatMap((trade) => toPoints(trade) ?? []);
  const differing = pricedTrades.filter(({ cents, recordedCents }) => cents !== recordedCents);
  return {
    trades: pricedTrades.length,
    withEntryPrice: points.length,
    worse: points.filter((difference) => difference >= TOLERANCE_POINTS).length,
    better: points.filter((difference) => difference <= -TOLERANCE_POINTS).length,
    meanPoints: computeMean(points),
    differingResults: differing.length,
    costCents: sumCosts(pricedTrades),
  };
}

const getDelayMs = ({ at, trade }: CountedTrade): number =>
  trade.at === null ? 0 : Math.max(0, Date.parse(trade.at) - at);

export function computeTimeSlippage(trades: readonly CountedTrade[]): TimeSlippage {
  const timedTrades = trades.filter(({ trade }) => trade.at !== null);
  const late = timedTrades.filter((trade) => getDelayMs(trade) > ENTER_NOW_WINDOW_MS);
  return {
    trades: timedTrades.length,
    late,
    onTime: timedTrades.filter((trade) => getDelayMs(trade) <= ENTER_NOW_WINDOW_MS),
    meanMs: computeMean(timedTrades.map(getDelayMs)),
    costCents: sumCosts(late),
  };
}
