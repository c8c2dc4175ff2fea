import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { NO_STORE, type Envelope } from '@quantalgo/contracts';
import * as z from 'zod/mini';
import type { ReplyWith } from './handler';

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
  data?: unknown,
): void {
  response.statusCode = status;
  response.setHeader('Cache-Control', NO_STORE);
  const envelope: Envelope = {
    success: false,
    message,
    error: message,
    timestamp: timestamp(now),
    ...(data !== undefined && { data }),
  };
  sendJson(response, Buffer.from(JSON.stringify(envelope)));
}
