import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type Endpoint,
  type Envelope,
  NO_STORE,
  OLDEST_CLIENT_HEADER,
  SERVER_BUSY,
} from '@quantalgo/contracts/core/endpoint';
import * as z from 'zod/mini';
import { tooManyAttempts } from '../../domain/core/limits';
import { isContention } from '../../platform/core/documents';
import { KeyReusedError } from '../../platform/core/idempotency';
import { logKey } from '../../platform/core/logKey';
import { HashingBusyError } from '../../platform/auth/hashing';
import { MemberGoneError } from '../../platform/account/users';
import type { ApiDeps } from './deps';
import type { ReplyWith } from './request';

/** A failure as the caller gets it: a status and a sentence that may be shown. */
export class HttpError extends Error {
  /** Data that the caller needs to continue, such as the current row after a conflict. */
  readonly data: unknown;
  /** Machine-readable reason, where a program can act on it. */
  readonly code: string | undefined;

  constructor(
    readonly status: number,
    message: string,
    options?: ErrorOptions & { readonly data?: unknown; readonly code?: string },
  ) {
    super(message, options);
    this.data = options?.data;
    this.code = options?.code;
    this.name = 'HttpError';
  }
}

/** 429, with the waiting time in its message and in `Retry-After`. */
export class TooManyAttemptsError extends HttpError {
  constructor(
    readonly retryAfterMs: number,
    words: string = tooManyAttempts(retryAfterMs),
    options?: { readonly code?: string },
  ) {
    super(429, words, options);
  }
}

const BUSY = 'The site is very busy right now. We’ll try again in a moment.';

/** The waiting time (ms) after too many concurrent calls. */
const CONTENTION_MS = 10_000;

/** Turns a handler's error into the reply: its own message, or the endpoint's fixed one for a fault of the server. */
export function answerTo(error: unknown, { failure }: Pick<Endpoint, 'failure'>): HttpError {
  if (error instanceof HttpError) return error;
  if (error instanceof KeyReusedError) return new HttpError(409, error.message);
  if (error instanceof MemberGoneError) return new HttpError(401, SESSION_ENDED);
  if (error instanceof HashingBusyError)
    return new TooManyAttemptsError(error.retryAfterMs, BUSY, { code: SERVER_BUSY });
  if (isContention(error)) return new TooManyAttemptsError(CONTENTION_MS);
  return new HttpError(500, failure, { cause: error });
}

/** A rendered success, shared by all callers who get it. */
export interface Rendered {
  readonly etag: string;
  /** The complete body as sent at `now` (epoch ms). */
  readonly bytesAt: (now: number) => Buffer;
}

/** A success without the envelope. */
export interface Plain {
  readonly bytes: Buffer;
  /** Its content type. */
  readonly type: string;
  readonly cache: string;
}

/** Weak, because two replies with the same data still differ in their timestamps. */
function etagOf(data: string, pagination: string | undefined): string {
  const hash = createHash('sha256').update(`[${data},${pagination}]`);
  return `W/"${hash.digest('base64url').slice(0, 22)}"`;
}

const timestamp = (now: number) => new Date(now).toISOString();

function render({ data, message, pagination }: Omit<ReplyWith<unknown>, 'cache'>): Rendered {
  const text = JSON.stringify(data);
  const pages = pagination && JSON.stringify(pagination);
  const said = message === undefined ? '' : `"message":${JSON.stringify(message)},`;
  const end = `"data":${text}${pages === undefined ? '' : `,"pagination":${pages}`}}`;
  let last = { now: NaN, bytes: Buffer.alloc(0) };
  return {
    etag: etagOf(text, pages),
    bytesAt(now) {
      if (now !== last.now) {
        const begin = `{"success":true,${said}"timestamp":"${timestamp(now)}",`;
        last = { now, bytes: Buffer.from(begin + end) };
      }
      return last.bytes;
    },
  };
}

/**
 * Renders the replies of one endpoint's handlers. The schema also drops fields that a stored document has beyond it.
 * @returns a function that throws ZodError where the data doesn't match the schema
 */
export const renderer =
  (schema: z.ZodMiniType) =>
  (reply: ReplyWith<unknown>): Rendered =>
    render({ ...reply, data: z.parse(schema, reply.data) });

/** Whether the caller has this data already; weak and strong tags count as equal, because caches may convert them. */
function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || opaque(tag) === opaque(etag));
}

export const SESSION_ENDED = 'Your session has ended. Please log in again.';

export const MALFORMED = 'The request is malformed';

/** Identifies the request in the log and in reports of failures. */
const REQUEST_ID_HEADER = 'X-Request-Id';

/** The oldest build number of the web app that this server still supports; raise it when an older one would break. */
const OLDEST_CLIENT = 1;

/** The logged status where the caller disconnected before the answer. Source: nginx; it isn't standardised. */
const HUNG_UP = 499;

/** Headers of every reply. The functions have addresses of their own, where Hosting adds none. */
const EVERY_REPLY = [
  ...['X-Content-Type-Options', 'nosniff'],
  ...['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'; sandbox"],
  ...['Strict-Transport-Security', 'max-age=63072000; includeSubDomains'],
  ...['Referrer-Policy', 'no-referrer'],
  ...[OLDEST_CLIENT_HEADER, `${OLDEST_CLIENT}`],
];

const JSON_TYPE = 'application/json; charset=utf-8';

/** Header names and values, alternating. */
export type Headers = readonly string[];

/** A call from its arrival to its answer. It writes one log line, without addresses, tokens or names. */
export class Call {
  /** The path of its endpoint as the registry writes it. */
  endpoint = 'none';
  /** The endpoint's `Vary` header, on successes and failures. */
  vary: Headers = [];
  /** The member who calls; null for visitors. */
  uid: string | null = null;
  readonly requestId = randomUUID();
  readonly #startedAt: number;

  constructor(
    readonly request: IncomingMessage,
    readonly response: ServerResponse,
    readonly deps: Pick<ApiDeps, 'clock' | 'log' | 'pseudonymSecrets'>,
  ) {
    this.#startedAt = deps.clock();
    response.once('close', () => this.#log());
  }

  #log(): void {
    const { deps, requestId, request, endpoint, response } = this;
    const status = response.writableFinished ? response.statusCode : HUNG_UP;
    const ms = deps.clock() - this.#startedAt;
    deps.log.info('request', {
      requestId,
      method: request.method,
      endpoint,
      status,
      ms,
      ...this.#member(),
    });
  }

  /** The caller's pseudonym, for log lines. */
  #member(): { readonly member?: string } {
    const { deps, uid } = this;
    return uid === null ? {} : { member: logKey(deps.pseudonymSecrets, uid, deps.clock()) };
  }

  /** Writes the whole reply at once. Every reply sets `Cache-Control`, because a CDN caches replies without it. */
  #send(
    status: number,
    cache: string,
    headers: Headers,
    body?: Buffer,
    type: string = JSON_TYPE,
  ): void {
    // The platform's server sets it.
    this.response.removeHeader('X-Powered-By');
    const all = [...EVERY_REPLY, REQUEST_ID_HEADER, this.requestId, 'Cache-Control', cache];
    for (const text of headers) all.push(text);
    if (body) all.push('Content-Type', type, 'Content-Length', `${body.length}`);
    this.response.writeHead(status, all).end(body);
  }

  /** Sends a success; only 304 to a GET whose data the caller has already. */
  succeed({ etag, bytesAt }: Rendered, cache: string): void {
    const { headers, method } = this.request;
    if (method !== 'GET' && method !== 'HEAD')
      return this.#send(200, cache, this.vary, bytesAt(this.deps.clock()));
    const tagged = [...this.vary, 'ETag', etag];
    if (isKnown(headers['if-none-match'], etag)) this.#send(304, cache, tagged);
    else this.#send(200, cache, tagged, bytesAt(this.deps.clock()));
  }

  /** Sends bytes as they are; only 304 to a caller who has them already. */
  succeedPlain({ bytes, type, cache }: Plain): void {
    const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
    const tagged = ['ETag', etag];
    if (isKnown(this.request.headers['if-none-match'], etag)) this.#send(304, cache, tagged);
    else this.#send(200, cache, tagged, bytes, type);
  }

  /**
   * Sends a failure, which nobody may cache, and logs faults of the server. The message is in both fields where clients
   * may look for it.
   */
  fail(error: HttpError, headers: Headers = []): void {
    const { status, message, code, data } = error;
    // 503 is a deliberate answer, which the check that asked reports.
    if (status >= 500 && status !== 503) this.#blame(error);
    if (this.response.headersSent) {
      this.response.destroy();
      return;
    }
    const envelope: Envelope = {
      success: false,
      message,
      error: message,
      timestamp: timestamp(this.deps.clock()),
      ...(code !== undefined && { code }),
      ...(data !== undefined && { data }),
    };
    const wait = error instanceof TooManyAttemptsError ? retryAfter(error) : [];
    const body = Buffer.from(JSON.stringify(envelope));
    this.#send(status, NO_STORE, [...this.vary, ...headers, ...wait], body);
  }

  #blame({ message, cause }: HttpError): void {
    const { requestId, endpoint } = this;
    const known = cause instanceof Error ? cause.stack : cause;
    this.deps.log.error(message, { requestId, endpoint, ...this.#member(), cause: known });
  }
}

const retryAfter = ({ retryAfterMs }: TooManyAttemptsError): Headers => [
  'Retry-After',
  String(Math.max(1, Math.ceil(retryAfterMs / 1000))),
];
