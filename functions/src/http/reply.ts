import { createHash } from 'node:crypto';
import { NO_STORE, type Envelope, type Pagination } from '@quantalgo/contracts';
import type { Request, Response } from 'express';
import type { ReplyWith } from './handler';

/** Weak, because two replies with the same data still differ in their timestamps. */
function etagOf(data: unknown, pagination: Pagination | undefined): string {
  const text = JSON.stringify([data, pagination]);
  return `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
}

/**
 * Whether the caller has this very data already. Express' own check is of no use here: it gives up when the request says
 * `no-cache`, which browsers add to each request that sets `If-None-Match` itself.
 */
function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || opaque(tag) === opaque(etag));
}

const timestamp = (now: number) => new Date(now).toISOString();

/** Sends a success; to a GET whose data the caller knows already, 304 alone. */
export function sendData(
  request: Request,
  response: Response,
  { data, message, pagination }: Omit<ReplyWith<unknown>, 'cache'>,
  { cache, now }: { readonly cache: string; readonly now: number },
): void {
  response.set('Cache-Control', cache);
  if (request.method === 'GET' || request.method === 'HEAD') {
    const etag = etagOf(data, pagination);
    response.set('ETag', etag);
    if (isKnown(request.headers['if-none-match'], etag)) {
      response.status(304).end();
      return;
    }
  }
  const envelope: Envelope = {
    success: true,
    ...(message !== undefined && { message }),
    timestamp: timestamp(now),
    data,
    ...(pagination && { pagination }),
  };
  response.json(envelope);
}

/** Sends a failure, kept by nobody. Its sentence stands in both places where a client may look for it. */
export function sendFailure(
  response: Response,
  status: number,
  message: string,
  now: number,
  data?: unknown,
): void {
  const envelope: Envelope = {
    success: false,
    message,
    error: message,
    timestamp: timestamp(now),
    ...(data !== undefined && { data }),
  };
  response.status(status).set('Cache-Control', NO_STORE).json(envelope);
}
