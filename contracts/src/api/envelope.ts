import * as z from 'zod/mini';

export const paginationSchema = z.object({ total: z.int(), pages: z.int(), current: z.int() });
export type Pagination = z.infer<typeof paginationSchema>;

/** What every reply of the API looks like, errors included. `data` is as the endpoint's schema says. */
export const envelopeSchema = z.object({
  success: z.boolean(),
  message: z.optional(z.string()),
  error: z.optional(z.string()),
  timestamp: z.iso.datetime(),
  data: z.optional(z.unknown()),
  pagination: z.optional(paginationSchema),
});
export type Envelope = z.infer<typeof envelopeSchema>;

/** Names, on every reply, the oldest client build number that the server still serves. */
export const OLDEST_CLIENT_HEADER = 'X-Oldest-Client';
