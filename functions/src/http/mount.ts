import { IDEMPOTENCY_HEADER, VERSION_HEADER, type Endpoint } from '@quantalgo/contracts';
import type { Express, Request, RequestHandler, Response } from 'express';
import * as z from 'zod/mini';
import { isContention } from '../platform/contention';
import { KeyReused } from '../platform/idempotency/calls';
import { MemberGone } from '../platform/users/users';
import { authenticate, SESSION_ENDED, type Member } from './authenticate';
import type { ApiDeps } from './deps';
import { HttpError } from './errors';
import { rememberEndpoint } from './everyReply';
import type { AnyHandler } from './handler';
import { originOf } from './origin';
import { parsePart, queryOf } from './parse';
import { sendData } from './reply';
import { TooManyAttempts } from './tooManyAttempts';

/** The caller of an endpoint, refused unless the registry lets them in; null for whoever needs not say who they are. */
async function callerOf(
  endpoint: Endpoint,
  deps: ApiDeps,
  request: Request,
): Promise<Member | null> {
  const { authorization } = request.headers;
  if (endpoint.caller === 'public') return null;
  if (endpoint.caller === 'optional' && authorization === undefined) return null;
  const member = await authenticate(deps, request.headers);
  if (endpoint.caller === 'staff' && !member.record.staff)
    throw new HttpError(403, 'Only staff may do this');
  return member;
}

/** When to try again after too many calls at once, in ms. */
const CONTENTION_MS = 10_000;

const keySchema = z.uuid();

/**
 * The key of a call of an idempotent endpoint, null for the others.
 * @throws HttpError 400 where it brings none
 */
function keyOf(endpoint: Endpoint, request: Request): string | null {
  if (!endpoint.idempotent) return null;
  if (endpoint.idempotent === 'optional' && request.get(IDEMPOTENCY_HEADER) === undefined)
    return null;
  const key = z.safeParse(keySchema, request.get(IDEMPOTENCY_HEADER));
  if (!key.success)
    throw new HttpError(400, `The header ${IDEMPOTENCY_HEADER} must be a UUID of the call's own`);
  return key.data;
}

const VERSION = /^(?:W\/)?"(\d{1,9})"$/;

/**
 * The version that a call of a versioned endpoint changes, null where it names none.
 * @throws HttpError 400 where it is none
 */
function versionOf(endpoint: Endpoint, request: Request): number | null {
  const named = request.get(VERSION_HEADER);
  if (!endpoint.versioned || named === undefined || named === '*') return null;
  const version = VERSION.exec(named)?.[1];
  if (version === undefined)
    throw new HttpError(400, `The header ${VERSION_HEADER} must be a version in quotes`);
  return Number(version);
}

async function serve(
  endpoint: Endpoint,
  handle: AnyHandler,
  deps: ApiDeps,
  request: Request,
  response: Response,
): Promise<void> {
  rememberEndpoint(response, endpoint.path);
  if (endpoint.caller !== 'public') response.vary('Authorization');
  const caller = await callerOf(endpoint, deps, request);
  const reply = await handle({
    params: parsePart(endpoint.params, 'params', request.params),
    query: parsePart(endpoint.query, 'query', queryOf(request.originalUrl)),
    body: parsePart(endpoint.body, 'body', request.body ?? {}),
    caller,
    origin: originOf(request, deps.platformHops),
    idempotencyKey: keyOf(endpoint, request),
    version: versionOf(endpoint, request),
  });
  // The schema also takes away whatever a stored document holds beyond it.
  const data = z.parse(endpoint.data, reply.data);
  const cache = reply.cache ?? endpoint.cache;
  sendData(request, response, { ...reply, data }, { cache, now: deps.clock() });
}

/** What a handler's failure is answered with: its own words, or the endpoint's fixed ones where the fault is ours. */
function answerTo(error: unknown, endpoint: Endpoint): HttpError {
  if (error instanceof HttpError) return error;
  if (error instanceof KeyReused) return new HttpError(409, error.message);
  if (error instanceof MemberGone) return new HttpError(401, SESSION_ENDED);
  if (isContention(error)) return new TooManyAttempts(CONTENTION_MS);
  return new HttpError(500, endpoint.failure, { cause: error });
}

/** Serves an endpoint of the registry. A fault of our own is answered with the endpoint's fixed words. */
export function mount(app: Express, deps: ApiDeps, endpoint: Endpoint, handle: AnyHandler): void {
  const serveIt: RequestHandler = (request, response, next) => {
    serve(endpoint, handle, deps, request, response).catch((error: unknown) => {
      next(answerTo(error, endpoint));
    });
  };
  const register = {
    GET: () => app.get(endpoint.path, serveIt),
    POST: () => app.post(endpoint.path, serveIt),
    PATCH: () => app.patch(endpoint.path, serveIt),
    DELETE: () => app.delete(endpoint.path, serveIt),
  };
  register[endpoint.method]();
}
