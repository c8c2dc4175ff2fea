import * as z from 'zod/mini';
import type { Configuration } from './configuration';

const cents = z.int();
const count = z.int().check(z.gte(0));

/** A trade that is open, as the fold carries it. Money in cents, times in epoch ms. */
const openTradeSchema = z.object({
  id: z.string(),
  /** When its present level ends. */
  endsAt: z.int(),
  /** The first stake of its ladder. */
  first: cents,
  level: count,
  /** What its present level risks. */
  atRisk: cents,
  /** The result of the levels before. */
  result: cents,
  /** How its levels end; null while its signal isn't settled. */
  results: z.nullable(z.string()),
});

export type OpenTrade = z.infer<typeof openTradeSchema>;

/** Closed trades in sums, from which their figures follow. */
export const paperTallySchema = z.object({
  trades: count,
  won: count,
  lost: count,
  /** Sum of their results, in cents. */
  profit: cents,
  /** Sum of the squares of their results, in dollars. */
  squares: z.number(),
});

export type PaperTally = z.infer<typeof paperTallySchema>;

/** How far a configuration is played: plain data, to be stored and folded on. */
export const paperStateSchema = z.object({
  /** The newest slot that is folded; empty before the first. */
  slot: z.string(),
  /** What is free, in cents; what open trades risk is not. */
  free: cents,
  /** The most that free and risked money ever came to. */
  peak: cents,
  /** The deepest fall from a peak. */
  drawdown: cents,
  tally: paperTallySchema,
  /** How many signals it was given. */
  signals: count,
  /** The day of UTC (since 1970) that the stops count, and its closed trades. */
  day: z.int(),
  dayResult: cents,
  dayLost: count,
  open: z.array(openTradeSchema),
});

export type PaperState = z.infer<typeof paperStateSchema>;

/** How a trade ended: a flat first level returns its stake. */
export type TradeOutcome = 'won' | 'lost' | 'flat';

/** A closed trade. Money in cents, times in epoch ms. */
export interface ClosedTrade {
  readonly id: string;
  readonly closedAt: number;
  readonly outcome: TradeOutcome;
  /** The last level that was played. */
  readonly level: number;
  /** The first stake. */
  readonly first: number;
  readonly result: number;
  /** Free and risked money after everything that ended at the same time. */
  readonly balance: number;
}

/** A configuration before its first signal. */
export const beginPaper = ({ balance }: Configuration): PaperState => ({
  slot: '',
  free: balance,
  peak: balance,
  drawdown: 0,
  tally: { trades: 0, won: 0, lost: 0, profit: 0, squares: 0 },
  signals: 0,
  day: 0,
  dayResult: 0,
  dayLost: 0,
  open: [],
});

/** Free and risked money, in cents. */
export const balanceOf = ({ free, open }: PaperState): number =>
  open.reduce((sum, { atRisk }) => sum + atRisk, free);
