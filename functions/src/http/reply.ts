import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Envelope, NO_STORE, OLDEST_CLIENT_HEADER } from '@quantalgo/contracts';
import * as z from 'zod/mini';
import { tooManyAttempts } from '../domain/limits';
import type { ApiDeps } from './deps';
import type { ReplyWith } from './request';

/** An answer that is not a success: a status and a sentence that its reader may see. */
export class HttpError extends Error {
  /** What its reader needs to go on, as the row that they did not know of. */
  readonly data: unknown;
  /** Names the reason to programs, where they can do something about it. */
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

/** 429, with the wait in its sentence and in `Retry-After`. */
export class TooManyAttempts extends HttpError {
  constructor(readonly retryAfterMs: number) {
    super(429, tooManyAttempts(retryAfterMs));
  }
}

/** What a call is answered with, written once for all who are answered with it. */
export interface Rendered {
  readonly etag: string;
  /** The whole reply as it is sent at `now` (epoch ms). */
  readonly bytesAt: (now: number) => Buffer;
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
 * Parses and writes what handlers of one endpoint answer: a reply that is given to several callers once. The schema also
 * takes away whatever a stored document holds beyond it.
 * @returns throws ZodError where the data is not what the schema says
 */
export function renderer(schema: z.ZodMiniType): (reply: ReplyWith<unknown>) => Rendered {
  const rendered = new WeakMap<ReplyWith<unknown>, Rendered>();
  return (reply) => {
    const before = rendered.get(reply);
    if (before) return before;
    const once = render({ ...reply, data: z.parse(schema, reply.data) });
    rendered.set(reply, once);
    return once;
  };
}

/** Whether the caller has this very data already, whatever the caches in between say. */
function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || opaque(tag) === opaque(etag));
}

function sendJson(response: ServerResponse, bytes: Buffer): void {
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', bytes.length);
  response.end(bytes);
}

/** Sends a success; to a GET whose data the caller knows already, 304 alone. */
export function sendData(
  request: IncomingMessage,
  response: ServerResponse,
  { etag, bytesAt }: Rendered,
  { cache, now }: { readonly cache: string; readonly now: number },
): void {
  response.setHeader('Cache-Control', cache);
  if (request.method === 'GET' || request.method === 'HEAD') {
    response.setHeader('ETag', etag);
    if (isKnown(request.headers['if-none-match'], etag)) {
      response.statusCode = 304;
      response.end();
      return;
    }
  }
  sendJson(response, bytesAt(now));
}

/** Sends a failure, kept by nobody. Its sentence stands in both places where a client may look for it. */
export function sendFailure(
  response: ServerResponse,
  status: number,
  message: string,
  now: number,
  { data, code }: Partial<Pick<HttpError, 'data' | 'code'>> = {},
): void {
  response.statusCode = status;
  response.setHeader('Cache-Control', NO_STORE);
  const envelope: Envelope = {
    success: false,
    message,
    error: message,
    timestamp: timestamp(now),
    ...(code !== undefined && { code }),
    ...(data !== undefined && { data }),
  };
  sendJson(response, Buffer.from(JSON.stringify(envelope)));
}

/** Names the request in the log, and to whoever reports a failure. */
const REQUEST_ID_HEADER = 'X-Request-Id';

/** The oldest build number of the web app that this server still serves; raise it when an older one would break. */
const OLDEST_CLIENT = 1;

const ENDPOINT = Symbol('endpoint');

interface Served extends ServerResponse {
  [ENDPOINT]?: string;
}

/** Remembers which endpoint serves this request: the log names that, and never a path or query as they were sent. */
export function noteEndpoint(response: Served, path: string): void {
  response[ENDPOINT] = path;
}

/** The path, as the registry writes it, of the endpoint that serves this request; `none` where none does. */
const endpointOf = (response: Served): string => response[ENDPOINT] ?? 'none';

/** The status in the log where the caller was gone before the answer. Source: nginx, which no standard follows. */
const HUNG_UP = 499;

/**
 * What every reply carries, whichever way it ends: above all a `Cache-Control`, because a CDN keeps what carries none.
 * Logs one line per request, without addresses, tokens or names.
 */
export const prepareReply =
  ({ clock, log }: Pick<ApiDeps, 'clock' | 'log'>) =>
  ({ method }: IncomingMessage, response: ServerResponse, next: () => void): void => {
    const startedAt = clock();
    const requestId = randomUUID();
    response.removeHeader('X-Powered-By');
    response.setHeader('Cache-Control', NO_STORE);
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader(OLDEST_CLIENT_HEADER, String(OLDEST_CLIENT));
    response.setHeader(REQUEST_ID_HEADER, requestId);
    response.once('close', () => {
      const status = response.writableFinished ? response.statusCode : HUNG_UP;
      const endpoint = endpointOf(response);
      log.info('request', { requestId, method, endpoint, status, ms: clock() - startedAt });
    });
    next();
  };

/** Words for what Express and its body parser refuse, by status; their own texts are not for readers. */
const REFUSALS: Readonly<Record<number, string>> = {
  400: 'The request is malformed',
  413: 'The request is too large',
  415: 'The encoding of the body is not supported',
};

const MALFORMED_JSON = 'The body is not valid JSON';

const has = <K extends string>(value: unknown, key: K): value is Record<K, unknown> =>
  typeof value === 'object' && value !== null && key in value;

/** What to answer to an error: its own words where it has some for readers, a general sentence otherwise. */
export function failureOf(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  if (has(error, 'type') && error.type === 'entity.parse.failed')
    return new HttpError(400, MALFORMED_JSON);
  const status = has(error, 'status') && typeof error.status === 'number' ? error.status : 500;
  const words = REFUSALS[status];
  if (words !== undefined) return new HttpError(status, words);
  return new HttpError(500, 'Something went wrong. Please try again.', { cause: error });
}

/** Answers whatever went wrong with an envelope, and logs what is the server's own fault. */
export const answerErrors =
  ({ clock, log }: ApiDeps) =>
  (
    error: unknown,
    _request: IncomingMessage,
    response: ServerResponse,
    next: (error: unknown) => void,
  ): void => {
    const failure = failureOf(error);
    const { status, message, cause } = failure;
    if (error instanceof TooManyAttempts && !response.headersSent)
      response.setHeader('Retry-After', String(Math.max(1, Math.ceil(error.retryAfterMs / 1000))));
    if (status >= 500)
      log.error(message, {
        requestId: response.getHeader(REQUEST_ID_HEADER),
        endpoint: endpointOf(response),
        cause: cause instanceof Error ? cause.stack : cause,
      });
    if (response.headersSent) next(error);
    else sendFailure(response, status, message, clock(), failure);
  };

/** Answers what no endpoint took. */
export const answerNotFound =
  ({ clock }: ApiDeps) =>
  (_request: IncomingMessage, response: ServerResponse): void =>
    sendFailure(response, 404, 'Not found', clock());
