import type { IncomingMessage, RequestListener } from 'node:http';
import {
  CHALLENGE_HEADER,
  DEVICE_HEADER,
  type Endpoint,
  IDEMPOTENCY_HEADER,
  VERSION_HEADER,
} from '@quantalgo/contracts/core/endpoint';
import { type EndpointName, endpoints } from '@quantalgo/contracts/allEndpoints';
import * as z from 'zod/mini';
import { CHALLENGE_BITS } from '../domain/core/limits';
import { checkFactor } from '../domain/auth/secondFactor';
import { NO_ACCOUNT } from '../platform/auth/addresses';
import { createHashing } from '../platform/auth/hashing';
import { createWeekCounter } from '../platform/console/weekCounter';
import type { Session } from '../platform/auth/sessions';
import { createAccountHandlers } from './account';
import { createPasswordsHandlers, createSignUpHandlers } from './auth/auth';
import {
  createAdminConsoleHandlers,
  createAdminUsersHandlers,
  createAdminWatchHandlers,
  createMemberWeeksHandlers,
} from './console';
import { Callers, type Member } from './core/callers';
import { createCountdownHandlers } from './countdown';
import { createVaultHandlers } from './vault';
import { createProblemsHandlers } from './problems';
import type { ApiDeps, ApiInput } from './core/deps';
import {
  toHttpError,
  Call,
  type Headers,
  HttpError,
  MALFORMED,
  createRenderer,
} from './core/reply';
import { createLeaderboardHandlers } from './leaderboard';
import { createLiveHandlers, createLiveHostHandlers } from './live';
import { serveLog } from './record';
import { createAuthHandlers, createTransferHandlers } from './auth/login';
import { getOrigin } from './core/origin';
import { PASSWORD_PATHS } from './auth/passwordPaths';
import { createPushHandlers } from './push';
import {
  type Handler,
  type EndpointHandlers,
  isRequestFor,
  isTooLarge,
  emptySchema,
  parsePart,
  parseQuery,
  readBody,
  TOO_LARGE,
} from './core/request';
import { createFactorRefusal, createSecondFactorHandlers } from './auth/secondFactor';
import {
  type ListRound,
  createListRounds,
  createRecordHandlers,
  createSignalsHandlers,
} from './signals';
import {
  createAdminProofsHandlers,
  createAdminSetupsHandlers,
  createProofsHandlers,
  createSetupsHandlers,
  createPicturesHandlers,
  createUploadsHandlers,
} from './submissions';
import { createChatHandlers, createPinnedNotesHandlers } from './chat';
import { createNotificationsHandlers } from './notifications';
import { createModerationHandlers, createNetworkHandlers } from './network';
import { createPresenceHandlers } from './presence';
import { createTelegramHandlers, serveTelegram } from './telegram';
import { createTicketsHandlers } from './tickets';
import { createJournalHandlers } from './journal';
import { createBotsHandlers } from './bots';
import { servePostback } from './broker';
import { createCredentialsHandlers } from './auth/credentials';

export type EndpointGroup = 'passwords' | 'others' | 'all';

const isServed = (group: EndpointGroup, path: string): boolean =>
  group === 'all' || PASSWORD_PATHS.has(path) === (group === 'passwords');

// `Unmounted` lists the endpoints still to mount, so the compiler rejects duplicates and gaps.
class RouteBuilder<in out Unmounted extends EndpointName = EndpointName> {
  constructor(
    readonly serveDeps: ServeDeps,
    readonly group: EndpointGroup,
    readonly routes = new Routes(),
  ) {}

  with<Names extends Unmounted>(
    handlers: EndpointHandlers<Names>,
  ): RouteBuilder<Exclude<Unmounted, Names>> {
    for (const name in handlers)
      if (isServed(this.group, endpoints[name].path))
        this.routes.add(
          endpoints[name],
          serveEndpoint(endpoints[name], handlers[name], this.serveDeps),
        );
    return new RouteBuilder(this.serveDeps, this.group, this.routes);
  }
}

export function toDeps(input: ApiInput): ApiDeps {
  const { passwords, challengeBits = CHALLENGE_BITS, ...otherInput } = input;
  const { clock, firestore, log } = input;
  const onError = (cause: unknown) => log.error('Failed to count sign-ups', { cause });
  const weekCounter = createWeekCounter({ firestore, clock, onError });
  return { ...otherInput, challengeBits, hashing: createHashing(passwords, clock), weekCounter };
}

/** Unknown paths also get a reply in the envelope. */
export function createApi(input: ApiInput, group: EndpointGroup = 'all'): RequestListener {
  const deps = toDeps(input);
  const callers = new Callers(deps, createListRounds(deps));
  const { routes }: RouteBuilder<'signals'> = new RouteBuilder({ deps, callers }, group)
    .with(createAuthHandlers(deps))
    .with(createSignUpHandlers(deps))
    .with(createPasswordsHandlers(deps))
    .with(createTransferHandlers(deps))
    .with(createAccountHandlers(deps))
    .with(createCredentialsHandlers(deps))
    .with(createUploadsHandlers(deps))
    .with(createPicturesHandlers(deps))
    .with(createProofsHandlers(deps))
    .with(createSetupsHandlers(deps))
    .with(createTicketsHandlers(deps))
    .with(createBotsHandlers(deps))
    .with(createLeaderboardHandlers(deps))
    .with(createJournalHandlers(deps))
    .with(createVaultHandlers(deps))
    .with(createNotificationsHandlers(deps))
    .with(createNetworkHandlers(deps))
    .with(createPresenceHandlers(deps))
    .with(createLiveHandlers(deps))
    .with(createChatHandlers(deps))
    .with(createCountdownHandlers(deps))
    .with(createProblemsHandlers(deps))
    .with(createSignalsHandlers(deps))
    .with(createPushHandlers(deps))
    .with(createRecordHandlers(deps))
    .with(createTelegramHandlers(deps))
    .with(createAdminUsersHandlers(deps))
    .with(createAdminProofsHandlers(deps))
    .with(createAdminSetupsHandlers(deps))
    .with(createAdminConsoleHandlers(deps))
    .with(createAdminWatchHandlers(deps))
    .with(createMemberWeeksHandlers(deps))
    .with(createModerationHandlers(deps))
    .with(createPinnedNotesHandlers(deps))
    .with(createLiveHostHandlers(deps))
    .with(createSecondFactorHandlers(deps));
  if (group === 'passwords')
    return (request, response) => routes.serve(new Call(request, response, deps));
  routes.add(endpoints.signals, serveSignalList(callers));
  const tryServeLog = serveLog(deps);
  const tryServeTelegram = serveTelegram(deps);
  const tryServePostback = servePostback(deps);
  return (request, response) => {
    const call = new Call(request, response, deps);
    if (!tryServeLog(call) && !tryServeTelegram(call) && !tryServePostback(call))
      routes.serve(call);
  };
}

// Null for anonymous callers. Throws HttpError if the endpoint doesn't admit the caller.
async function authenticateCaller(
  endpoint: Endpoint,
  { deps, callers }: ServeDeps,
  call: Call,
): Promise<Member | null> {
  const { headers } = call.request;
  if (endpoint.caller === 'public') return null;
  if (endpoint.caller === 'optional' && headers.authorization === undefined) return null;
  const member = await callers.authenticate(headers, endpoint.passwordless);
  call.uid = member.session.uid;
  if (endpoint.caller !== 'staff') return member;
  if (!member.record.staff) throw new HttpError(403, 'Only staff may do this');
  const need = endpoint.secondFactor ?? 'shown';
  const missing = checkFactor(member.factor, need, deps.requiresFactor, deps.clock());
  if (missing !== null) throw createFactorRefusal(missing);
  return member;
}

const keySchema = z.uuid();

function getHeader({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name.toLowerCase()];
  return Array.isArray(value) ? value.join(', ') : value;
}

function parseIdempotencyKey(endpoint: Endpoint, request: IncomingMessage): string | null {
  if (!endpoint.idempotent) return null;
  const header = getHeader(request, IDEMPOTENCY_HEADER);
  if (endpoint.idempotent === 'optional' && header === undefined) return null;
  const key = z.safeParse(keySchema, header);
  if (!key.success)
    throw new HttpError(400, `The header ${IDEMPOTENCY_HEADER} must be a UUID unique to the call`);
  return key.data;
}

const DEVICE_SECRET_PATTERN = /^[\w-]{43}$/;

function parseDevice(request: IncomingMessage): string | null {
  const header = getHeader(request, DEVICE_HEADER);
  return header !== undefined && DEVICE_SECRET_PATTERN.test(header) ? header : null;
}

const VERSION_PATTERN = /^(?:W\/)?"(\d{1,9})"$/;

function parseVersion(endpoint: Endpoint, request: IncomingMessage): number | null {
  if (!endpoint.versioned) return null;
  const quotedVersion = getHeader(request, VERSION_HEADER);
  if (quotedVersion === undefined || quotedVersion === '*') return null;
  const version = VERSION_PATTERN.exec(quotedVersion)?.[1];
  if (version === undefined)
    throw new HttpError(400, `The header ${VERSION_HEADER} must be a version in quotes`);
  return Number(version);
}

type Params = Readonly<Record<string, string>>;

export type Serve = (call: Call, params: Params) => void;

export interface ServeDeps {
  readonly deps: ApiDeps;
  readonly callers: Pick<Callers<ListRound>, 'authenticate'>;
}

const encodeParts = (part: unknown) =>
  Object.entries(typeof part === 'object' && part !== null ? part : {}).flatMap(
    ([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, encodeURIComponent(String(value))]],
  );

function buildAddress(path: string, params: unknown, query: unknown): string {
  const values = new Map(encodeParts(params));
  const pathname = path.replaceAll(/:(\w+)/g, (_, name: string) => values.get(name) ?? '');
  const pairs = encodeParts(query).map(([name, value]) => `${name}=${value}`);
  return pairs.length === 0 ? pathname : `${pathname}?${pairs.join('&')}`;
}

const hashesAsStranger = ({ path }: Endpoint, device: string | null): boolean =>
  path === endpoints.register.path || (path === endpoints.login.path && device === null);

export function serveEndpoint<E extends Endpoint>(
  endpoint: E,
  handle: Handler<E>,
  serveDeps: ServeDeps,
): Serve {
  const render = createRenderer(endpoint.data);
  const { params = emptySchema, query = emptySchema, body = emptySchema } = endpoint;
  // Only the canonical URL is served, because caches would store other spellings separately.
  const isCached = endpoint.method === 'GET' && endpoint.cache.startsWith('public');

  async function serve(call: Call, rawParams: Params) {
    const { request } = call;
    const { url = '' } = request;
    const device = parseDevice(request);
    if (hashesAsStranger(endpoint, device)) serveDeps.deps.hashing.throwIfStrangerQueueFull();
    const rawBody = await readBody(request);
    const caller = await authenticateCaller(endpoint, serveDeps, call);
    const [parsedParams, parsedQuery] = [
      parsePart(params, 'params', rawParams),
      parsePart(query, 'query', parseQuery(url)),
    ];
    if (isCached && url !== buildAddress(endpoint.path, parsedParams, parsedQuery))
      throw new HttpError(404, 'Not found');
    const parsedRequest = {
      params: parsedParams,
      query: parsedQuery,
      body: parsePart(body, 'body', rawBody),
      caller,
      // A getter, because most handlers don't need it and reading the socket's address is slow.
      get origin() {
        return getOrigin(request, serveDeps.deps.behindPlatform);
      },
      identify: (uid: string) => {
        if (uid !== NO_ACCOUNT) call.uid = uid;
      },
      device,
      challenge: getHeader(request, CHALLENGE_HEADER) ?? null,
      idempotencyKey: parseIdempotencyKey(endpoint, request),
      version: parseVersion(endpoint, request),
    };
    if (!isRequestFor(endpoint, parsedRequest))
      throw new Error('The call lacks a caller or an idempotency key');
    const reply = await handle(parsedRequest);
    call.succeed(render(reply), reply.cache ?? endpoint.cache);
  }

  return (call, rawParams) => {
    serve(call, rawParams).catch((error: unknown) => call.fail(toHttpError(error, endpoint)));
  };
}

// Authenticates and answers simultaneous callers together.
function serveSignalList(callers: Callers<ListRound>): Serve {
  const serve = (call: Call, session: Session) => {
    call.uid = session.uid;
    callers.join({
      session,
      headers: call.request.headers,
      begin: (round) => round.prefetch(session, call),
      end: (member, round) => round.answerCaller(session, member, call),
    });
  };

  return (call) => {
    const session = callers.getSession(call.request.headers);
    if (!(session instanceof Promise)) return serve(call, session);
    const fail = (error: unknown) => call.fail(toHttpError(error, endpoints.signals));
    session.then((openSession) => serve(call, openSession)).catch(fail);
  };
}

const NO_HEADERS: Headers = [];
const VARY_BY_CALLER: Headers = ['Vary', 'Authorization'];

const stripQuery = (url: string): string => {
  const queryStart = url.indexOf('?');
  return queryStart < 0 ? url : url.slice(0, queryStart);
};

interface Route {
  readonly path: string;
  readonly pattern: RegExp;
  readonly methods: Map<
    string,
    { readonly vary: Headers; readonly failure: string; readonly serve: Serve }
  >;
}

function decodePart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new HttpError(400, MALFORMED);
  }
}

/** Tries exact paths first, then paths with parameters. */
export class Routes {
  readonly #fixed = new Map<string, Route>();
  readonly #withParams: Route[] = [];

  add({ method, path, failure, caller }: Endpoint, serve: Serve): void {
    const vary = caller === 'public' ? NO_HEADERS : VARY_BY_CALLER;
    const existing =
      this.#fixed.get(path) ?? this.#withParams.find((candidate) => candidate.path === path);
    const pattern = new RegExp(`^${path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
    const route: Route = existing ?? { path, pattern, methods: new Map() };
    route.methods.set(method, { vary, failure, serve });
    if (existing) return;
    if (path.includes(':')) this.#withParams.push(route);
    else this.#fixed.set(path, route);
  }

  serve(call: Call): void {
    const { method = '', url = '' } = call.request;
    const path = stripQuery(url);
    const route =
      this.#fixed.get(path) ?? this.#withParams.find(({ pattern }) => pattern.test(path));
    const methodRoute = route?.methods.get(method === 'HEAD' ? 'GET' : method);
    if (isTooLarge(call.request)) return call.fail(new HttpError(413, TOO_LARGE));
    if (!route) return call.fail(new HttpError(404, 'Not found'));
    if (!methodRoute) return refuseMethod(call, [...route.methods.keys()]);
    call.endpoint = route.path;
    call.vary = methodRoute.vary;
    try {
      const params: Record<string, string> = {};
      for (const [name, text] of Object.entries(route.pattern.exec(path)?.groups ?? {}))
        params[name] = decodePart(text);
      methodRoute.serve(call, params);
    } catch (error) {
      call.fail(toHttpError(error, methodRoute));
    }
  }
}

const refuseMethod = (call: Call, methods: readonly string[]): void =>
  call.fail(new HttpError(405, `Allowed methods: ${methods.join(', ')}`), [
    'Allow',
    methods.join(', '),
  ]);
