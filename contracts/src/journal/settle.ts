import type { TradeOutcome } from '../bots/state';
import type { Direction } from '../signals/signal';
import type { JournalFields, JournalTrade } from './entry';
import type { Pair } from '../market/pairs';

export interface SignalCourse {
  readonly pair: Pair;
  readonly direction: Direction;
  readonly closes: readonly { readonly price: number | null }[];
}

export interface SettledTrade extends JournalTrade {
  readonly recorded: TradeOutcome | null;
  /** By the broker's prices if entered, otherwise the same as `recorded`. */
  readonly outcome: TradeOutcome | null;
  readonly cents: number | null;
  readonly worseBy: number | null;
}

export interface EntryResult {
  readonly trades: readonly SettledTrade[];
  readonly cents: number | null;
  readonly recordedCents: number | null;
  readonly differs: boolean;
}

function toOutcome(
  direction: Direction,
  entry: number | null | undefined,
  exit: number | null | undefined,
): TradeOutcome | null {
  if (entry === undefined || exit === undefined) return null;
  // A level without a candle counts as flat, as in the record.
  if (entry === null || exit === null || entry === exit) return 'flat';
  return (direction === 'CALL') === exit > entry ? 'won' : 'lost';
}

export function computeProfit(
  outcome: TradeOutcome | null,
  stake: number | null,
  payout: number | null,
): number | null {
  if (outcome === null || stake === null) return null;
  if (outcome === 'flat') return 0;
  if (outcome === 'lost') return -stake;
  return payout === null ? null : Math.round(stake * payout);
}

function settleTrade(
  trade: JournalTrade,
  course: SignalCourse | null,
  direction: Direction | null,
  payout: number | null,
): SettledTrade {
  const [entry, exit] = [trade.level, trade.level + 1].map((index) => course?.closes[index]?.price);
  const recorded = direction && toOutcome(direction, entry, exit);
  const outcome = direction && toOutcome(direction, trade.price ?? entry, trade.close ?? exit);
  const isPriced = trade.price !== null && typeof entry === 'number';
  const rise = isPriced ? (trade.price ?? 0) - entry : null;
  return {
    ...trade,
    recorded,
    outcome,
    cents: computeProfit(outcome, trade.stake, payout),
    worseBy: rise === null || direction === null ? null : direction === 'CALL' ? rise : -rise,
  };
}

const sumOf = (values: readonly (number | null)[]): number | null =>
  values.reduce<number | null>(
    (sum, value) => (sum === null || value === null ? null : sum + value),
    values.length === 0 ? null : 0,
  );

export const matchesSignal = (
  { pair, direction }: Pick<JournalFields, 'pair' | 'direction'>,
  signal: Pick<SignalCourse, 'pair' | 'direction'>,
): boolean =>
  (pair === null || pair === signal.pair) && (direction === null || direction === signal.direction);

/**
 * Settles by the broker's prices if entered, otherwise by the record's closes.
 * @param signal ignored if its pair or direction differs
 * @param payout the member's default, as a share
 */
export function settleEntry(
  entry: Pick<JournalFields, 'trades' | 'payout' | 'pair' | 'direction'>,
  signal: SignalCourse | null,
  payout: number | null,
): EntryResult {
  const course = signal && matchesSignal(entry, signal) ? signal : null;
  const direction = course?.direction ?? entry.direction;
  const effectivePayout = entry.payout ?? payout;
  const trades = entry.trades.map((trade) =>
    settleTrade(trade, course, direction, effectivePayout),
  );
  return {
    trades,
    cents: sumOf(trades.map(({ cents }) => cents)),
    recordedCents: sumOf(
      trades.map(({ recorded, stake }) => computeProfit(recorded, stake, effectivePayout)),
    ),
    differs: trades.some(
      ({ outcome, recorded }) => outcome !== null && recorded !== null && outcome !== recorded,
    ),
  };
}
