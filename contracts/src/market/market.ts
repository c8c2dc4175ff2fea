import * as z from 'zod/mini';
import { pairSchema } from './pairs';
import { slotIdSchema } from '../core/slotId';

export const MOODS = ['Bullish', 'Bearish', 'Neutral', 'Volatile'] as const;

export type Mood = (typeof MOODS)[number];

const VOLATILITIES = ['Low', 'Medium', 'High'] as const;

/** From closed candles of the pairs that have them for the whole period. */
export const marketStateSchema = z.object({
  /** Slot at which the newest candle ended. */
  slot: slotIdSchema,
  mood: z.enum(MOODS),
  volatility: z.enum(VOLATILITIES),
  /** Length of the period in minutes. */
  minutes: z.int(),
  /** Highest minus lowest price in percent, widest first. */
  ranges: z.array(z.object({ pair: pairSchema, percent: z.number() })),
  /** Pairs left out because they paused or lack candles. */
  without: z.array(pairSchema),
});

export type MarketState = z.infer<typeof marketStateSchema>;
