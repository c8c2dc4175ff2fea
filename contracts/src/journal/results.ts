import { criticalZ } from '../bots/figures';
import { isHeads } from '../bots/results';
import type { Ended } from '../signals/ended';
import { firstEntryResult, inStakes, requiredSampleSize } from '../signals/figures';
import type { Direction } from '../signals/signal';
import type { VerdictName } from '../signals/verdict';
import { SLOT_MS, slotStartOfId } from '../core/slots';
import { centsOf, type EntryResult, type SettledTrade } from './settle';
import type { Pair } from '../market/pairs';

/** A settled entry of a journal. */
export interface ResultEntry {
  /** The slot of its signal. */
  readonly id: string;
  readonly pair: Pair | null;
  readonly direction: Direction | null;
  readonly broker: string;
  readonly tags: readonly string[];
  /** Null where the signal isn't known. */
  readonly verdict: VerdictName | null;
  /** As a share. */
  readonly payout: number;
  readonly result: EntryResult;
}

/** A trade that results count: its stake and payout are known, and the record and its own prices end it. In cents. */
export interface CountedTrade extends Pick<ResultEntry, 'id' | 'pair' | 'payout'> {
  readonly direction: Direction;
  /** When its level begins (epoch ms); its candle lasts five minutes. */
  readonly at: number;
  readonly stake: number;
  /** By the broker's prices where they were entered. */
  readonly cents: number;
  /** By the record's closes. */
  readonly recordedCents: number;
  /** On the other side of the record's closes. */
  readonly otherCents: number;
  readonly isFlat: boolean;
  readonly entry: Pick<ResultEntry, 'broker' | 'tags' | 'verdict'>;
  readonly trade: Pick<SettledTrade, 'price' | 'close' | 'at' | 'worseBy'>;
}

const OTHER = { won: 'lost', lost: 'won', flat: 'flat' } as const;

/** The trades of an entry that can be counted; none while they are open, or without a stake. */
export function countedTrades(entry: ResultEntry): CountedTrade[] {
  const { id, pair, direction, payout, result } = entry;
  if (direction === null) return [];
  return result.trades.flatMap((trade) => {
    const { level, stake, recorded, cents } = trade;
    if (stake === null || recorded === null || cents === null) return [];
    const own = centsOf(recorded, stake, payout);
    const other = centsOf(OTHER[recorded], stake, payout);
    if (own === null || other === null) return [];
    const at = slotStartOfId(id) + SLOT_MS * (level + 1);
    const isFlat = recorded === 'flat';
    const results = { stake, cents, recordedCents: own, otherCents: other, isFlat };
    return [{ id, pair, payout, direction, at, ...results, entry, trade }];
  });
}

/** A settled signal that was received. */
export interface EndedSignal {
  readonly id: string;
  readonly pair: Pair;
  readonly direction: Direction;
  readonly ending: Ended | null;
}

const NOTHING_ENTERED = { broker: '', tags: [], verdict: null } as const;

const NOTHING_PRICED = { price: null, close: null, at: null, worseBy: null } as const;

/**
 * The first entries of all settled signals, with the same sum of money on each: what `staked` (cents) would have brought
 * without choosing.
 */
export function everySignal(
  signals: readonly EndedSignal[],
  { staked, payout }: { readonly staked: number; readonly payout: number },
): CountedTrade[] {
  const settled = signals.flatMap(({ ending, ...signal }) => (ending ? [{ signal, ending }] : []));
  const stake = settled.length === 0 ? 0 : staked / settled.length;
  return settled.map(({ signal: { id, pair, direction }, ending }) => {
    const isFlat = ending.outcome === 'break-even';
    const cents = stake * inStakes(firstEntryResult(ending, payout));
    const otherCents = isFlat ? 0 : cents > 0 ? -stake : stake * payout;
    return {
      id,
      pair,
      direction,
      payout,
      at: slotStartOfId(id) + SLOT_MS,
      stake,
      cents,
      recordedCents: cents,
      otherCents,
      isFlat,
      entry: NOTHING_ENTERED,
      trade: NOTHING_PRICED,
    };
  });
}

/** What a coin brings on a trade: the parity of its slot says on which side, the same for everybody. In cents. */
export const coinCents = ({ id, recordedCents, otherCents }: CountedTrade): number =>
  isHeads(id) ? recordedCents : otherCents;

/** What some trades came to, in cents. */
export interface ResultSum {
  /** Signals and trades; a signal may have a trade on each level. */
  readonly signals: number;
  readonly trades: number;
  readonly won: number;
  readonly lost: number;
  readonly staked: number;
  readonly cents: number;
  readonly recordedCents: number;
  readonly coinCents: number;
  /** What coins bring on the same stakes on average: the price of a payout below 100 %. */
  readonly evenCents: number;
  /** The standard deviation of what coins bring. */
  readonly spread: number;
  /** The most that could be won. */
  readonly most: number;
  /** How many trades of one size on candles of their own would spread as much. */
  readonly effective: number;
}

/**
 * Sums trades. A coin wins the trade of a stake s at a payout p with s (p − 1) / 2 on average, give or take
 * s (p + 1) / 2; trades of a pair on the same candle win and lose together, so their amounts are added with their
 * direction's sign before they are squared, and all other candles are taken to be independent.
 */
export function sumOfTrades(trades: readonly CountedTrade[]): ResultSum {
  const candles = new Map<string, number>();
  const signals = new Set<string>();
  const sum = { won: 0, lost: 0, staked: 0, cents: 0, recordedCents: 0, evenCents: 0, most: 0 };
  let [coin, amounts] = [0, 0];
  for (const one of trades) {
    const { id, pair, at, direction, stake, payout, isFlat } = one;
    signals.add(id);
    sum.staked += stake;
    sum.cents += one.cents;
    sum.recordedCents += one.recordedCents;
    sum.most += Math.max(one.cents, one.recordedCents, one.otherCents);
    sum.won += one.cents > 0 ? 1 : 0;
    sum.lost += one.cents < 0 ? 1 : 0;
    coin += coinCents(one);
    if (isFlat) continue;
    sum.evenCents += (stake * (payout - 1)) / 2;
    const amount = (stake * (payout + 1)) / 2;
    amounts += amount;
    const candle = `${pair ?? id} ${at}`;
    candles.set(candle, (candles.get(candle) ?? 0) + (direction === 'CALL' ? amount : -amount));
  }
  let variance = 0;
  for (const amount of candles.values()) variance += amount ** 2;
  return {
    ...sum,
    signals: signals.size,
    trades: trades.length,
    coinCents: coin,
    spread: Math.sqrt(variance),
    effective: variance === 0 ? 0 : amounts ** 2 / variance,
  };
}

/** An interval in cents. */
export interface CentsRange {
  readonly low: number;
  readonly high: number;
}

/**
 * The interval of 95 % around a result: what as many trades of this size may come to by chance. It takes the spread of a
 * coin, which is the widest that any rate of winning has.
 * @param tried how many results are looked at side by side: the more, the wider
 * @returns null without a trade
 */
export function rangeAround(
  cents: number,
  { trades, staked, most, spread }: ResultSum,
  tried = 1,
): CentsRange | null {
  if (trades === 0) return null;
  const half = criticalZ(tried) * spread;
  return {
    low: Math.min(cents, Math.max(-staked, cents - half)),
    high: Math.max(cents, Math.min(most, cents + half)),
  };
}

/** The fewest effective trades of which anything is said: below, the normal approximation does not hold. */
const MIN_EFFECTIVE_TRADES = 30;

/** What a result tells: a profit or a loss beyond chance, neither though there are enough, or that there are too few. */
export type Significance = 'profit' | 'loss' | 'neither' | 'too-few';

/** See {@link Significance}. @param payout as a share, by which follows how many are enough */
export function significanceOf(sum: ResultSum, payout: number, tried = 1): Significance {
  const range = rangeAround(sum.cents, sum, tried);
  if (!range || sum.effective < MIN_EFFECTIVE_TRADES) return 'too-few';
  if (range.low > 0) return 'profit';
  if (range.high < 0) return 'loss';
  return sum.effective < requiredSampleSize(payout) ? 'too-few' : 'neither';
}

/** A result in the three parts that add up to it, in whole cents. */
export interface ResultParts {
  /** What coins would have come to on the same stakes: what the payout takes. */
  readonly payout: number;
  /** What the signals' directions brought beyond that, by the record's closes. */
  readonly direction: number;
  /** What the broker's own prices changed. */
  readonly prices: number;
}

/** Splits a result into its {@link ResultParts}. */
export function partsOf({ cents, recordedCents, evenCents }: ResultSum): ResultParts {
  const payout = Math.round(evenCents);
  return { payout, direction: recordedCents - payout, prices: cents - recordedCents };
}

/** Whether the directions did better or worse than coins, or no differently than chance explains. */
export function luckOf({ recordedCents, evenCents, spread, effective }: ResultSum) {
  const beyond = recordedCents - evenCents;
  if (effective < MIN_EFFECTIVE_TRADES || Math.abs(beyond) <= criticalZ(1) * spread)
    return 'chance';
  return beyond > 0 ? 'better' : 'worse';
}

/** The result after each time at which trades ended, oldest first; `at` in epoch ms, results in cents. */
export function curveOf(
  trades: readonly CountedTrade[],
  centsOfTrade: (trade: CountedTrade) => number,
): { readonly at: number; readonly result: number }[] {
  const ends = new Map<number, number>();
  for (const trade of trades) {
    const at = trade.at + SLOT_MS;
    ends.set(at, (ends.get(at) ?? 0) + centsOfTrade(trade));
  }
  let result = 0;
  return [...ends]
    .sort(([one], [other]) => one - other)
    .map(([at, cents]) => ({ at, result: (result += cents) }));
}
