import { LADDER_RULES } from '../signals/rules';
import { type Probability, wilson } from '../signals/signal';
import type { Configuration } from './configuration';
import type { PaperPlay } from './play';
import type { ClosedTrade, PaperTally } from './state';
import { HOUR_MS } from '../core/time';

/** The ranges of time that a bot's figures are told for, and their length in ms. */
export const PAPER_RANGES = {
  '1H': HOUR_MS,
  '4H': 4 * HOUR_MS,
  '1D': 24 * HOUR_MS,
  '1W': 7 * 24 * HOUR_MS,
} as const;

export type PaperRange = keyof typeof PAPER_RANGES;

/** The figures of some closed trades. Money in cents. */
export interface PaperFigures {
  readonly trades: number;
  readonly won: number;
  /** The share of won trades in percent with its interval; null without trades. */
  readonly winRate: Probability | null;
  readonly profit: number;
  /** The interval of the profit: what as many trades of this kind may come to; null without trades. */
  readonly range: { readonly low: number; readonly high: number } | null;
  readonly drawdown: number;
  /** How many signals there were. */
  readonly signals: number;
}

/**
 * The normal quantile that leaves `tail` (0 to 0.5) above it, to three decimals (M. Abramowitz, I. Stegun, Handbook of
 * Mathematical Functions, 26.2.23).
 */
function quantile(tail: number): number {
  const t = Math.sqrt(-2 * Math.log(tail));
  const above = 2.515517 + t * (0.802853 + t * 0.010328);
  return t - above / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
}

/**
 * Critical z value of a 95 % interval, corrected for picking the best of `tried` (C. E. Bonferroni, 1936).
 */
export const criticalZ = (tried: number): number => quantile(0.025 / Math.max(1, tried));

/** The stake of a configuration's first trade, in cents. */
export const firstStakeOf = ({ stake, balance }: Configuration): number =>
  stake.kind === 'fixed' ? stake.cents : Math.floor((balance * stake.hundredths) / 10_000);

/** What losing all levels of a first trade costs, in cents. */
function ladderCost(configuration: Configuration): number {
  const { balance, levels } = configuration;
  const first = firstStakeOf(configuration);
  const factor = LADDER_RULES.stakes.slice(0, levels).reduce((sum, one) => sum + one, 0);
  return Math.min(balance, Math.round(first * factor));
}

const firstWin = (configuration: Configuration): number =>
  Math.round(firstStakeOf(configuration) * configuration.payout);

/** Pseudo-trades added to wins and to losses alike (Agresti–Coull), because small samples understate the variance. */
const ADDED = 2;

/**
 * The interval of a profit, in cents. A few won ladders show no lost one, and their own spread would promise a profit
 * that a single loss takes back: so two wins at the first entry and two ladders that lose all their levels are added
 * before mean and spread are taken, as A. Agresti and B. Coull do it for a share (The American Statistician 52, 1998).
 */
function profitRange(
  configuration: Configuration,
  { trades, profit, squares }: PaperTally,
  tried: number,
): { low: number; high: number } | null {
  if (trades === 0) return null;
  const won = firstWin(configuration) / 100;
  const lost = ladderCost(configuration) / 100;
  const all = trades + 2 * ADDED;
  const mean = (profit / 100 + ADDED * (won - lost)) / all;
  const spread = (squares + ADDED * (won ** 2 + lost ** 2)) / all - mean ** 2;
  const half = criticalZ(tried) * Math.sqrt(Math.max(0, spread) / all);
  const at = (perTrade: number) => Math.round(100 * trades * perTrade);
  return {
    low: Math.min(profit, at(mean - half)),
    high: Math.max(profit, at(mean + half)),
  };
}

/** The figures of a tally. @param tried how many configurations were tried, of which this is looked at */
export const paperFigures = (
  configuration: Configuration,
  tally: PaperTally,
  { drawdown, signals, tried = 1 }: { drawdown: number; signals: number; tried?: number },
): PaperFigures => ({
  trades: tally.trades,
  won: tally.won,
  winRate: wilson(tally.won, tally.trades, criticalZ(tried)),
  profit: tally.profit,
  range: profitRange(configuration, tally, tried),
  drawdown,
  signals,
});

function tallyOf(closed: readonly ClosedTrade[]): PaperTally {
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

/** The first place of a sorted list whose time is after `from`. */
function firstAfter<T>(all: readonly T[], timeOf: (one: T) => number, from: number): number {
  let [low, high] = [0, all.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const one = all[middle];
    if (one !== undefined && timeOf(one) > from) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** A range of a play: its closed trades and what they came to. */
export interface PaperSlice {
  readonly closed: readonly ClosedTrade[];
  /** The balance before the first of them, in cents. */
  readonly startBalance: number;
  readonly figures: PaperFigures;
}

/** What of a play closed after `from` (epoch ms); its drawdown is told by the balances after closed trades. */
export function sliceOf(configuration: Configuration, play: PaperPlay, from: number): PaperSlice {
  const first = firstAfter(play.closed, ({ closedAt }) => closedAt, from);
  const closed = first === 0 ? play.closed : play.closed.slice(first);
  const startBalance = play.closed[first - 1]?.balance ?? configuration.balance;
  let [peak, drawdown] = [startBalance, 0];
  for (const { balance } of closed) {
    peak = Math.max(peak, balance);
    drawdown = Math.max(drawdown, peak - balance);
  }
  const signals = play.entries.length - firstAfter(play.entries, (at) => at, from);
  const figures = paperFigures(configuration, tallyOf(closed), { drawdown, signals });
  return { closed, startBalance, figures };
}

/** The figures of a play by range, each up to `now` (epoch ms). */
export function byRange(
  configuration: Configuration,
  play: PaperPlay,
  now: number,
): Readonly<Record<PaperRange, PaperFigures>> {
  const figuresOf = (range: PaperRange) =>
    sliceOf(configuration, play, now - PAPER_RANGES[range]).figures;
  return {
    '1H': figuresOf('1H'),
    '4H': figuresOf('4H'),
    '1D': figuresOf('1D'),
    '1W': figuresOf('1W'),
  };
}
