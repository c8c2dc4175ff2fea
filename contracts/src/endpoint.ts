import * as z from 'zod/mini';

/** Who may call: anyone; anyone, and whoever brings a token as that member; whoever is signed in; or staff alone. */
export type Caller = 'public' | 'optional' | 'member' | 'staff';

/** One endpoint: what both the server that mounts it and the client that calls it must know. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Express style: `/api/ledger/pages/:page`. */
  readonly path: string;
  readonly caller: Caller;
  /**
   * What the session of staff must have shown of their second factor: `fresh` within the last quarter of an hour, `none`
   * where it is shown itself. Where it is not named: at any time.
   */
  readonly secondFactor?: 'fresh' | 'none';
  /** The fixed message of the specification for a call that failed without a word of the server. */
  readonly failure: string;
  /** `Cache-Control` of a successful reply. */
  readonly cache: string;
  /**
   * True where each call carries a key of its own in `Idempotency-Key`, and counts once however often it arrives;
   * `optional` where it may do without.
   */
  readonly idempotent?: true | 'optional';
  /** True where a call may say in `If-Match` which version it changes: the `accessVersion` in quotes. */
  readonly versioned?: true;
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  readonly data: z.ZodMiniType;
}

/** Types the entry of the registry exactly while checking its form. */
export const endpoint = <const E extends Endpoint>(definition: E): E => definition;

/** Replies that hold anything personal are kept nowhere. */
export const NO_STORE = 'no-store';

/** Names a call of an idempotent endpoint: a UUID that its client makes up and keeps through every retry. */
export const IDEMPOTENCY_HEADER = 'Idempotency-Key';

/** Carries the secret of a device that signed in before, by which the failures of others don't keep it out. */
export const DEVICE_HEADER = 'X-Device';

/** Names the version that a call of a versioned endpoint changes. */
export const VERSION_HEADER = 'If-Match';

export const paginationSchema = z.object({ total: z.int(), pages: z.int(), current: z.int() });

export type Pagination = z.infer<typeof paginationSchema>;

/** What every reply of the API looks like, errors included. `data` is as the endpoint's schema says. */
export const envelopeSchema = z.object({
  success: z.boolean(),
  message: z.optional(z.string()),
  error: z.optional(z.string()),
  /** Names the reason of a refusal to programs, where they can do something about it. */
  code: z.optional(z.string()),
  timestamp: z.iso.datetime(),
  data: z.optional(z.unknown()),
  pagination: z.optional(paginationSchema),
});

export type Envelope = z.infer<typeof envelopeSchema>;

/** Why staff are refused until they show their second factor: never in this session, or too long ago. */
export const FACTOR_REFUSALS = {
  missing: 'second-factor-missing',
  stale: 'second-factor-stale',
} as const;

/** Names, on every reply, the oldest client build number that the server still serves. */
export const OLDEST_CLIENT_HEADER = 'X-Oldest-Client';
