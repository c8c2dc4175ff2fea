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
import { formatTooManyAttempts, spreadRetry } from '../../domain/core/limits';
import { isContention } from '../../platform/core/documents';
import { KeyReusedError } from '../../platform/core/idempotency';
import { createLogPseudonym } from '../../platform/core/logPseudonym';
import { HashingBusyError } from '../../platform/auth/hashing';
import { MemberGoneError } from '../../platform/account/users';
import type { ApiDeps } from './deps';
import type { ReplyWith } from './request';

export class HttpError extends Error {
  /** Data that the caller needs to continue, such as the current row after a conflict. */
  readonly data: unknown;
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

/** HTTP 429. The message and `Retry-After` say how long to wait. */
export class TooManyAttemptsError extends HttpError {
  constructor(
    readonly retryAfterMs: number,
    message: string = formatTooManyAttempts(retryAfterMs),
    options?: { readonly code?: string },
  ) {
    super(429, message, options);
  }
}

const BUSY_MESSAGE = 'The site is very busy right now. We’ll try again in a moment.';

const CONTENTION_RETRY_MS = 4000;

const createBusyError = (retryAfterMs: number) =>
  new TooManyAttemptsError(retryAfterMs, BUSY_MESSAGE, { code: SERVER_BUSY });

/** Server faults get the endpoint's generic message. */
export function toHttpError(error: unknown, { failure }: Pick<Endpoint, 'failure'>): HttpError {
  if (error instanceof HttpError) return error;
  if (error instanceof KeyReusedError) return new HttpError(409, error.message);
  if (error instanceof MemberGoneError) return new HttpError(401, SESSION_ENDED);
  if (error instanceof HashingBusyError) return createBusyError(error.retryAfterMs);
  if (isContention(error)) return createBusyError(spreadRetry(CONTENTION_RETRY_MS, Math.random()));
  return new HttpError(500, failure, { cause: error });
}

export interface RenderedReply {
  readonly etag: string;
  /** The complete body; `now` in epoch ms. */
  readonly bytesAt: (now: number) => Buffer;
}

export interface PlainReply {
  readonly bytes: Buffer;
  readonly type: string;
  readonly cache: string;
}

// A weak tag, because replies with the same data still differ in their timestamps.
function toEtag(data: string, pagination: string | undefined): string {
  const hash = createHash('sha256').update(`[${data},${pagination}]`);
  return `W/"${hash.digest('base64url').slice(0, 22)}"`;
}

const toTimestamp = (now: number) => new Date(now).toISOString();

function render({ data, message, pagination }: Omit<ReplyWith<unknown>, 'cache'>): RenderedReply {
  const text = JSON.stringify(data);
  const pages = pagination && JSON.stringify(pagination);
  const messageField = message === undefined ? '' : `"message":${JSON.stringify(message)},`;
  const suffix = `"data":${text}${pages === undefined ? '' : `,"pagination":${pages}`}}`;
  let rendered = { now: NaN, bytes: Buffer.alloc(0) };
  return {
    etag: toEtag(text, pages),
    bytesAt(now) {
      if (now !== rendered.now) {
        const prefix = `{"success":true,${messageField}"timestamp":"${toTimestamp(now)}",`;
        rendered = { now, bytes: Buffer.from(prefix + suffix) };
      }
      return rendered.bytes;
    },
  };
}

/** Rendering drops fields beyond the schema, and throws ZodError if the data doesn't match it. */
export const createRenderer =
  (schema: z.ZodMiniType) =>
  (reply: ReplyWith<unknown>): RenderedReply =>
    render({ ...reply, data: z.parse(schema, reply.data) });

// Weak and strong tags count as equal because caches may convert them.
function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const stripWeakPrefix = (tag: string) => tag.trim().replace(/^W\//, '');
  return ifNoneMatch
    .split(',')
    .some((tag) => tag.trim() === '*' || stripWeakPrefix(tag) === stripWeakPrefix(etag));
}

export const SESSION_ENDED = 'Your session has ended. Please log in again.';

export const MALFORMED = 'The request is malformed';

const REQUEST_ID_HEADER = 'X-Request-Id';

// The first `CLIENT_BUILD` that still works. Older apps update.
const OLDEST_SUPPORTED_CLIENT = 1;

// nginx's non-standard status, logged if the caller disconnected before the reply.
const CLIENT_CLOSED_STATUS = 499;

// Set here because Hosting adds no headers when a function is called at its own address.
const COMMON_HEADERS = [
  ...['X-Content-Type-Options', 'nosniff'],
  ...['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'; sandbox"],
  ...['Strict-Transport-Security', 'max-age=63072000; includeSubDomains'],
  ...['Referrer-Policy', 'no-referrer'],
  ...[OLDEST_CLIENT_HEADER, `${OLDEST_SUPPORTED_CLIENT}`],
];

const JSON_TYPE = 'application/json; charset=utf-8';

export type Headers = readonly string[];

/** Writes one log line per call, without addresses, tokens or names. */
export class Call {
  endpoint = 'none';
  vary: Headers = [];
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
    const status = response.writableFinished ? response.statusCode : CLIENT_CLOSED_STATUS;
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

  #member(): { readonly member?: string } {
    const { deps, uid } = this;
    return uid === null
      ? {}
      : { member: createLogPseudonym(deps.pseudonymSecrets, uid, deps.clock()) };
  }

  // Every reply sets `Cache-Control`, because a CDN caches replies without it.
  #send(
    status: number,
    cache: string,
    headers: Headers,
    body?: Buffer,
    type: string = JSON_TYPE,
  ): void {
    // Set by the platform's server.
    this.response.removeHeader('X-Powered-By');
    const requestIdHeader = [REQUEST_ID_HEADER, this.requestId];
    const allHeaders = [...COMMON_HEADERS, ...requestIdHeader, 'Cache-Control', cache];
    for (const text of headers) allHeaders.push(text);
    if (body) allHeaders.push('Content-Type', type, 'Content-Length', `${body.length}`);
    this.response.writeHead(status, allHeaders).end(body);
  }

  /** Answers a GET with 304 if the caller already has the data. */
  succeed({ etag, bytesAt }: RenderedReply, cache: string): void {
    const { headers, method } = this.request;
    if (method !== 'GET' && method !== 'HEAD')
      return this.#send(200, cache, this.vary, bytesAt(this.deps.clock()));
    const taggedHeaders = [...this.vary, 'ETag', etag];
    if (matchesEtag(headers['if-none-match'], etag)) this.#send(304, cache, taggedHeaders);
    else this.#send(200, cache, taggedHeaders, bytesAt(this.deps.clock()));
  }

  /** Sends raw bytes, or 304 if the caller already has them. */
  succeedPlain({ bytes, type, cache }: PlainReply): void {
    const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
    const headers = ['ETag', etag];
    if (matchesEtag(this.request.headers['if-none-match'], etag)) this.#send(304, cache, headers);
    else this.#send(200, cache, headers, bytes, type);
  }

  /** Failures are never cached. Two fields hold the message, because clients may read either. */
  fail(error: HttpError, headers: Headers = []): void {
    const { status, message, code, data } = error;
    // 503 isn't a fault: the health check replies with it on purpose.
    if (status >= 500 && status !== 503) this.#logFault(error);
    if (this.response.headersSent) {
      this.response.destroy();
      return;
    }
    const envelope: Envelope = {
      success: false,
      message,
      error: message,
      timestamp: toTimestamp(this.deps.clock()),
      ...(code !== undefined && { code }),
      ...(data !== undefined && { data }),
    };
    const retryHeaders = error instanceof TooManyAttemptsError ? toRetryAfter(error) : [];
    const body = Buffer.from(JSON.stringify(envelope));
    this.#send(status, NO_STORE, [...this.vary, ...headers, ...retryHeaders], body);
  }

  #logFault({ message, cause }: HttpError): void {
    const { requestId, endpoint } = this;
    this.deps.log.error(message, { requestId, endpoint, ...this.#member(), cause });
  }
}

const toRetryAfter = ({ retryAfterMs }: TooManyAttemptsError): Headers => [
  'Retry-After',
  String(Math.max(1, Math.ceil(retryAfterMs / 1000))),
];
