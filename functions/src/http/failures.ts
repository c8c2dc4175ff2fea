import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ApiDeps } from './deps';
import { HttpError } from './errors';
import { endpointOf, REQUEST_ID_HEADER } from './everyReply';
import { sendFailure } from './reply';
import { TooManyAttempts } from './tooManyAttempts';

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
    const { status, message, cause, data } = failureOf(error);
    if (error instanceof TooManyAttempts && !response.headersSent)
      response.setHeader('Retry-After', String(Math.max(1, Math.ceil(error.retryAfterMs / 1000))));
    if (status >= 500)
      log.error(message, {
        requestId: response.getHeader(REQUEST_ID_HEADER),
        endpoint: endpointOf(response),
        cause: cause instanceof Error ? cause.stack : cause,
      });
    if (response.headersSent) next(error);
    else sendFailure(response, status, message, clock(), data);
  };

/** Answers what no endpoint took. */
export const answerNotFound =
  ({ clock }: ApiDeps) =>
  (_request: IncomingMessage, response: ServerResponse): void =>
    sendFailure(response, 404, 'Not found', clock());
