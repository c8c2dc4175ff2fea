import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { NO_STORE, OLDEST_CLIENT_HEADER } from '@quantalgo/contracts';
import type { ApiDeps } from './deps';

/** Names the request in the log, and to whoever reports a failure. */
export const REQUEST_ID_HEADER = 'X-Request-Id';

/** The oldest build number of the web app that this server still serves; raise it when an older one would break. */
const OLDEST_CLIENT = 1;

const ENDPOINT = Symbol('endpoint');

interface Served extends ServerResponse {
  [ENDPOINT]?: string;
}

/** Remembers which endpoint serves this request: the log names that, and never a path or query as they were sent. */
export function rememberEndpoint(response: Served, path: string): void {
  response[ENDPOINT] = path;
}

/** The path, as the registry writes it, of the endpoint that serves this request; `none` where none does. */
export const endpointOf = (response: Served): string => response[ENDPOINT] ?? 'none';

/**
 * What every reply carries, whichever way it ends: above all a `Cache-Control`, because a CDN keeps what carries none.
 * Logs one line per request, without addresses, tokens or names.
 */
export const everyReply =
  ({ clock, log }: ApiDeps) =>
  ({ method }: IncomingMessage, response: ServerResponse, next: () => void): void => {
    const startedAt = clock();
    const requestId = randomUUID();
    response.removeHeader('X-Powered-By');
    response.setHeader('Cache-Control', NO_STORE);
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader(OLDEST_CLIENT_HEADER, String(OLDEST_CLIENT));
    response.setHeader(REQUEST_ID_HEADER, requestId);
    response.once('finish', () => {
      const { statusCode: status } = response;
      const endpoint = endpointOf(response);
      log.info('request', { requestId, method, endpoint, status, ms: clock() - startedAt });
    });
    next();
  };
