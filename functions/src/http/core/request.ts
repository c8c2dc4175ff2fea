import type { IncomingMessage } from 'node:http';
import type { Caller, Endpoint, Pagination } from '@quantalgo/contracts/core/endpoint';
import type { EndpointName, endpoints } from '@quantalgo/contracts/allEndpoints';
import * as z from 'zod/mini';
import { isGuessable } from '../../domain/auth/guessablePasswords';
import type { LimitName } from '../../domain/core/limits';
import type { Limiter } from '../../platform/core/rateLimiter';
import { readBounded } from '../../platform/core/readBounded';
import { isBreached } from '../../platform/auth/breachedPasswords';
import { verifyPassword } from '../../platform/auth/credentials';
import type { Member } from './callers';
import type { ApiDeps } from './deps';
import { HttpError, MALFORMED, TooManyAttemptsError } from './reply';

type Registry = typeof endpoints;

type Part = 'params' | 'query' | 'body';

type ParsedPart<E, P extends Part> =
  E extends Readonly<Record<P, infer S extends z.ZodMiniType>> ? z.output<S> : unknown;

interface CallerTypes {
  readonly public: null;
  readonly optional: Member | null;
  readonly member: Member;
  readonly staff: Member;
}

type EndpointCaller<C extends Caller> = CallerTypes[C];

type EndpointKey<E> = E extends { readonly idempotent: true }
  ? string
  : E extends { readonly idempotent: 'optional' }
    ? string | null
    : null;

interface ParsedRequest {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly caller: Member | null;
  readonly origin: string;
  /** Adds the member to the log line of a call without a session. */
  readonly identify: (uid: string) => void;
  readonly device: string | null;
  readonly challenge: string | null;
  readonly idempotencyKey: string | null;
  readonly version: number | null;
}

interface EndpointRequest<E extends Endpoint> extends ParsedRequest {
  readonly params: ParsedPart<E, 'params'>;
  readonly query: ParsedPart<E, 'query'>;
  readonly body: ParsedPart<E, 'body'>;
  readonly caller: EndpointCaller<E['caller']>;
  readonly idempotencyKey: EndpointKey<E>;
}

export const isRequestFor = <E extends Endpoint>(
  { caller, idempotent }: E,
  request: ParsedRequest,
): request is EndpointRequest<E> =>
  (request.caller !== null || caller === 'public' || caller === 'optional') &&
  (request.idempotencyKey !== null || idempotent !== true);

/** `cache` replaces the registry's `Cache-Control`. */
export interface ReplyWith<Data> {
  readonly data: Data;
  readonly message?: string;
  readonly pagination?: Pagination;
  readonly cache?: string;
}

export type Handler<E extends Endpoint> = (
  request: EndpointRequest<E>,
) => Promise<ReplyWith<z.input<E['data']>>>;

export type EndpointHandlers<Names extends EndpointName> = {
  readonly [Name in Names]: Handler<Registry[Name]>;
};

export const emptySchema = z.strictObject({});

const PART_LABELS = {
  params: { whole: 'The path is invalid', field: 'part of the path' },
  query: { whole: 'The query is invalid', field: 'query parameter' },
  body: { whole: 'The body must be a JSON object', field: 'field' },
} as const;

const MAX_KEY_LENGTH = 40;

function describeIssue(issue: z.core.$ZodIssue, part: keyof typeof PART_LABELS): string {
  const { whole, field } = PART_LABELS[part];
  if (issue.code === 'unrecognized_keys')
    return `Unknown ${field}: ${issue.keys[0]?.slice(0, MAX_KEY_LENGTH) ?? ''}`;
  return issue.path.length === 0 ? whole : issue.message;
}

// Invalid Unicode, which the database can't store.
const LONE_SURROGATE = /\p{Cs}/u;

function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return !LONE_SURROGATE.test(value);
  return typeof value !== 'object' || value === null || Object.values(value).every(isWellFormed);
}

/** @throws HttpError 400 that names the first broken rule */
export function parsePart<S extends z.ZodMiniType>(
  schema: S,
  part: keyof typeof PART_LABELS,
  value: unknown,
): z.output<S> {
  const parsed = z.safeParse(schema, value);
  if (parsed.success && isWellFormed(parsed.data)) return parsed.data;
  if (parsed.success)
    throw new HttpError(400, `A ${PART_LABELS[part].field} contains invalid Unicode`);
  const [issue] = parsed.error.issues;
  throw new HttpError(400, issue ? describeIssue(issue, part) : PART_LABELS[part].whole);
}

/** A repeated name becomes a list, which no schema accepts. */
export function parseQuery(url: string): Record<string, string | string[]> {
  if (!url.includes('?')) return {};
  const query = new URLSearchParams(url.slice(url.indexOf('?')));
  const values = [...new Set(query.keys())].map((name): [string, string | string[]] => {
    const [firstValue = '', ...otherValues] = query.getAll(name);
    return [name, otherValues.length === 0 ? firstValue : [firstValue, ...otherValues]];
  });
  return Object.fromEntries(values);
}

const MAX_BODY_BYTES = 100_000;

const MALFORMED_JSON = 'The body is not valid JSON';

export const TOO_LARGE = 'The request is too large';

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

export const isTooLarge = ({ headers }: IncomingMessage): boolean =>
  Number(headers['content-length'] ?? 0) > MAX_BODY_BYTES;

// Stops at the limit. Bytes beyond it are discarded when the reply is sent.
async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const { 'content-encoding': encoding = 'identity' } = request.headers;
  if (encoding !== 'identity')
    throw new HttpError(415, 'The body’s content encoding is not supported');
  const stream: AsyncIterable<unknown> = request.iterator({ destroyOnReturn: false });
  const body = await readBounded(stream, MAX_BODY_BYTES).catch(() => {
    throw new HttpError(400, MALFORMED);
  });
  if (!body) throw new HttpError(413, TOO_LARGE);
  return body;
}

function parseJson(text: string): object {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null) return parsed;
  } catch {
    // Handled like JSON that isn't an object.
  }
  throw new HttpError(400, MALFORMED_JSON);
}

const JSON_TYPE = /^application\/json *(;|$)/i;

// Read by the platform if it didn't hide the body from its parsers.
async function readText(request: IncomingMessage): Promise<string> {
  const rawBody = 'rawBody' in request && Buffer.isBuffer(request.rawBody) ? request.rawBody : null;
  if (rawBody && rawBody.length > MAX_BODY_BYTES) throw new HttpError(413, TOO_LARGE);
  return (rawBody ?? (await readBytes(request))).toString();
}

/**
 * `{}` without a body.
 * @throws HttpError 400 for anything but a JSON object, 413 when it is too large, 415 for another
 * content type
 */
export async function readBody(request: IncomingMessage): Promise<object> {
  if (!hasBody(request)) return {};
  if (!JSON_TYPE.test(request.headers['content-type'] ?? ''))
    throw new HttpError(415, 'The body must be JSON (Content-Type: application/json)');
  return parseJson(await readText(request));
}

/**
 * Parses a form or JSON object that another site's server sent. Drops nested values.
 * @throws HttpError 400 for broken JSON, 413 when it is too large
 */
export async function readForm(request: IncomingMessage): Promise<Record<string, string>> {
  if (!hasBody(request)) return {};
  const text = await readText(request);
  if (!JSON_TYPE.test(request.headers['content-type'] ?? ''))
    return Object.fromEntries(new URLSearchParams(text));
  const isPlain = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);
  const entries = Object.entries(parseJson(text)).filter(([, value]) => isPlain(value));
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}

/**
 * Counts a call against its limits, in order. The returned function gives the counts back if the
 * call proves harmless. It never rejects, because the call has already taken effect.
 * @throws TooManyAttemptsError
 */
export async function enforceLimits(
  limiter: Limiter,
  ...limits: readonly (readonly [name: LimitName, key: string])[]
): Promise<() => Promise<void>> {
  const refunds: (() => Promise<void>)[] = [];
  for (const [name, key] of limits) {
    const result = await limiter.take(name, key);
    if (!result.allowed) throw new TooManyAttemptsError(result.retryAfterMs);
    refunds.push(result.refund);
  }
  return async () => {
    await Promise.allSettled(refunds.map((refund) => refund()));
  };
}

/** @throws HttpError 400 for a new password that attackers try first */
export function refuseWeakPassword({ issuer }: Pick<ApiDeps, 'issuer'>, password: string): void {
  if (isBreached(password))
    throw new HttpError(400, 'This password has appeared in data breaches. Please choose another.');
  if (isGuessable(password, issuer))
    throw new HttpError(400, 'This password is easy to guess on this site. Please choose another.');
}

/**
 * Never throws 401, because clients would take it as the end of the session.
 * @throws HttpError 400 for a wrong password, TooManyAttemptsError after too many
 */
export async function checkPassword(
  { firestore, limiter, hashing }: Pick<ApiDeps, 'firestore' | 'limiter' | 'hashing'>,
  uid: string,
  password: string,
): Promise<void> {
  await enforceLimits(limiter, ['memberHashes', uid]);
  await hashing.member(async (passwords) => {
    const refund = await enforceLimits(limiter, ['memberPasswords', uid]);
    if (!(await verifyPassword({ firestore, passwords }, uid, password)))
      throw new HttpError(400, 'Your current password is incorrect');
    await refund();
  });
}
