import * as z from 'zod/mini';
import { endpoint } from '../api/endpoint';

/** What is left of the round, and when it ends (ISO): the same for every visitor. */
export const countdownSchema = z.object({
  timeFormatted: z.object({ hours: z.string(), minutes: z.string(), seconds: z.string() }),
  endsAt: z.iso.datetime(),
});

/** Length of a round where none is configured: 8 hours. */
export const COUNTDOWN_MS = 8 * 60 * 60_000;

export const countdownEndpoints = {
  countdown: endpoint({
    method: 'GET',
    path: '/countdown',
    caller: 'public',
    summary: 'Time left of free access',
    failure: 'Failed to get timer data',
    cache: 'public, max-age=1',
    data: countdownSchema,
  }),
} as const;
