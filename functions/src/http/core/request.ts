import type { IncomingMessage } from 'node:http';
import type { Caller, Endpoint, Pagination } from '@quantalgo/contracts/core/endpoint';
import type { EndpointName, endpoints } from '@quantalgo/contracts/endpoints';
import * as z from 'zod/mini';
import { isGuessable } from '../../domain/auth/guessablePasswords';
import type { LimitName } from '../../domain/core/limits';
import type { Limiter } from '../../platform/core/rateLimiter';
import { isBreached } from '../../platform/auth/breachedPasswords';
import { provePassword } from '../../platform/auth/credentials';
import type { Member } from './callers';
import type { ApiDeps } from './deps';
import { HttpError, MALFORMED, TooManyAttemptsError } from './reply';

type Registry = typeof endpoints;

type Part = 'params' | 'query' | 'body';

type Parsed<E, P extends Part> =
  E extends Readonly<Record<P, infer S extends z.ZodMiniType>> ? z.output<S> : unknown;

interface Callers {
  readonly public: null;
  readonly optional: Member | null;
  readonly member: Member;
  readonly staff: Member;
}

type CallerOf<C extends Caller> = Callers[C];

type KeyOf<E> = E extends { readonly idempotent: true }
  ? string
  : E extends { readonly idempotent: 'optional' }
    ? string | null
    : null;

/** A request whose parts were parsed by the schemas of its endpoint, whichever that is. */
interface ParsedRequest {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly caller: Member | null;
  /** The network that the call comes from. */
  readonly origin: string;
  /** Names the member in the log line of a call that carries no session. */
  readonly identify: (uid: string) => void;
  /** The device's secret as the call states it; null without one. */
  readonly device: string | null;
  /** A challenge and its answer as the call states them; null without one. */
  readonly challenge: string | null;
  /** The call's idempotency key where the endpoint is idempotent. */
  readonly idempotencyKey: string | null;
  /** The version that the call expects to change, where the endpoint is versioned and the call names one. */
  readonly version: number | null;
}

/** A request as its endpoint's schemas parsed it. */
interface RequestOf<E extends Endpoint> extends ParsedRequest {
  readonly params: Parsed<E, 'params'>;
  readonly query: Parsed<E, 'query'>;
  readonly body: Parsed<E, 'body'>;
  readonly caller: CallerOf<E['caller']>;
  readonly idempotencyKey: KeyOf<E>;
}

/** Whether a request that the endpoint's schemas parsed has the caller and the key that the endpoint demands, too. */
export const isOf = <E extends Endpoint>(
  { caller, idempotent }: E,
  request: ParsedRequest,
): request is RequestOf<E> =>
  (request.caller !== null || caller === 'public' || caller === 'optional') &&
  (request.idempotencyKey !== null || idempotent !== true);

/** A handler's result; `cache` replaces the registry's `Cache-Control`. */
export interface ReplyWith<Data> {
  readonly data: Data;
  readonly message?: string;
  readonly pagination?: Pagination;
  readonly cache?: string;
}

/** Answers the calls of one endpoint. */
export type Handler<E extends Endpoint> = (
  request: RequestOf<E>,
) => Promise<ReplyWith<z.input<E['data']>>>;

/** The handlers of one resource by endpoint name, typed by the schemas. */
export type HandlersOf<Names extends EndpointName> = {
  readonly [Name in Names]: Handler<Registry[Name]>;
};

/** The schema of a part that an endpoint doesn't declare: empty. */
export const NOTHING = z.strictObject({});

const PARTS = {
  params: { whole: 'The path is not as expected', field: 'part of the path' },
  query: { whole: 'The query is not as expected', field: 'query parameter' },
  body: { whole: 'The body must be a JSON object', field: 'field' },
} as const;

const SHOWN = 40;

function wordsOf(issue: z.core.$ZodIssue, part: keyof typeof PARTS): string {
  const { whole, field } = PARTS[part];
  if (issue.code === 'unrecognized_keys')
    return `Unknown ${field}: ${issue.keys[0]?.slice(0, SHOWN) ?? ''}`;
  return issue.path.length === 0 ? whole : issue.message;
}

/** A lone surrogate: not well-formed text, and the database can't store it. */
const HALF_SURROGATE = /\p{Cs}/u;

function isText(value: unknown): boolean {
  if (typeof value === 'string') return !HALF_SURROGATE.test(value);
  return typeof value !== 'object' || value === null || Object.values(value).every(isText);
}

/**
 * Parses one part of a request strictly.
 * @throws HttpError 400 that names the first broken rule.
 */
export function parsePart<S extends z.ZodMiniType>(
  schema: S,
  part: keyof typeof PARTS,
  value: unknown,
): z.output<S> {
  const parsed = z.safeParse(schema, value);
  if (parsed.success && isText(parsed.data)) return parsed.data;
  if (parsed.success) throw new HttpError(400, `A ${PARTS[part].field} is not well-formed text`);
  const [issue] = parsed.error.issues;
  throw new HttpError(400, issue ? wordsOf(issue, part) : PARTS[part].whole);
}

/** The query of a URL. A repeated name becomes a list, which no schema accepts. */
export function queryOf(url: string): Record<string, string | string[]> {
  if (!url.includes('?')) return {};
  const query = new URLSearchParams(url.slice(url.indexOf('?')));
  const values = [...new Set(query.keys())].map((name): [string, string | string[]] => {
    const [first = '', ...more] = query.getAll(name);
    return [name, more.length === 0 ? first : [first, ...more]];
  });
  return Object.fromEntries(values);
}

/** The largest body that the API accepts, in bytes. */
const BODY_LIMIT = 100_000;

const MALFORMED_JSON = 'The body is not valid JSON';

export const TOO_LARGE = 'The request is too large';

/** True where a request has a body. */
const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** True for a request whose declared body size exceeds the limit, whatever its endpoint. */
export const isTooLarge = ({ headers }: IncomingMessage): boolean =>
  Number(headers['content-length'] ?? 0) > BODY_LIMIT;

/** Reads up to the limit; the unread rest is discarded with the reply. */
async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const { 'content-encoding': encoding = 'identity' } = request.headers;
  if (encoding !== 'identity')
    throw new HttpError(415, 'The encoding of the body is not supported');
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    const read: AsyncIterable<unknown> = request.iterator({ destroyOnReturn: false });
    for await (const chunk of read) {
      if (!Buffer.isBuffer(chunk)) continue;
      size += chunk.length;
      if (size > BODY_LIMIT) break;
      chunks.push(chunk);
    }
  } catch {
    throw new HttpError(400, MALFORMED);
  }
  if (size > BODY_LIMIT) throw new HttpError(413, TOO_LARGE);
  return Buffer.concat(chunks);
}

function jsonOf(text: string): object {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null) return parsed;
  } catch {
    // Answered like JSON that isn't an object.
  }
  throw new HttpError(400, MALFORMED_JSON);
}

const JSON_TYPE = /^application\/json *(;|$)/i;

/**
 * Reads a JSON body, `{}` where there is none. When deployed, the platform has already read its bytes, however many.
 * @throws HttpError 400 for anything but a JSON object, 413 when it is too large, 415 for another content type
 */
export async function readBody(request: IncomingMessage): Promise<object> {
  if (!hasBody(request)) return {};
  if (!JSON_TYPE.test(request.headers['content-type'] ?? ''))
    throw new HttpError(415, 'The body must be JSON (Content-Type: application/json)');
  const read = 'rawBody' in request && Buffer.isBuffer(request.rawBody) ? request.rawBody : null;
  if (read && read.length > BODY_LIMIT) throw new HttpError(413, TOO_LARGE);
  return jsonOf((read ?? (await bytesOf(request))).toString());
}

/**
 * Counts a call against its limits, in order.
 * @returns a function that gives the counts back, for calls that turn out to be harmless; it never fails, as what such a
 * call did can't be undone
 * @throws TooManyAttemptsError when one of them is reached
 */
export async function enforceLimits(
  limiter: Limiter,
  ...limits: readonly (readonly [name: LimitName, key: string])[]
): Promise<() => Promise<void>> {
  const counted: (() => Promise<void>)[] = [];
  for (const [name, key] of limits) {
    const taken = await limiter.take(name, key);
    if (!taken.allowed) throw new TooManyAttemptsError(taken.retryAfterMs);
    counted.push(taken.giveBack);
  }
  return async () => {
    await Promise.allSettled(counted.map((giveBack) => giveBack()));
  };
}

/** @throws HttpError 400 for a new password that attackers try first */
export function refuseWeak({ issuer }: Pick<ApiDeps, 'issuer'>, password: string): void {
  if (isBreached(password))
    throw new HttpError(400, 'This password is known from data breaches. Please choose another.');
  if (isGuessable(password, issuer))
    throw new HttpError(400, 'This password is easy to guess on this site. Please choose another.');
}

/**
 * Checks that the session's holder also knows the password. Never 401, which would mean that the session ended.
 * @throws HttpError 400 for a wrong password, TooManyAttemptsError after too many
 */
export async function checkPassword(
  { firestore, limiter, hashing }: Pick<ApiDeps, 'firestore' | 'limiter' | 'hashing'>,
  uid: string,
  password: string,
): Promise<void> {
  await enforceLimits(limiter, ['hashesOfMember', uid]);
  await hashing.member(async (passwords) => {
    const giveBack = await enforceLimits(limiter, ['passwordsOfMember', uid]);
    if (!(await provePassword({ firestore, passwords }, uid, password)))
      throw new HttpError(400, 'Your current password is incorrect');
    await giveBack();
  });
}
