import { randomUUID } from 'node:crypto';
import { NO_STORE, OLDEST_CLIENT_HEADER } from '@quantalgo/contracts';
import type { RequestHandler } from 'express';
import type { ApiDeps } from './deps';

/** Names the request in the log, and to whoever reports a failure. */
export const REQUEST_ID_HEADER = 'X-Request-Id';

/** The oldest build number of the web app that this server still serves; raise it when an older one would break. */
const OLDEST_CLIENT = 1;

/**
 * What every reply carries, whichever way it ends: above all a `Cache-Control`, because a CDN keeps what carries none.
 * Logs one line per request, without addresses, tokens or names.
 */
export const everyReply =
  ({ clock, log }: ApiDeps): RequestHandler =>
  (request, response, next) => {
    const startedAt = clock();
    const requestId = randomUUID();
    const { method, path } = request;
    response.removeHeader('X-Powered-By');
    response.set({
      'Cache-Control': NO_STORE,
      'X-Content-Type-Options': 'nosniff',
      [OLDEST_CLIENT_HEADER]: String(OLDEST_CLIENT),
      [REQUEST_ID_HEADER]: requestId,
    });
    response.once('finish', () => {
      const { statusCode: status } = response;
      log.info('request', { requestId, method, path, status, ms: clock() - startedAt });
    });
    next();
  };
