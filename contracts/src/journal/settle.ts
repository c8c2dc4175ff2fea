import type { TradeOutcome } from '../bots/state';
import type { Direction } from '../signals/signal';
import type { JournalFields, JournalTrade } from './entry';
import type { Pair } from '../market/pairs';

/** What the record knows of a signal: its closes in order of time, the first at its entry, as far as they are stored. */
export interface SignalCourse {
  readonly pair: Pair;
  readonly direction: Direction;
  readonly closes: readonly { readonly price: number | null }[];
}

/** A trade of the journal, settled. */
export interface SettledTrade extends JournalTrade {
  /** By the record's closes alone; null while they don't decide it. */
  readonly recorded: TradeOutcome | null;
  /** With the broker's own prices where the member entered them; null while nothing decides it. */
  readonly outcome: TradeOutcome | null;
  /** Profit in cents, negative for a loss; null without an outcome, a stake or a payout. */
  readonly cents: number | null;
  /** By how much the broker's price was worse than the record's, in the price's own unit; negative for a better one. */
  readonly worseBy: number | null;
}

/** The result of an entry. */
export interface EntryResult {
  readonly trades: readonly SettledTrade[];
  /** Profit of all trades in cents; null while one of them is open, or where there is none. */
  readonly cents: number | null;
  /** What the record's closes alone would have brought, on the same stakes; null as above. */
  readonly recordedCents: number | null;
  /** Whether the broker's prices end a trade otherwise than the record does. */
  readonly differs: boolean;
}

function outcomeOf(
  direction: Direction,
  entry: number | null | undefined,
  exit: number | null | undefined,
): TradeOutcome | null {
  if (entry === undefined || exit === undefined) return null;
  // A level whose candle is missing counts as flat, as in the record.
  if (entry === null || exit === null || entry === exit) return 'flat';
  return (direction === 'CALL') === exit > entry ? 'won' : 'lost';
}

/** Profit in cents, rounded to whole cents as a broker pays it; null where something isn't known. */
export function centsOf(
  outcome: TradeOutcome | null,
  stake: number | null,
  payout: number | null,
): number | null {
  if (outcome === null || stake === null) return null;
  if (outcome === 'flat') return 0;
  if (outcome === 'lost') return -stake;
  return payout === null ? null : Math.round(stake * payout);
}

function settled(
  trade: JournalTrade,
  course: SignalCourse | null,
  direction: Direction | null,
  payout: number | null,
): SettledTrade {
  const [entry, exit] = [trade.level, trade.level + 1].map((at) => course?.closes[at]?.price);
  const recorded = direction && outcomeOf(direction, entry, exit);
  const outcome = direction && outcomeOf(direction, trade.price ?? entry, trade.close ?? exit);
  const isPriced = trade.price !== null && typeof entry === 'number';
  const rise = isPriced ? (trade.price ?? 0) - entry : null;
  return {
    ...trade,
    recorded,
    outcome,
    cents: centsOf(outcome, trade.stake, payout),
    worseBy: rise === null || direction === null ? null : direction === 'CALL' ? rise : -rise,
  };
}

/** The sum; null where there is nothing to add, or something isn't known. */
const sumOf = (values: readonly (number | null)[]): number | null =>
  values.reduce<number | null>(
    (sum, value) => (sum === null || value === null ? null : sum + value),
    values.length === 0 ? null : 0,
  );

/** True unless the entry was written down for another pair or direction than the signal's: that trade isn't on it. */
export const isTradeOn = (
  { pair, direction }: Pick<JournalFields, 'pair' | 'direction'>,
  signal: Pick<SignalCourse, 'pair' | 'direction'>,
): boolean =>
  (pair === null || pair === signal.pair) && (direction === null || direction === signal.direction);

/**
 * Settles an entry by the record's closes, or by the broker's own prices where the member entered them.
 * @param signal null where it isn't known; one for another pair or direction settles nothing
 * @param payout the member's usual one, as a share, for entries that name none
 */
export function settleEntry(
  entry: Pick<JournalFields, 'trades' | 'payout' | 'pair' | 'direction'>,
  signal: SignalCourse | null,
  payout: number | null,
): EntryResult {
  const course = signal && isTradeOn(entry, signal) ? signal : null;
  const direction = course?.direction ?? entry.direction;
  const share = entry.payout ?? payout;
  const trades = entry.trades.map((trade) => settled(trade, course, direction, share));
  return {
    trades,
    cents: sumOf(trades.map(({ cents }) => cents)),
    recordedCents: sumOf(trades.map(({ recorded, stake }) => centsOf(recorded, stake, share))),
    differs: trades.some(
      ({ outcome, recorded }) => outcome !== null && recorded !== null && outcome !== recorded,
    ),
  };
}
