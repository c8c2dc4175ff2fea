import * as z from 'zod/mini';
import { PUSH_EVENTS } from './preferences';

/** What a push service is handed, encrypted for one device alone: what is shown, and nothing secret. Times in epoch ms. */
export const pushPayloadSchema = z.object({
  /** Names what is told: one that is told again takes the place of the first. */
  id: z.string(),
  event: z.enum([...PUSH_EVENTS, 'test']),
  title: z.string(),
  body: z.string(),
  /** Path of the site that a click opens. */
  to: z.string(),
  /** When it was handed to the push service. */
  sentAt: z.number(),
  /** From then on it is of no use; null where it keeps. */
  until: z.nullable(z.number()),
  silent: z.boolean(),
  /** Shown to the server in return, which then knows how long it took; null where it does not ask. */
  receipt: z.nullable(z.string()),
});
export type PushPayload = z.infer<typeof pushPayloadSchema>;
