import * as z from 'zod/mini';
import { pairSchema } from './pairs';
import { slotIdSchema } from '../core/slotId';

export const MOODS = ['Bullish', 'Bearish', 'Neutral', 'Volatile'] as const;

export type Mood = (typeof MOODS)[number];

const VOLATILITIES = ['Low', 'Medium', 'High'] as const;

/** The market as a whole, computed from closed candles of the pairs that have them over the same time. */
export const marketStateSchema = z.object({
  /** The slot that the newest candle ended with. */
  slot: slotIdSchema,
  mood: z.enum(MOODS),
  volatility: z.enum(VOLATILITIES),
  /** What the candles cover, in minutes. */
  minutes: z.int(),
  /** From the highest to the lowest price of that time, in percent of the price; the widest first. */
  ranges: z.array(z.object({ pair: pairSchema, percent: z.number() })),
  /** The pairs that are left out: they paused within that time, or their candles are missing. */
  without: z.array(pairSchema),
});

export type MarketState = z.infer<typeof marketStateSchema>;
