import type { IncomingMessage } from 'node:http';
import express, { type Request, type RequestHandler } from 'express';
import { HttpError } from './errors';

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
