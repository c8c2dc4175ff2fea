import * as z from 'zod/mini';
import type { Configuration } from './configuration';

const centsSchema = z.int();
const countSchema = z.int().check(z.gte(0));

/** Money in cents, times in epoch ms. */
const openTradeSchema = z.object({
  id: z.string(),
  /** End of the current level. */
  endsAt: z.int(),
  /** First stake of the ladder. */
  first: centsSchema,
  level: countSchema,
  /** Stake of the current level. */
  atRisk: centsSchema,
  /** Result of the earlier levels. */
  result: centsSchema,
  /** Results of all levels; null until the signal is settled. */
  results: z.nullable(z.string()),
});

export type OpenTrade = z.infer<typeof openTradeSchema>;

export const paperTallySchema = z.object({
  trades: countSchema,
  won: countSchema,
  lost: countSchema,
  profit: centsSchema,
  /** Sum of squared results, in dollars. */
  squares: z.number(),
});

export type PaperTally = z.infer<typeof paperTallySchema>;

/** Plain data, so that it can be stored and resumed. */
export const paperStateSchema = z.object({
  /** Newest folded slot; empty before the first. */
  slot: z.string(),
  /** Cents not at risk in open trades. */
  free: centsSchema,
  peak: centsSchema,
  drawdown: centsSchema,
  tally: paperTallySchema,
  signals: countSchema,
  /** Day in UTC (since 1970) that `dayResult` and `dayLost` refer to. */
  day: z.int(),
  dayResult: centsSchema,
  dayLost: countSchema,
  open: z.array(openTradeSchema),
});

export type PaperState = z.infer<typeof paperStateSchema>;

/** `flat`: a first level that returned its stake. */
export type TradeOutcome = 'won' | 'lost' | 'flat';

/** Money in cents, times in epoch ms. */
export interface ClosedTrade {
  readonly id: string;
  readonly closedAt: number;
  readonly outcome: TradeOutcome;
  /** Last level played. */
  readonly level: number;
  readonly first: number;
  readonly result: number;
  /** Free and risked money after everything that ended at this time. */
  readonly balance: number;
}

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
