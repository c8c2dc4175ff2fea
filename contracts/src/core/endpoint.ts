import * as z from 'zod/mini';

export type Caller = 'public' | 'optional' | 'member' | 'staff';

export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly caller: Caller;
  /**
   * Required age of a staff session's second factor. `fresh`: at most 15 minutes. `none`: not
   * required, for the endpoints that verify it. By default at most twelve hours.
   */
  readonly secondFactor?: 'fresh' | 'none';
  readonly passwordless?: true;
  /** Effect on the calling device's session; `replaces` ends it and opens another. */
  readonly session?: 'opens' | 'replaces' | 'ends';
  readonly remembersDevice?: true;
  readonly failure: string;
  readonly cache: string;
  /** Calls carry an `Idempotency-Key` and take effect once. `optional` makes the key optional. */
  readonly idempotent?: true | 'optional';
  readonly versioned?: true;
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  readonly data: z.ZodMiniType;
}

const PASSWORD_FIELDS = ['password', 'currentPassword', 'newPassword'];

export const hasPasswordField = ({ body }: Endpoint): boolean =>
  body instanceof z.ZodMiniObject && PASSWORD_FIELDS.some((field) => field in body.shape);

export const endpoint = <const E extends Endpoint>(definition: E): E => definition;

export const NO_STORE = 'no-store';

export const IDEMPOTENCY_HEADER = 'Idempotency-Key';

/** Secret of a known device, which has its own login limit. */
export const DEVICE_HEADER = 'X-Device';

/** `<challenge> <answer>` */
export const CHALLENGE_HEADER = 'X-Challenge';

export const CHALLENGE_REQUIRED = 'challenge-required';

export const VERSION_HEADER = 'If-Match';

export const paginationSchema = z.object({ total: z.int(), pages: z.int(), current: z.int() });

export type Pagination = z.infer<typeof paginationSchema>;

export const envelopeSchema = z.object({
  success: z.boolean(),
  message: z.optional(z.string()),
  error: z.optional(z.string()),
  code: z.optional(z.string()),
  timestamp: z.iso.datetime(),
  data: z.optional(z.unknown()),
  pagination: z.optional(paginationSchema),
});

export type Envelope = z.infer<typeof envelopeSchema>;

export const FACTOR_REFUSALS = {
  missing: 'second-factor-missing',
  stale: 'second-factor-stale',
} as const;

export const SERVER_BUSY = 'server-busy';

export const TOO_MANY_REQUESTS_STATUS = 429;

export const OLDEST_CLIENT_HEADER = 'X-Oldest-Client';
