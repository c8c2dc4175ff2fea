import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import {
  DEVICE_HEADER,
  type Endpoint,
  endpoints,
  IDEMPOTENCY_HEADER,
  VERSION_HEADER,
} from '@quantalgo/contracts';
import express, { type Express, type Request, type RequestHandler } from 'express';
import * as z from 'zod/mini';
import { isContention } from '../platform/core/documents';
import { factorMissing } from '../domain/secondFactor';
import { KeyReused } from '../platform/core/idempotency';
import { MemberGone } from '../platform/members/users';
import { accountHandlers, credentialsHandlers } from './account';
import { authHandlers, passwordsHandlers, signUpHandlers, transferHandlers } from './auth';
import { adminDeskHandlers, adminUsersHandlers, adminWatchHandlers } from './console';
import { countdownHandlers } from './countdown';
import { faultsHandlers } from './faults';
import type { ApiDeps } from './deps';
import {
  answerErrors,
  answerNotFound,
  HttpError,
  noteEndpoint,
  prepareReply,
  renderer,
  sendData,
  sendFailure,
  TooManyAttempts,
} from './reply';
import { originOf } from './origin';
import { pushHandlers } from './push';
import {
  type AnyHandler,
  type Authenticate,
  authenticator,
  type Handlers,
  hasBody,
  type Member,
  parsePart,
  queryOf,
  readBody,
  SESSION_ENDED,
} from './request';
import { factorRefusal, secondFactorHandlers } from './secondFactor';
import { ledgerHandlers, recordHandlers, signalsHandlers } from './signals';
import {
  adminProofsHandlers,
  adminSetupsHandlers,
  proofsHandlers,
  setupsHandlers,
  uploadsHandlers,
} from './submissions';
import { ticketsHandlers } from './tickets';

function serverFor(deps: ApiDeps): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.use(prepareReply(deps), readBody);
  return app;
}

/** The API: every endpoint of the registry, served, and an envelope for all else. */
export function createApi(deps: ApiDeps): RequestListener {
  const handlers: Handlers = {
    ...authHandlers(deps),
    ...signUpHandlers(deps),
    ...passwordsHandlers(deps),
    ...transferHandlers(deps),
    ...accountHandlers(deps),
    ...credentialsHandlers(deps),
    ...uploadsHandlers(deps),
    ...proofsHandlers(deps),
    ...setupsHandlers(deps),
    ...ticketsHandlers(deps),
    ...countdownHandlers(deps),
    ...faultsHandlers(deps),
    ...signalsHandlers(deps),
    ...ledgerHandlers(deps),
    ...pushHandlers(deps),
    ...recordHandlers(deps),
    ...adminUsersHandlers(deps),
    ...adminProofsHandlers(deps),
    ...adminSetupsHandlers(deps),
    ...adminDeskHandlers(deps),
    ...adminWatchHandlers(deps),
    ...secondFactorHandlers(deps),
  };
  const app = serverFor(deps);
  const direct = new DirectRoutes(deps);
  const byName: Readonly<Record<string, AnyHandler>> = handlers;
  const shared = { deps, authenticate: authenticator(deps) };
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    const handle = byName[name];
    if (!handle) throw new Error(`No handler for the endpoint ${name}`);
    const serve = serving(endpoint, handle, shared);
    mount(app, endpoint, serve);
    direct.add(endpoint, serve);
  }
  mountOtherMethods(app, deps, Object.values<Endpoint>(endpoints));
  app.use(answerNotFound(deps), answerErrors(deps));
  return (request, response) => {
    if (!direct.serve(request, response)) app(request, response);
  };
}

/** The caller of an endpoint, refused unless the registry lets them in; null for whoever needs not say who they are. */
async function callerOf(
  endpoint: Endpoint,
  { deps, authenticate }: Serving,
  { headers }: IncomingMessage,
): Promise<Member | null> {
  if (endpoint.caller === 'public') return null;
  if (endpoint.caller === 'optional' && headers.authorization === undefined) return null;
  const member = await authenticate(headers);
  if (endpoint.caller === 'staff' && !member.record.staff)
    throw new HttpError(403, 'Only staff may do this');
  if (endpoint.caller === 'staff') {
    const need = endpoint.secondFactor ?? 'shown';
    const missing = factorMissing(member.factor, need, deps.demandsFactor, deps.clock());
    if (missing !== null) throw factorRefusal(missing);
  }
  return member;
}

/** When to try again after too many calls at once, in ms. */
const CONTENTION_MS = 10_000;

const keySchema = z.uuid();

/** A header that comes once; undefined where it does not come. */
function headerOf({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name.toLowerCase()];
  return Array.isArray(value) ? value.join(', ') : value;
}

/**
 * The key of a call of an idempotent endpoint, null for the others.
 * @throws HttpError 400 where it brings none
 */
function keyOf(endpoint: Endpoint, request: IncomingMessage): string | null {
  if (!endpoint.idempotent) return null;
  const given = headerOf(request, IDEMPOTENCY_HEADER);
  if (endpoint.idempotent === 'optional' && given === undefined) return null;
  const key = z.safeParse(keySchema, given);
  if (!key.success)
    throw new HttpError(400, `The header ${IDEMPOTENCY_HEADER} must be a UUID of the call's own`);
  return key.data;
}

const DEVICE = /^[\w-]{43}$/;

/** The secret of a device where a call brings one; anything else there is none. */
function deviceOf(request: IncomingMessage): string | null {
  const given = headerOf(request, DEVICE_HEADER);
  return given !== undefined && DEVICE.test(given) ? given : null;
}

const VERSION = /^(?:W\/)?"(\d{1,9})"$/;

/**
 * The version that a call of a versioned endpoint changes, null where it names none.
 * @throws HttpError 400 where it is none
 */
function versionOf(endpoint: Endpoint, request: IncomingMessage): number | null {
  if (!endpoint.versioned) return null;
  const named = headerOf(request, VERSION_HEADER);
  if (named === undefined || named === '*') return null;
  const version = VERSION.exec(named)?.[1];
  if (version === undefined)
    throw new HttpError(400, `The header ${VERSION_HEADER} must be a version in quotes`);
  return Number(version);
}

/** What was found in the path of a request, and in its body. */
type Found = Pick<Request, 'params' | 'body'>;

/** Answers a call of one endpoint. What goes wrong is given to `fail`. */
type Serve = (
  request: IncomingMessage,
  response: ServerResponse,
  found: Found,
  fail: (error: unknown) => void,
) => void;

/** What a handler's failure is answered with: its own words, or the endpoint's fixed ones where the fault is ours. */
function answerTo(error: unknown, endpoint: Endpoint): HttpError {
  if (error instanceof HttpError) return error;
  if (error instanceof KeyReused) return new HttpError(409, error.message);
  if (error instanceof MemberGone) return new HttpError(401, SESSION_ENDED);
  if (isContention(error)) return new TooManyAttempts(CONTENTION_MS);
  return new HttpError(500, endpoint.failure, { cause: error });
}

/** What endpoints are served with. */
export interface Serving {
  readonly deps: ApiDeps;
  readonly authenticate: Authenticate;
}

/** Serves an endpoint of the registry. A fault of our own is answered with the endpoint's fixed words. */
export function serving(endpoint: Endpoint, handle: AnyHandler, shared: Serving): Serve {
  const { deps } = shared;
  const render = renderer(endpoint.data);

  async function serve(request: IncomingMessage, response: ServerResponse, found: Found) {
    noteEndpoint(response, endpoint.path);
    if (endpoint.caller !== 'public') response.setHeader('Vary', 'Authorization');
    const caller = await callerOf(endpoint, shared, request);
    const reply = await handle({
      params: parsePart(endpoint.params, 'params', found.params),
      query: parsePart(endpoint.query, 'query', queryOf(request.url ?? '')),
      body: parsePart(endpoint.body, 'body', found.body ?? {}),
      caller,
      // Most handlers never ask, and the socket is slow to tell.
      get origin() {
        return originOf(request, deps.behindPlatform);
      },
      url: request.url ?? '',
      device: deviceOf(request),
      idempotencyKey: keyOf(endpoint, request),
      version: versionOf(endpoint, request),
    });
    const { cache = endpoint.cache } = reply;
    sendData(request, response, render(reply), { cache, now: deps.clock() });
  }

  return (request, response, found, fail) => {
    serve(request, response, found).catch((error: unknown) => {
      fail(answerTo(error, endpoint));
    });
  };
}

/** Puts an endpoint into the router. */
export function mount(app: Express, { method, path }: Endpoint, serve: Serve): void {
  const serveIt: RequestHandler = (request, response, next) =>
    serve(request, response, request, next);
  const register = {
    GET: () => app.get(path, serveIt),
    POST: () => app.post(path, serveIt),
    PATCH: () => app.patch(path, serveIt),
    DELETE: () => app.delete(path, serveIt),
  };
  register[method]();
}

/** The platform's own router leaves on the request what it found; nothing of that is ours. */
const NOTHING = { params: {}, body: {} };

const pathOf = (url: string): string => {
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
};

/**
 * Serves what is asked for most without the router, whose own work is twice that of a whole reply: GET of a path that is
 * written as the registry writes it. All else, and whatever looks unusual, is left to the router.
 */
class DirectRoutes {
  readonly #served = new Map<string, Serve>();
  readonly #everyReply;
  readonly #answerError;

  constructor(deps: ApiDeps) {
    this.#everyReply = prepareReply(deps);
    this.#answerError = answerErrors(deps);
  }

  /** Takes an endpoint where it needs neither a body nor anything of its path. */
  add({ method, path }: Endpoint, serve: Serve): void {
    if (method === 'GET' && !path.includes(':')) this.#served.set(path, serve);
  }

  /** Serves a request; false where it is for the router. */
  serve(request: IncomingMessage, response: ServerResponse): boolean {
    const served = request.method === 'GET' && this.#served.get(pathOf(request.url ?? ''));
    if (!served || hasBody(request)) return false;
    const fail = (error: unknown) =>
      this.#answerError(error, request, response, () => response.destroy());
    this.#everyReply(request, response, () => served(request, response, NOTHING, fail));
    return true;
  }
}

/** Answers the methods that a path of the registry does not have with 405 and those that it has. */
function mountOtherMethods(app: Express, { clock }: ApiDeps, endpoints: readonly Endpoint[]): void {
  for (const path of new Set(endpoints.map((endpoint) => endpoint.path))) {
    const methods = endpoints
      .filter((endpoint) => endpoint.path === path)
      .map((endpoint) => endpoint.method);
    app.all(path, (_request, response) => {
      response.setHeader('Allow', methods.join(', '));
      sendFailure(response, 405, `Only ${methods.join(' and ')} is served here`, clock());
    });
  }
}
