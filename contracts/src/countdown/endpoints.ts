import * as z from 'zod/mini';
import { endpoint, NO_STORE } from '../core/endpoint';

const ROUND_LIMITS_MS = { min: 60_000, max: 30 * 24 * 60 * 60_000 } as const;
const ROUND_RULE = 'roundMs must be a whole number of milliseconds from a minute to 30 days';

const endsAtSchema = z.iso.datetime();

export const countdownSchema = z.object({
  timeFormatted: z.object({ hours: z.string(), minutes: z.string(), seconds: z.string() }),
  endsAt: endsAtSchema,
});

export const countdownEndpoints = {
  /** Time left in the current round of free access. */
  countdown: endpoint({
    method: 'GET',
    path: '/countdown',
    caller: 'public',
    failure: 'Failed to get timer data',
    cache: 'public, max-age=1',
    data: countdownSchema,
  }),
  /** Length of a round of free access in ms, and when the current one ends. */
  countdownConfig: endpoint({
    method: 'GET',
    path: '/countdown/config',
    caller: 'public',
    failure: 'Failed to get timer configuration',
    cache: 'public, max-age=1',
    data: z.object({ roundMs: z.int(), endsAt: endsAtSchema }),
  }),
  /** Starts a new round for everybody; `roundMs` changes its length. */
  resetCountdown: endpoint({
    method: 'POST',
    path: '/countdown/reset',
    caller: 'staff',
    failure: 'Failed to reset timer',
    cache: NO_STORE,
    body: z.strictObject({
      roundMs: z.optional(
        z
          .int(ROUND_RULE)
          .check(z.gte(ROUND_LIMITS_MS.min, ROUND_RULE), z.lte(ROUND_LIMITS_MS.max, ROUND_RULE)),
      ),
    }),
    data: countdownSchema,
  }),
} as const;
