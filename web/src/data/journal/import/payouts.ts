import {
  hasPercentSign,
  parseDecimal,
  parseMoney,
  parsePercent,
} from '@quantalgo/contracts/core/money';

const PAYOUT_RANGES = { share: [0.1, 1.2], percent: [10, 200] } as const;

const isWithin = (value: number, [min, max]: readonly [number, number]): boolean =>
  value >= min && value <= max;

/**
 * A payout as a share: `+92%`, `92` and `0.92` are equal. Null for anything else, such as amounts.
 */
export function readPayout(text: string): number | null {
  if (/\p{Sc}|usd/iu.test(text)) return null;
  const { value } = parsePercent(text);
  if (value === null || Number.isNaN(value)) return null;
  if (isWithin(value, PAYOUT_RANGES.percent)) return Math.round(value * 1e4) / 1e6;
  return !hasPercentSign(text) && isWithin(value, PAYOUT_RANGES.share) ? value : null;
}

/** A won trade of a fixed-time broker returns about this many stakes. */
const RETURNED_STAKES = [1.1, 3] as const;

/**
 * True if a payout column may state the amounts returned instead of percentages, so that it isn't
 * guessed. The same percentage beside different stakes can't be an amount.
 */
export function mayBeReturned(cells: readonly string[], stakeCells: readonly string[]): boolean {
  if (cells.some(hasPercentSign)) return false;
  const trades = cells.flatMap((cell, row) => {
    const [{ value }, { value: stake }] = [parseDecimal(cell), parseMoney(stakeCells[row] ?? '')];
    return value === null || stake === null || stake === 0 ? [] : [{ value, stake }];
  });
  const countDistinct = (values: readonly number[]) => new Set(values).size;
  const isConstant =
    countDistinct(trades.map(({ value }) => value)) === 1 &&
    countDistinct(trades.map(({ stake }) => stake)) > 1;
  const isWon = ({ value, stake }: (typeof trades)[number]) =>
    isWithin(value / stake, RETURNED_STAKES);
  // A tie returns the stake.
  const isReturn = (trade: (typeof trades)[number]) => trade.value === trade.stake || isWon(trade);
  return trades.some(isWon) && !isConstant && trades.every(isReturn);
}
