import * as z from 'zod/mini';
import { pairSchema } from '../signals/pairs';
import { directionSchema } from '../signals/signal';
import { sourceSchema } from '../signals/source';

const isoText = z.iso.datetime();
const ms = z.nullable(z.number());

/** What runs, and how well. Times in ms; null where nothing was measured yet. */
export const systemSchema = z.object({
  source: sourceSchema,
  /** What became of the newest slot; null before the first. */
  heartbeat: z.nullable(
    z.object({
      slot: z.string(),
      state: z.enum(['published', 'missed', 'closed']),
      at: isoText,
      /** How long the newest slot that is due has been waited for beyond its start. */
      lagMs: z.number(),
    }),
  ),
  /** What the newest slot says of the market that prices come from; null before the first. */
  market: z.nullable(
    z.object({
      state: z.enum(['open', 'closed', 'failing']),
      /** Why the slot was missed; null where it was not. */
      problem: z.nullable(z.string()),
    }),
  ),
  /** Newest first. */
  publications: z.array(
    z.object({ slot: z.string(), pair: pairSchema, direction: directionSchema, at: isoText }),
  ),
  misses: z.array(z.object({ slot: z.string(), reason: z.string() })),
  /** Slots that were missed in the last 24 hours. */
  missedInDay: z.int(),
  /** From the start of a slot to its commit, by UTC day, newest first; p95 is the end of its class. */
  delays: z.array(z.object({ day: z.string(), published: z.int(), p95Ms: ms })),
  /** From handing a push to its service until a device showed it, likewise. */
  pushDelays: z.array(z.object({ day: z.string(), shown: z.int(), p95Ms: ms })),
  calibrations: z.array(
    z.object({
      strategyId: z.string(),
      version: z.string(),
      fittedAt: isoText,
      switchedOff: z.nullable(z.object({ since: isoText, reason: z.string() })),
    }),
  ),
  ledger: z.nullable(
    z.object({ ledgerId: z.string(), seq: z.int(), hash: z.string(), at: isoText }),
  ),
  countdown: z.object({ roundMs: z.int(), endsAt: isoText }),
});
export type SystemState = z.infer<typeof systemSchema>;
