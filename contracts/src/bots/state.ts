import * as z from 'zod/mini';
import { countSchema } from '../core/countSchema';
import type { Configuration } from './configuration';

const centsSchema = z.int();
/** Money in cents, times in epoch ms. */
const openTradeSchema = z.object({
  id: z.string(),
  endsAt: z.int(),
  first: centsSchema,
  level: countSchema,
  atRisk: centsSchema,
  result: centsSchema,
  results: z.nullable(z.string()),
});

export type OpenTrade = z.infer<typeof openTradeSchema>;

export const paperTallySchema = z.object({
  trades: countSchema,
  won: countSchema,
  lost: countSchema,
  profit: centsSchema,
  squares: z.number(),
});

export type PaperTally = z.infer<typeof paperTallySchema>;

export const paperStateSchema = z.object({
  slot: z.string(),
  free: centsSchema,
  peak: centsSchema,
  drawdown: centsSchema,
  tally: paperTallySchema,
  signals: countSchema,
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
  readonly level: number;
  readonly first: number;
  readonly result: number;
  readonly balance: number;
}

export const createPaperState = ({ balance }: Configuration): PaperState => ({
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

export const getBalance = ({ free, open }: PaperState): number =>
  open.reduce((sum, { atRisk }) => sum + atRisk, free);
