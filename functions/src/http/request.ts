import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type {
  Caller,
  Endpoint,
  EndpointName,
  endpoints,
  Pagination,
  UserRecord,
} from '@quantalgo/contracts';
import express, { type Request, type RequestHandler } from 'express';
import * as z from 'zod/mini';
import { deviceLabel } from '../domain/account';
import type { LimitName } from '../domain/limits';
import { factorMissing, type ShownFactor } from '../domain/secondFactor';
import type { Limiter } from '../platform/core/rateLimiter';
import { isBreached } from '../platform/members/breachedPasswords';
import { provePassword } from '../platform/members/credentials';
import {
  isRecordingDue,
  type OpenSession,
  recordDevice,
  type Session,
  sessionReader,
  tokenReader,
} from '../platform/members/sessions';
import type { ApiDeps } from './deps';
import { HttpError, TooManyAttempts } from './reply';

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

/** A request as its endpoint's schemas parsed it. */
export interface RequestOf<E extends Endpoint> {
  readonly params: Parsed<E, 'params'>;
  readonly query: Parsed<E, 'query'>;
  readonly body: Parsed<E, 'body'>;
  readonly caller: CallerOf<E['caller']>;
  /** The network that the call comes from. */
  readonly origin: string;
  /** Path and query as they were written. */
  readonly url: string;
  /** The secret of the device, as it says; null where it says none. */
  readonly device: string | null;
  /** The call's own key where the endpoint is idempotent. */
  readonly idempotencyKey: KeyOf<E>;
  /** The version that the call changes, where its endpoint is versioned and it says so. */
  readonly version: number | null;
}

/** What a handler answers; `cache` replaces the registry's `Cache-Control`. */
export interface ReplyWith<Data> {
  readonly data: Data;
  readonly message?: string;
  readonly pagination?: Pagination;
  readonly cache?: string;
}

/** Handlers by the name of their endpoint, typed by its schemas. */
export type Handlers = {
  readonly [Name in EndpointName]: (
    request: RequestOf<Registry[Name]>,
  ) => Promise<ReplyWith<z.input<Registry[Name]['data']>>>;
};

/** The handlers of one resource. */
export type HandlersOf<Names extends EndpointName> = Pick<Handlers, Names>;

/**
 * A handler as the router holds it. Being a method it takes in every typed handler; that is sound because the router
 * gives it nothing but what its own endpoint's schemas parsed.
 */
export type AnyHandler = {
  handle(request: {
    params: unknown;
    query: unknown;
    body: unknown;
    caller: Member | null;
    origin: string;
    url: string;
    device: string | null;
    idempotencyKey: string | null;
    version: number | null;
  }): Promise<ReplyWith<unknown>>;
}['handle'];

/** Who is calling: the session of the token, and the member's record as it is now. */
export interface Member {
  readonly session: Session;
  readonly record: UserRecord;
  /** What the session showed of a second factor. */
  readonly factor: ShownFactor;
}

/** Whether somebody may do what staff may: they are of staff, and their session showed the second factor. */
export const actsAsStaff = (
  { clock, demandsFactor }: Pick<ApiDeps, 'clock' | 'demandsFactor'>,
  { record, factor }: Member,
): boolean => record.staff && factorMissing(factor, 'shown', demandsFactor, clock()) === null;

export const SESSION_ENDED = 'Your session has ended. Please log in again.';

const BEARER = /^Bearer +(\S+)$/i;

/** Notes the device for its member's list. A call never fails for it. */
async function noteSession(
  { clock, firestore, log }: ApiDeps,
  open: OpenSession,
  userAgent: string | undefined,
): Promise<void> {
  try {
    await recordDevice(firestore, open, deviceLabel(userAgent), clock());
  } catch (error) {
    log.error('A device was not noted', { cause: error });
  }
}

/** Tells who calls. */
export type Authenticate = (headers: IncomingHttpHeaders) => Promise<Member>;

/**
 * Tells the member behind a call's `Authorization` header. Access is read from the live record, never from the token's
 * claims.
 * @returns throws HttpError 401 without a token or when its session is over
 */
export function authenticator(deps: ApiDeps): Authenticate {
  const sessionOf = tokenReader(deps.auth);
  const read = sessionReader(deps);
  return async (headers) => {
    const token = BEARER.exec(headers.authorization ?? '')?.[1];
    if (token === undefined) throw new HttpError(401, 'Please log in');
    const session = await sessionOf(token);
    const open = session && (await read(session));
    if (!open) throw new HttpError(401, SESSION_ENDED);
    if (isRecordingDue(open.notedAt, deps.clock()))
      await noteSession(deps, open, headers['user-agent']);
    return { session, record: open.record, factor: open.factor };
  };
}

/** What an endpoint takes where its entry in the registry names nothing: nothing. */
const NOTHING = z.strictObject({});

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

/** A half surrogate: no text, and nothing that the database stores. */
const HALF_SURROGATE = /\p{Cs}/u;

function isText(value: unknown): boolean {
  if (typeof value === 'string') return !HALF_SURROGATE.test(value);
  return typeof value !== 'object' || value === null || Object.values(value).every(isText);
}

/**
 * One part of a request, parsed strictly.
 * @throws HttpError 400 that names the first broken rule.
 */
export function parsePart(
  schema: z.ZodMiniType | undefined,
  part: keyof typeof PARTS,
  value: unknown,
): unknown {
  const parsed = z.safeParse(schema ?? NOTHING, value);
  if (parsed.success && isText(parsed.data)) return parsed.data;
  if (parsed.success) throw new HttpError(400, `A ${PARTS[part].field} is not well-formed text`);
  const [issue] = parsed.error.issues;
  throw new HttpError(400, issue ? wordsOf(issue, part) : PARTS[part].whole);
}

/** The query of a URL. A name that comes twice is a list, which no rule takes. */
export function queryOf(url: string): Record<string, string | string[]> {
  if (!url.includes('?')) return {};
  const query = new URLSearchParams(url.slice(url.indexOf('?')));
  const values = [...new Set(query.keys())].map((name): [string, string | string[]] => {
    const [first = '', ...more] = query.getAll(name);
    return [name, more.length === 0 ? first : [first, ...more]];
  });
  return Object.fromEntries(values);
}

/** Largest body in bytes that the API takes. */
export const BODY_LIMIT = 100_000;

const parseJson: RequestHandler = express.json({ limit: BODY_LIMIT, type: 'json' });

const bytesReadByPlatform = (request: Request): number | null =>
  'rawBody' in request && Buffer.isBuffer(request.rawBody) ? request.rawBody.length : null;

/** True where a request brings something after its headers. */
export const hasBody = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Reads a JSON body. Deployed, the platform has read and parsed it before, whatever its size; then only its size and
 * type are left to check.
 * @throws HttpError 413 when it is too large, 415 when it is not JSON.
 */
export const readBody: RequestHandler = (request, response, next) => {
  const bytes = bytesReadByPlatform(request);
  if (bytes !== null && bytes > BODY_LIMIT) throw new HttpError(413, 'The request is too large');
  if (hasBody(request) && request.is('json') === false)
    throw new HttpError(415, 'The body must be JSON (Content-Type: application/json)');
  if (bytes === null) parseJson(request, response, next);
  else next();
};

/**
 * Counts a call against its limits, in their order.
 * @returns takes the count back, for calls that turn out not to be what is limited
 * @throws TooManyAttempts when one of them is reached
 */
export async function enforceLimits(
  limiter: Limiter,
  ...limits: readonly (readonly [name: LimitName, key: string])[]
): Promise<() => Promise<void>> {
  const counted: (() => Promise<void>)[] = [];
  for (const [name, key] of limits) {
    const taken = await limiter.take(name, key);
    if (!taken.allowed) throw new TooManyAttempts(taken.retryAfterMs);
    counted.push(taken.giveBack);
  }
  return async () => {
    await Promise.all(counted.map((giveBack) => giveBack()));
  };
}

/** @throws HttpError 400 for a new password that those who try passwords try first */
export function refuseBreached(password: string): void {
  if (isBreached(password))
    throw new HttpError(400, 'This password is known from data breaches. Please choose another.');
}

/**
 * Makes sure that whoever holds the session also knows the password. Never 401, which would say that the session ended.
 * @throws HttpError 400 for a wrong one, TooManyAttempts after too many
 */
export async function checkPassword(
  deps: Pick<ApiDeps, 'firestore' | 'limiter' | 'passwords'>,
  uid: string,
  password: string,
): Promise<void> {
  const giveBack = await enforceLimits(deps.limiter, ['passwordsOfMember', uid]);
  if (!(await provePassword(deps, uid, password)))
    throw new HttpError(400, 'Your current password is incorrect');
  await giveBack();
}
