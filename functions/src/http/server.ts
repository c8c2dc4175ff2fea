import type { IncomingMessage, RequestListener } from 'node:http';
import {
  CHALLENGE_HEADER,
  DEVICE_HEADER,
  type Endpoint,
  IDEMPOTENCY_HEADER,
  VERSION_HEADER,
} from '@quantalgo/contracts/core/endpoint';
import { type EndpointName, endpoints } from '@quantalgo/contracts/endpoints';
import * as z from 'zod/mini';
import { CHALLENGE_BITS } from '../domain/core/limits';
import { factorMissing } from '../domain/auth/secondFactor';
import { NO_ACCOUNT } from '../platform/auth/addresses';
import { hashingWith } from '../platform/auth/hashing';
import type { Session } from '../platform/auth/sessions';
import { accountHandlers } from './account';
import { passwordsHandlers, signUpHandlers } from './auth/auth';
import { adminConsoleHandlers, adminUsersHandlers, adminWatchHandlers } from './console';
import { Callers, type Member } from './core/callers';
import { countdownHandlers } from './countdown';
import { coursesHandlers } from './vault';
import { faultsHandlers } from './problems';
import type { ApiDeps, ApiInput } from './core/deps';
import { answerTo, Call, type Headers, HttpError, MALFORMED, renderer } from './core/reply';
import { leaderboardHandlers } from './leaderboard';
import { liveHandlers, liveHostHandlers } from './live';
import { logServing } from './record';
import { authHandlers, transferHandlers } from './auth/login';
import { originOf } from './core/origin';
import { PASSWORD_PATHS } from './auth/passwordPaths';
import { pushHandlers } from './push';
import {
  type Handler,
  type HandlersOf,
  isOf,
  isTooLarge,
  NOTHING,
  parsePart,
  queryOf,
  readBody,
  TOO_LARGE,
} from './core/request';
import { factorRefusal, secondFactorHandlers } from './auth/secondFactor';
import { type ListRound, listRounds, recordHandlers, signalsHandlers } from './signals';
import {
  adminProofsHandlers,
  adminSetupsHandlers,
  proofsHandlers,
  setupsHandlers,
  picturesHandlers,
  uploadsHandlers,
} from './submissions';
import { chatHandlers, pinnedNotesHandlers } from './chat';
import { moderationHandlers, networkHandlers } from './network';
import { presenceHandlers } from './presence';
import { telegramHandlers, telegramServing } from './telegram';
import { ticketsHandlers } from './tickets';
import { journalHandlers } from './journal';
import { botsHandlers } from './bots';
import { credentialsHandlers } from './auth/credentials';

/** Which calls an app serves: those at the addresses where passwords are hashed, all others, or all. */
export type Serves = 'passwords' | 'others' | 'all';

const isServed = (serves: Serves, path: string): boolean =>
  serves === 'all' || PASSWORD_PATHS.has(path) === (serves === 'passwords');

/** The endpoints that are served. `Left` are the names of the others, so each is mounted once, and none is forgotten. */
class Mounted<in out Left extends EndpointName = EndpointName> {
  constructor(
    readonly shared: Serving,
    readonly serves: Serves,
    readonly routes = new Routes(),
  ) {}

  with<Names extends Left>(handlers: HandlersOf<Names>): Mounted<Exclude<Left, Names>> {
    for (const name in handlers)
      if (isServed(this.serves, endpoints[name].path))
        this.routes.add(endpoints[name], serving(endpoints[name], handlers[name], this.shared));
    return new Mounted(this.shared, this.serves, this.routes);
  }
}

/** What handlers get: passwords are hashed by a queue only. */
export function toDeps(input: ApiInput): ApiDeps {
  const { passwords, challengeBits = CHALLENGE_BITS, ...others } = input;
  return { ...others, challengeBits, hashing: hashingWith(passwords, input.clock) };
}

/** The API: serves the endpoints of the registry, and answers everything else with an envelope. */
export function createApi(input: ApiInput, serves: Serves = 'all'): RequestListener {
  const deps = toDeps(input);
  const callers = new Callers(deps, listRounds(deps));
  const { routes }: Mounted<'signals'> = new Mounted({ deps, callers }, serves)
    .with(authHandlers(deps))
    .with(signUpHandlers(deps))
    .with(passwordsHandlers(deps))
    .with(transferHandlers(deps))
    .with(accountHandlers(deps))
    .with(credentialsHandlers(deps))
    .with(uploadsHandlers(deps))
    .with(picturesHandlers(deps))
    .with(proofsHandlers(deps))
    .with(setupsHandlers(deps))
    .with(ticketsHandlers(deps))
    .with(botsHandlers(deps))
    .with(leaderboardHandlers(deps))
    .with(journalHandlers(deps))
    .with(coursesHandlers(deps))
    .with(networkHandlers(deps))
    .with(presenceHandlers(deps))
    .with(liveHandlers(deps))
    .with(chatHandlers(deps))
    .with(countdownHandlers(deps))
    .with(faultsHandlers(deps))
    .with(signalsHandlers(deps))
    .with(pushHandlers(deps))
    .with(recordHandlers(deps))
    .with(telegramHandlers(deps))
    .with(adminUsersHandlers(deps))
    .with(adminProofsHandlers(deps))
    .with(adminSetupsHandlers(deps))
    .with(adminConsoleHandlers(deps))
    .with(adminWatchHandlers(deps))
    .with(moderationHandlers(deps))
    .with(pinnedNotesHandlers(deps))
    .with(liveHostHandlers(deps))
    .with(secondFactorHandlers(deps));
  if (serves === 'passwords')
    return (request, response) => routes.serve(new Call(request, response, deps));
  routes.add(endpoints.signals, servingList(callers));
  const servesLog = logServing(deps);
  const servesTelegram = telegramServing(deps);
  return (request, response) => {
    const call = new Call(request, response, deps);
    if (!servesLog(call) && !servesTelegram(call)) routes.serve(call);
  };
}

/** Authenticates an endpoint's caller and refuses those whom the registry doesn't admit; null for anonymous callers. */
async function callerOf(
  endpoint: Endpoint,
  { deps, callers }: Serving,
  call: Call,
): Promise<Member | null> {
  const { headers } = call.request;
  if (endpoint.caller === 'public') return null;
  if (endpoint.caller === 'optional' && headers.authorization === undefined) return null;
  const member = await callers.authenticate(headers, endpoint.passwordless);
  call.uid = member.session.uid;
  if (endpoint.caller === 'staff' && !member.record.staff)
    throw new HttpError(403, 'Only staff may do this');
  if (endpoint.caller === 'staff') {
    const need = endpoint.secondFactor ?? 'shown';
    const missing = factorMissing(member.factor, need, deps.demandsFactor, deps.clock());
    if (missing !== null) throw factorRefusal(missing);
  }
  return member;
}

const keySchema = z.uuid();

/** A header's value, repeated ones joined by commas; undefined where it is absent. */
function headerOf({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name.toLowerCase()];
  return Array.isArray(value) ? value.join(', ') : value;
}

/**
 * The idempotency key of a call; null for endpoints that aren't idempotent, and where an optional key is absent.
 * @throws HttpError 400 where the key is missing or malformed
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

/** The device secret of a call; null where it is absent or malformed. */
function deviceOf(request: IncomingMessage): string | null {
  const given = headerOf(request, DEVICE_HEADER);
  return given !== undefined && DEVICE.test(given) ? given : null;
}

const VERSION = /^(?:W\/)?"(\d{1,9})"$/;

/**
 * The version that a call of a versioned endpoint expects to change, null where it names none.
 * @throws HttpError 400 where it is malformed
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

/** Values of a path's parameters, decoded but not parsed. */
type Params = Readonly<Record<string, string>>;

/** Answers a call of one endpoint, errors included. */
export type Serve = (call: Call, params: Params) => void;

/** Dependencies shared by all served endpoints. */
export interface Serving {
  readonly deps: ApiDeps;
  readonly callers: Pick<Callers<ListRound>, 'authenticate'>;
}

const textsOf = (part: unknown) =>
  Object.entries(typeof part === 'object' && part !== null ? part : {}).flatMap(
    ([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, encodeURIComponent(String(value))]],
  );

/** The canonical spelling of an address, built from its parsed parts. */
function addressOf(path: string, params: unknown, query: unknown): string {
  const values = new Map(textsOf(params));
  const written = path.replaceAll(/:(\w+)/g, (_, name: string) => values.get(name) ?? '');
  const pairs = textsOf(query).map(([name, value]) => `${name}=${value}`);
  return pairs.length === 0 ? written : `${written}?${pairs.join('&')}`;
}

/** Calls that hash in a stranger's place, whatever their body says. */
const hashesAsStranger = ({ path }: Endpoint, device: string | null): boolean =>
  path === endpoints.register.path || (path === endpoints.login.path && device === null);

/** Serves an endpoint of the registry. A fault of the server is answered with the endpoint's fixed message. */
export function serving<E extends Endpoint>(
  endpoint: E,
  handle: Handler<E>,
  shared: Serving,
): Serve {
  const render = renderer(endpoint.data);
  const { params = NOTHING, query = NOTHING, body = NOTHING } = endpoint;
  // Caches store each spelling of an address separately, and would request every one again.
  const isKept = endpoint.method === 'GET' && endpoint.cache.startsWith('public');

  async function serve(call: Call, found: Params) {
    const { request } = call;
    const { url = '' } = request;
    const device = deviceOf(request);
    if (hashesAsStranger(endpoint, device)) shared.deps.hashing.refuseStrangerWhenFull();
    const given = await readBody(request);
    const caller = await callerOf(endpoint, shared, call);
    const [ofPath, ofQuery] = [
      parsePart(params, 'params', found),
      parsePart(query, 'query', queryOf(url)),
    ];
    if (isKept && url !== addressOf(endpoint.path, ofPath, ofQuery))
      throw new HttpError(404, 'There is no such page');
    const asked = {
      params: ofPath,
      query: ofQuery,
      body: parsePart(body, 'body', given),
      caller,
      // A getter, because most handlers don't need it and reading the socket's address is slow.
      get origin() {
        return originOf(request, shared.deps.behindPlatform);
      },
      identify: (uid: string) => {
        if (uid !== NO_ACCOUNT) call.uid = uid;
      },
      device,
      challenge: headerOf(request, CHALLENGE_HEADER) ?? null,
      idempotencyKey: keyOf(endpoint, request),
      version: versionOf(endpoint, request),
    };
    if (!isOf(endpoint, asked)) throw new Error('A call without its caller or its key');
    const reply = await handle(asked);
    call.succeed(render(reply), reply.cache ?? endpoint.cache);
  }

  return (call, found) => {
    serve(call, found).catch((error: unknown) => call.fail(answerTo(error, endpoint)));
  };
}

/** Serves the list of signals: its callers are authenticated and answered in groups. */
function servingList(callers: Callers<ListRound>): Serve {
  const serve = (call: Call, session: Session) => {
    call.uid = session.uid;
    callers.join({
      session,
      headers: call.request.headers,
      begin: (round) => round.expect(session, call),
      end: (member, round) => round.give(session, member, call),
    });
  };

  return (call) => {
    const session = callers.sessionOf(call.request.headers);
    if (!(session instanceof Promise)) return serve(call, session);
    const fail = (error: unknown) => call.fail(answerTo(error, endpoints.signals));
    session.then((known) => serve(call, known)).catch(fail);
  };
}

const NONE: Headers = [];
const BY_CALLER: Headers = ['Vary', 'Authorization'];

const pathOf = (url: string): string => {
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
};

/** The endpoints of one path, by method. */
interface Route {
  readonly path: string;
  readonly pattern: RegExp;
  readonly methods: Map<
    string,
    { readonly vary: Headers; readonly failure: string; readonly serve: Serve }
  >;
}

/** @throws HttpError 400 where the percent-encoding is invalid */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new HttpError(400, MALFORMED);
  }
}

/** Finds the endpoint of a call: by its exact path, or else by the first path with parameters that matches. */
export class Routes {
  readonly #fixed = new Map<string, Route>();
  readonly #withParams: Route[] = [];

  add({ method, path, failure, caller }: Endpoint, serve: Serve): void {
    const vary = caller === 'public' ? NONE : BY_CALLER;
    const known = this.#fixed.get(path) ?? this.#withParams.find((one) => one.path === path);
    const pattern = new RegExp(`^${path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
    const route = known ?? { path, pattern, methods: new Map() };
    route.methods.set(method, { vary, failure, serve });
    if (path.includes(':')) this.#withParams.push(route);
    else this.#fixed.set(path, route);
  }

  /** Answers a call, including those without an endpoint. */
  serve(call: Call): void {
    const { method = '', url = '' } = call.request;
    const path = pathOf(url);
    const route =
      this.#fixed.get(path) ?? this.#withParams.find(({ pattern }) => pattern.test(path));
    const served = route?.methods.get(method === 'HEAD' ? 'GET' : method);
    if (isTooLarge(call.request)) return call.fail(new HttpError(413, TOO_LARGE));
    if (!route) return call.fail(new HttpError(404, 'Not found'));
    if (!served) return refuseMethod(call, [...route.methods.keys()]);
    call.endpoint = route.path;
    call.vary = served.vary;
    try {
      const params: Record<string, string> = {};
      for (const [name, text] of Object.entries(route.pattern.exec(path)?.groups ?? {}))
        params[name] = decoded(text);
      served.serve(call, params);
    } catch (error) {
      call.fail(answerTo(error, served));
    }
  }
}

/** Answers a method that a path doesn't support with 405 and the supported ones. */
const refuseMethod = (call: Call, methods: readonly string[]): void =>
  call.fail(new HttpError(405, `Only ${methods.join(' and ')} is served here`), [
    'Allow',
    methods.join(', '),
  ]);
