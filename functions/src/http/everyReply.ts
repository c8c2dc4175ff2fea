import { randomUUID } from 'node:crypto';
import { NO_STORE, OLDEST_CLIENT_HEADER } from '@quantalgo/contracts';
import type { RequestHandler, Response } from 'express';
import type { ApiDeps } from './deps';

/** Names the request in the log, and to whoever reports a failure. */
export const REQUEST_ID_HEADER = 'X-Request-Id';

/** The oldest build number of the web app that this server still serves; raise it when an older one would break. */
const OLDEST_CLIENT = 1;

/** Remembers which endpoint serves this request: the log names that, and never a path or query as they were sent. */
export function rememberEndpoint(response: Response, path: string): void {
  response.locals['endpoint'] = path;
}

/** The path, as the registry writes it, of the endpoint that serves this request; `none` where none does. */
export function endpointOf(response: Response): string {
  const path: unknown = response.locals['endpoint'];
  return typeof path === 'string' ? path : 'none';
}

/**
 * What every reply carries, whichever way it ends: above all a `Cache-Control`, because a CDN keeps what carries none.
 * Logs one line per request, without addresses, tokens or names.
 */
export const everyReply =
  ({ clock, log }: ApiDeps): RequestHandler =>
  (request, response, next) => {
    const startedAt = clock();
    const requestId = randomUUID();
    response.removeHeader('X-Powered-By');
    response.set({
      'Cache-Control': NO_STORE,
      'X-Content-Type-Options': 'nosniff',
      [OLDEST_CLIENT_HEADER]: String(OLDEST_CLIENT),
      [REQUEST_ID_HEADER]: requestId,
    });
    response.once('finish', () => {
      const { statusCode: status } = response;
      const { method } = request;
      const endpoint = endpointOf(response);
      log.info('request', { requestId, method, endpoint, status, ms: clock() - startedAt });
    });
    next();
  };
