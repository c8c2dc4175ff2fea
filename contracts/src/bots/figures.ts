import { LADDER_RULES } from '../signals/rules';
import { type Probability, computeWilsonInterval } from '../signals/signal';
import type { Configuration } from './configuration';
import type { PaperPlay } from './play';
import type { ClosedTrade, PaperTally } from './state';
import { HOUR_MS } from '../core/time';

export const PAPER_RANGES = {
  '1H': HOUR_MS,
  '4H': 4 * HOUR_MS,
  '1D': 24 * HOUR_MS,
  '1W': 7 * 24 * HOUR_MS,
} as const;

export type PaperRange = keyof typeof PAPER_RANGES;

/** Money in cents. */
export interface PaperFigures {
  readonly trades: number;
  readonly won: number;
  readonly winRate: Probability | null;
  readonly profit: number;
  /** 95% confidence interval of the profit of this many trades; null without trades. */
  readonly range: { readonly low: number; readonly high: number } | null;
  readonly drawdown: number;
  readonly signals: number;
}

/**
 * Normal quantile for an upper tail of 0 to 0.5, to three decimals (Abramowitz and Stegun, Handbook
 * of Mathematical Functions, 26.2.23).
 */
function computeQuantile(tail: number): number {
  const t = Math.sqrt(-2 * Math.log(tail));
  const numerator = 2.515517 + t * (0.802853 + t * 0.010328);
  return t - numerator / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
}

/** Critical z of a 95% interval, corrected for picking the best of `tried` (Bonferroni, 1936). */
export const computeCriticalZ = (tried: number): number =>
  computeQuantile(0.025 / Math.max(1, tried));

export const getFirstStake = ({ stake, balance }: Configuration): number =>
  stake.kind === 'fixed' ? stake.cents : Math.floor((balance * stake.hundredths) / 10_000);

function computeLadderCost(configuration: Configuration): number {
  const { balance, levels } = configuration;
  const firstStake = getFirstStake(configuration);
  const factor = LADDER_RULES.stakes
    .slice(0, levels)
    .reduce((sum, stakeFactor) => sum + stakeFactor, 0);
  return Math.min(balance, Math.round(firstStake * factor));
}

const computeFirstWin = (configuration: Configuration): number =>
  Math.round(getFirstStake(configuration) * configuration.payout);

/** Added to wins and to losses (Agresti–Coull), because small samples understate the variance. */
const PSEUDO_TRADES = 2;

/**
 * In cents. Pseudo-trades keep a short run of wins from giving a narrow interval (A. Agresti and B.
 * Coull, The American Statistician 52, 1998).
 */
function computeProfitRange(
  configuration: Configuration,
  { trades, profit, squares }: PaperTally,
  tried: number,
): { low: number; high: number } | null {
  if (trades === 0) return null;
  const winAmount = computeFirstWin(configuration) / 100;
  const lossAmount = computeLadderCost(configuration) / 100;
  const count = trades + 2 * PSEUDO_TRADES;
  const mean = (profit / 100 + PSEUDO_TRADES * (winAmount - lossAmount)) / count;
  const spread = (squares + PSEUDO_TRADES * (winAmount ** 2 + lossAmount ** 2)) / count - mean ** 2;
  const halfWidth = computeCriticalZ(tried) * Math.sqrt(Math.max(0, spread) / count);
  const toTotalCents = (perTrade: number) => Math.round(100 * trades * perTrade);
  return {
    low: Math.min(profit, toTotalCents(mean - halfWidth)),
    high: Math.max(profit, toTotalCents(mean + halfWidth)),
  };
}

export const toPaperFigures = (
  configuration: Configuration,
  tally: PaperTally,
  { drawdown, signals, tried = 1 }: { drawdown: number; signals: number; tried?: number },
): PaperFigures => ({
  trades: tally.trades,
  won: tally.won,
  winRate: computeWilsonInterval(tally.won, tally.trades, computeCriticalZ(tried)),
  profit: tally.profit,
  range: computeProfitRange(configuration, tally, tried),
  drawdown,
  signals,
});

function tallyTrades(closed: readonly ClosedTrade[]): PaperTally {
  const tally = { trades: 0, won: 0, lost: 0, profit: 0, squares: 0 };
  for (const { outcome, result } of closed) {
    tally.trades += 1;
    if (outcome === 'won') tally.won += 1;
    if (outcome === 'lost') tally.lost += 1;
    tally.profit += result;
    tally.squares += (result / 100) ** 2;
  }
  return tally;
}

function findFirstAfter<T>(
  items: readonly T[],
  getTime: (item: T) => number,
  from: number,
): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = items[middle];
    if (item !== undefined && getTime(item) > from) high = middle;
    else low = middle + 1;
  }
  return low;
}

export interface PaperSlice {
  readonly closed: readonly ClosedTrade[];
  readonly startBalance: number;
  readonly figures: PaperFigures;
}

/** Trades closed after `from` (epoch ms). The drawdown is measured at closed trades. */
export function slicePlay(configuration: Configuration, play: PaperPlay, from: number): PaperSlice {
  const firstIndex = findFirstAfter(play.closed, ({ closedAt }) => closedAt, from);
  const closed = firstIndex === 0 ? play.closed : play.closed.slice(firstIndex);
  const startBalance = play.closed[firstIndex - 1]?.balance ?? configuration.balance;
  let [peak, drawdown] = [startBalance, 0];
  for (const { balance } of closed) {
    peak = Math.max(peak, balance);
    drawdown = Math.max(drawdown, peak - balance);
  }
  const signals = play.entries.length - findFirstAfter(play.entries, (time) => time, from);
  const figures = toPaperFigures(configuration, tallyTrades(closed), { drawdown, signals });
  return { closed, startBalance, figures };
}

export function getFiguresByRange(
  configuration: Configuration,
  play: PaperPlay,
  now: number,
): Readonly<Record<PaperRange, PaperFigures>> {
  const getFigures = (range: PaperRange) =>
    slicePlay(configuration, play, now - PAPER_RANGES[range]).figures;
  return {
    '1H': getFigures('1H'),
    '4H': getFigures('4H'),
    '1D': getFigures('1D'),
    '1W': getFigures('1W'),
  };
}
