import * as z from 'zod/mini';
import { pairSchema } from './pairs';
import { slotIdSchema } from '../core/slots';

export const MOODS = ['Bullish', 'Bearish', 'Neutral', 'Volatile'] as const;

export type Mood = (typeof MOODS)[number];

const VOLATILITIES = ['Low', 'Medium', 'High'] as const;

/** From closed candles. `without` lists pairs that lack candles for part of the period. */
export const marketStateSchema = z.object({
  slot: slotIdSchema,
  mood: z.enum(MOODS),
  volatility: z.enum(VOLATILITIES),
  minutes: z.int(),
  ranges: z.array(z.object({ pair: pairSchema, percent: z.number() })),
  without: z.array(pairSchema),
});

export type MarketState = z.infer<typeof marketStateSchema>;
