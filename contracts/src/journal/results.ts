import { computeCriticalZ } from '../bots/figures';
import { isHeads } from '../bots/results';
import type { SignalEnd } from '../signals/signalEnd';
import { computeSampleSize } from '../signals/figures';
import { computeFirstEntryResult, toStakes } from '../signals/ladderResult';
import type { Direction } from '../signals/signal';
import { getPairPayout, type Payouts } from '../signals/payout';
import type { VerdictName } from '../signals/verdict';
import { SLOT_MS, parseSlotId } from '../core/slots';
import { computeProfit, type EntryResult, type SettledTrade } from './settle';
import type { Pair } from '../market/pairs';

export interface ResultEntry {
  readonly id: string;
  readonly pair: Pair | null;
  readonly direction: Direction | null;
  readonly broker: string;
  readonly tags: readonly string[];
  readonly verdict: VerdictName | null;
  readonly payout: number;
  readonly result: EntryResult;
}

/** Only ended trades with a known stake and payout are counted. Money in cents. */
export interface CountedTrade extends Pick<ResultEntry, 'id' | 'pair' | 'payout'> {
  readonly direction: Direction;
  /** Start of the level's five-minute candle, epoch ms. */
  readonly at: number;
  readonly stake: number;
  readonly cents: number;
  readonly recordedCents: number;
  /** Result of the opposite direction, by the record's closes. */
  readonly otherCents: number;
  readonly isFlat: boolean;
  readonly entry: Pick<ResultEntry, 'broker' | 'tags' | 'verdict'>;
  readonly trade: Pick<SettledTrade, 'price' | 'close' | 'at' | 'worseBy'>;
}

const OPPOSITE_OUTCOMES = { won: 'lost', lost: 'won', flat: 'flat' } as const;

export function toCountedTrades(entry: ResultEntry): CountedTrade[] {
  const { id, pair, direction, payout, result } = entry;
  if (direction === null) return [];
  return result.trades.flatMap((trade) => {
    const { level, stake, recorded, cents } = trade;
    if (stake === null || recorded === null || cents === null) return [];
    const recordedCents = computeProfit(recorded, stake, payout);
    const otherCents = computeProfit(OPPOSITE_OUTCOMES[recorded], stake, payout);
    if (recordedCents === null || otherCents === null) return [];
    const at = parseSlotId(id) + SLOT_MS * (level + 1);
    const isFlat = recorded === 'flat';
    const results = { stake, cents, recordedCents, otherCents, isFlat };
    return [{ id, pair, payout, direction, at, ...results, entry, trade }];
  });
}

export interface EndedSignal {
  readonly id: string;
  readonly pair: Pair;
  readonly direction: Direction;
  readonly ending: SignalEnd | null;
}

const BLANK_ENTRY = { broker: '', tags: [], verdict: null } as const;

const BLANK_PRICES = { price: null, close: null, at: null, worseBy: null } as const;

/**
 * First entries of all settled signals, with `staked` (cents) spread evenly over them. Shows what
 * entering every signal would have made.
 */
export function buildBaselineTrades(
  signals: readonly EndedSignal[],
  { staked, payouts }: { readonly staked: number; readonly payouts: Payouts },
): CountedTrade[] {
  const settledSignals = signals.flatMap(({ ending, ...signal }) =>
    ending ? [{ signal, ending }] : [],
  );
  const stake = settledSignals.length === 0 ? 0 : staked / settledSignals.length;
  return settledSignals.map(({ signal: { id, pair, direction }, ending }) => {
    const payout = getPairPayout(payouts, pair);
    const isFlat = ending.outcome === 'break-even';
    const cents = stake * toStakes(computeFirstEntryResult(ending, payout));
    const otherCents = isFlat ? 0 : cents > 0 ? -stake : stake * payout;
    return {
      id,
      pair,
      direction,
      payout,
      at: parseSlotId(id) + SLOT_MS,
      stake,
      cents,
      recordedCents: cents,
      otherCents,
      isFlat,
      entry: BLANK_ENTRY,
      trade: BLANK_PRICES,
    };
  });
}

export const getCoinResult = ({ id, recordedCents, otherCents }: CountedTrade): number =>
  isHeads(id) ? recordedCents : otherCents;

/** Money in cents. */
export interface ResultSum {
  readonly signals: number;
  readonly trades: number;
  readonly won: number;
  readonly lost: number;
  readonly staked: number;
  readonly cents: number;
  readonly recordedCents: number;
  readonly coinCents: number;
  /** Mean result of coin flips on the same stakes. Negative while payouts are below 100%. */
  readonly evenCents: number;
  readonly spread: number;
  readonly maxCents: number;
  /** Number of equal, independent trades that would have the same spread. */
  readonly effective: number;
}

/**
 * A coin flip on stake s at payout p makes s (p − 1) / 2 ± s (p + 1) / 2. Trades of a pair on one
 * candle win and lose together, so their signed amounts are added before squaring.
 */
export function sumTrades(trades: readonly CountedTrade[]): ResultSum {
  const candles = new Map<string, number>();
  const signals = new Set<string>();
  const sum = { won: 0, lost: 0, staked: 0, cents: 0, recordedCents: 0, evenCents: 0, maxCents: 0 };
  let [coinCents, totalAmount] = [0, 0];
  for (const trade of trades) {
    const { id, pair, at, direction, stake, payout, isFlat } = trade;
    signals.add(id);
    sum.staked += stake;
    sum.cents += trade.cents;
    sum.recordedCents += trade.recordedCents;
    sum.maxCents += Math.max(trade.cents, trade.recordedCents, trade.otherCents);
    sum.won += trade.cents > 0 ? 1 : 0;
    sum.lost += trade.cents < 0 ? 1 : 0;
    coinCents += getCoinResult(trade);
    if (isFlat) continue;
    sum.evenCents += (stake * (payout - 1)) / 2;
    const amount = (stake * (payout + 1)) / 2;
    totalAmount += amount;
    const candle = `${pair ?? id} ${at}`;
    candles.set(candle, (candles.get(candle) ?? 0) + (direction === 'CALL' ? amount : -amount));
  }
  let variance = 0;
  for (const amount of candles.values()) variance += amount ** 2;
  return {
    ...sum,
    signals: signals.size,
    trades: trades.length,
    coinCents,
    spread: Math.sqrt(variance),
    effective: variance === 0 ? 0 : totalAmount ** 2 / variance,
  };
}

export interface CentsRange {
  readonly low: number;
  readonly high: number;
}

/**
 * 95% interval, from the spread of coin flips, which is the widest of any win rate. Null without
 * trades. `tried`: number of results shown side by side; more results widen the interval.
 */
export function computeChanceRange(
  cents: number,
  { trades, staked, maxCents, spread }: ResultSum,
  tried = 1,
): CentsRange | null {
  if (trades === 0) return null;
  const halfWidth = computeCriticalZ(tried) * spread;
  return {
    low: Math.min(cents, Math.max(-staked, cents - halfWidth)),
    high: Math.max(cents, Math.min(maxCents, cents + halfWidth)),
  };
}

/** Below this, the normal approximation doesn't hold. */
const MIN_EFFECTIVE_TRADES = 30;

/** `neither`: enough trades, but the result is within chance. */
export type Significance = 'profit' | 'loss' | 'neither' | 'too-few';

export function assessSignificance(sum: ResultSum, payout: number, tried = 1): Significance {
  const range = computeChanceRange(sum.cents, sum, tried);
  if (!range || sum.effective < MIN_EFFECTIVE_TRADES) return 'too-few';
  if (range.low > 0) return 'profit';
  if (range.high < 0) return 'loss';
  return sum.effective < computeSampleSize(payout) ? 'too-few' : 'neither';
}

/** In whole cents. The parts add up to the result. */
export interface ResultParts {
  readonly payout: number;
  readonly direction: number;
  readonly prices: number;
}

export function splitResult({ cents, recordedCents, evenCents }: ResultSum): ResultParts {
  const payout = Math.round(evenCents);
  return { payout, direction: recordedCents - payout, prices: cents - recordedCents };
}

export function compareWithChance({ recordedCents, evenCents, spread, effective }: ResultSum) {
  const excess = recordedCents - evenCents;
  if (effective < MIN_EFFECTIVE_TRADES || Math.abs(excess) <= computeCriticalZ(1) * spread)
    return 'chance';
  return excess > 0 ? 'better' : 'worse';
}

/** Oldest first; `at` in epoch ms, `result` cumulative in cents. */
export function buildCurve(
  trades: readonly CountedTrade[],
  getCents: (trade: CountedTrade) => number,
): { readonly at: number; readonly result: number }[] {
  const centsByEnd = new Map<number, number>();
  for (const trade of trades) {
    const at = trade.at + SLOT_MS;
    centsByEnd.set(at, (centsByEnd.get(at) ?? 0) + getCents(trade));
  }
  let result = 0;
  return [...centsByEnd]
    .sort(([a], [b]) => a - b)
    .map(([at, cents]) => ({ at, result: (result += cents) }));
}
