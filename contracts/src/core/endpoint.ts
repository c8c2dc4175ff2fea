import * as z from 'zod/mini';

/** Who may call: anyone; anyone, identified if they send a token; signed-in members; or staff only. */
export type Caller = 'public' | 'optional' | 'member' | 'staff';

/** One endpoint, as the server that mounts it and the client that calls it need to know it. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Express style: `/api/signals/:id`. */
  readonly path: string;
  readonly caller: Caller;
  /**
   * Second factor required of a staff session: `fresh` means shown within the last 15 minutes, `none` is for the
   * endpoints that verify it; if absent, it must have been shown within the last twelve hours.
   */
  readonly secondFactor?: 'fresh' | 'none';
  /** True where a member may call who still has to choose a password. */
  readonly passwordless?: true;
  /** A call's effect on the session of the calling device; `replaces` ends it and opens another. */
  readonly session?: 'opens' | 'replaces' | 'ends';
  /** True if the call gets a device remembered without opening a session on it. */
  readonly remembersDevice?: true;
  /** The specification's fixed message for a call that failed without a message from the server. */
  readonly failure: string;
  /** `Cache-Control` of a successful reply. */
  readonly cache: string;
  /**
   * True if each call carries its own key in `Idempotency-Key` and takes effect once, however often it arrives;
   * `optional` if the key may be left out.
   */
  readonly idempotent?: true | 'optional';
  /** True if a call may name the version that it changes in `If-Match`: the `accessVersion` in quotes. */
  readonly versioned?: true;
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  readonly data: z.ZodMiniType;
}

const PASSWORD_FIELDS = ['password', 'currentPassword', 'newPassword'];

/** True for endpoints that take a password, which the server has to hash: slow by design. */
export const takesPassword = ({ body }: Endpoint): boolean =>
  body instanceof z.ZodMiniObject && PASSWORD_FIELDS.some((field) => field in body.shape);

/** Checks an endpoint while keeping its exact type. */
export const endpoint = <const E extends Endpoint>(definition: E): E => definition;

/** For replies with anything personal: never cached. */
export const NO_STORE = 'no-store';

/** Identifies a call of an idempotent endpoint: a UUID that the client makes up and keeps for every retry. */
export const IDEMPOTENCY_HEADER = 'Idempotency-Key';

/** Carries the secret of a device that signed in before, so that others' failed attempts don't lock it out. */
export const DEVICE_HEADER = 'X-Device';

/** Carries a solved challenge: the challenge, a blank, and its answer. */
export const CHALLENGE_HEADER = 'X-Challenge';

/** Machine-readable reason of a call that is refused until it carries a solved challenge. */
export const CHALLENGE_NEEDED = 'challenge-needed';

/** Names the version that a call of a versioned endpoint changes. */
export const VERSION_HEADER = 'If-Match';

export const paginationSchema = z.object({ total: z.int(), pages: z.int(), current: z.int() });

export type Pagination = z.infer<typeof paginationSchema>;

/** The shape of every reply of the API, errors included. `data` follows the endpoint's schema. */
export const envelopeSchema = z.object({
  success: z.boolean(),
  message: z.optional(z.string()),
  error: z.optional(z.string()),
  /** Machine-readable reason of a refusal that a client can act on. */
  code: z.optional(z.string()),
  timestamp: z.iso.datetime(),
  data: z.optional(z.unknown()),
  pagination: z.optional(paginationSchema),
});

export type Envelope = z.infer<typeof envelopeSchema>;

/** Why staff are refused until they show their second factor: not yet in this session, or too long ago. */
export const FACTOR_REFUSALS = {
  missing: 'second-factor-missing',
  stale: 'second-factor-stale',
} as const;

/** Why a call is refused that waits for nothing of its caller: it can be repeated after `Retry-After`. */
export const SERVER_BUSY = 'server-busy';

/** On every reply: the oldest client build number that the server still serves. */
export const OLDEST_CLIENT_HEADER = 'X-Oldest-Client';
