import {
  DEVICE_HEADER,
  type EndpointName,
  endpoints,
  type Envelope,
  envelopeSchema,
  IDEMPOTENCY_HEADER,
  OLDEST_CLIENT_HEADER,
  type Pagination,
  VERSION_HEADER,
} from '@quantalgo/contracts';
import * as z from 'zod/mini';
import { learnServerTime } from '../core/clock';
import { readLocal, writeLocal } from '../core/webStorage';
import { noteOldestClient } from '../core/environment';
import { currentUser } from './currentSession';
import { endSession } from './endSession';
import { ApiError, NetworkError } from './errors';
import { bearer } from './tokens';

type Registry = typeof endpoints;

type Part = 'body' | 'query' | 'params';

/** What one part of a call carries, as the endpoint's schema reads it; nothing where it has no such part. */
type Carried<N extends EndpointName, P extends Part> = Registry[N] extends {
  readonly [K in P]: infer S extends z.ZodMiniType;
}
  ? z.input<S>
  : never;

type Needed<N extends EndpointName, P extends Part> = [Carried<N, P>] extends [never]
  ? unknown
  : Readonly<Record<P, Carried<N, P>>>;

/** Names the call to an endpoint that counts it once, however often it arrives. */
type Keyed<N extends EndpointName> = Registry[N] extends { readonly idempotent: true }
  ? { readonly idempotencyKey: string }
  : Registry[N] extends { readonly idempotent: 'optional' }
    ? { readonly idempotencyKey?: string }
    : unknown;

/** Which version (an `accessVersion`) the call means to change, where the endpoint asks. */
type Versioned<N extends EndpointName> = Registry[N] extends { readonly versioned: true }
  ? { readonly version?: number }
  : unknown;

/** What a call of the endpoint carries. */
type RequestOf<N extends EndpointName> = Needed<N, 'body'> &
  Needed<N, 'params'> &
  Keyed<N> &
  Versioned<N> & { readonly query?: Carried<N, 'query'> };

/** The data that the endpoint answers. */
type DataOf<N extends EndpointName> = z.output<Registry[N]['data']>;

/** A call in the form that every endpoint fits. */
interface AnyRequest {
  readonly body?: unknown;
  readonly params?: unknown;
  readonly query?: unknown;
  readonly idempotencyKey?: string;
  readonly version?: number;
}

/** Parameters and queries are text on both sides of their schemas. */
const texts = z.record(z.string(), z.optional(z.string()));

/** The address of a call: the endpoint's path with its parameters filled in, and the query. */
function addressOf(path: string, { params, query }: AnyRequest): string {
  const values = texts.parse(params ?? {});
  const filled = path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(values[name] ?? ''),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(texts.parse(query ?? {})))
    if (value !== undefined) search.set(name, value);
  return search.size === 0 ? filled : `${filled}?${search.toString()}`;
}

/** What the server meant: its envelope, or word that nothing changed since the ETag that was sent. */
type Reply =
  | { readonly changed: true; readonly envelope: Envelope; readonly etag: string | null }
  | { readonly changed: false };

/** An answer that takes longer than this (ms) counts as none: on a line that stalls, none would ever come. */
const TIMEOUT_MS = 25_000;

interface Answer {
  readonly response: Response;
  readonly sentAt: number;
  readonly receivedAt: number;
}

/** By this secret the server knows a device that signed in before, and doesn't count others' failures against it. */
const DEVICE_KEY = 'quantalgo.device';

/** Calls that open a session on this device. */
const OPENING: ReadonlySet<EndpointName> = new Set([
  'login',
  'confirmCode',
  'redeemTransferCode',
  'changePassword',
  'confirmEmail',
  'endOtherDevices',
]);

/** Keeps the secret that came with a session. It outlives the session: that is what it is for. */
export function keepDevice(device: string | undefined): void {
  if (device !== undefined) writeLocal(DEVICE_KEY, device);
}

function headersOf(
  name: EndpointName,
  request: AnyRequest,
  token: string | null,
  etag: string | null,
): Headers {
  const headers = new Headers({ Accept: 'application/json' });
  const device = OPENING.has(name) ? readLocal(DEVICE_KEY) : null;
  if (device !== null) headers.set(DEVICE_HEADER, device);
  if (request.body !== undefined) headers.set('Content-Type', 'application/json');
  if (request.idempotencyKey !== undefined) headers.set(IDEMPOTENCY_HEADER, request.idempotencyKey);
  if (request.version !== undefined) headers.set(VERSION_HEADER, `"${request.version}"`);
  if (token !== null) headers.set('Authorization', `Bearer ${token}`);
  if (etag !== null) headers.set('If-None-Match', etag);
  return headers;
}

/** Sends once. No cache of the browser keeps the answer: what is to be kept goes to IndexedDB. */
async function attempt(
  name: EndpointName,
  request: AnyRequest,
  token: string | null,
  etag: string | null,
): Promise<Answer> {
  const { method, path } = endpoints[name];
  const sentAt = Date.now();
  try {
    const response = await fetch(addressOf(path, request), {
      method,
      headers: headersOf(name, request, token, etag),
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    });
    return { response, sentAt, receivedAt: Date.now() };
  } catch (error) {
    throw new NetworkError(error);
  }
}

/** Calls that end the session themselves; some answer another one, which takes its place. */
const ENDING: ReadonlySet<EndpointName> = new Set([
  'logout',
  'deleteAccount',
  'changePassword',
  'confirmEmail',
  'endOtherDevices',
]);

let replacement: Promise<unknown> = Promise.resolve();

/**
 * Notes that the session of this device is being ended or replaced by what was asked for here: other calls wait, as they
 * would only be refused meanwhile.
 */
export function replaceSession<T>(replacing: Promise<T>): Promise<T> {
  replacement = Promise.allSettled([replacement, replacing]);
  return replacing;
}

/**
 * Sends with the member's token: once more with a new one when it is refused. A refusal that is not the server's own, as
 * a hotspot's page, says nothing of the session.
 */
async function attemptSignedIn(
  name: EndpointName,
  request: AnyRequest,
  etag: string | null,
): Promise<Answer> {
  for (const renew of [false, true]) {
    if (!ENDING.has(name)) await replacement;
    const token = await bearer(renew);
    if (token === null) break;
    const answer = await attempt(name, request, token, etag);
    if (answer.response.status !== 401) return answer;
    await envelopeOf(answer.response.clone());
  }
  if (name !== 'logout') await endSession('expired');
  throw new ApiError('Your session has ended. Please log in again.', 401);
}

/** Reads a reply's envelope; what has none (a proxy's page, a cut body) counts as no answer. */
async function envelopeOf(response: Response): Promise<Envelope> {
  try {
    return envelopeSchema.parse(await response.json());
  } catch (error) {
    throw new NetworkError(error);
  }
}

function refusal(
  { error, message, data, code }: Envelope,
  response: Response,
  failure: string,
): ApiError {
  const seconds = Number.parseInt(response.headers.get('Retry-After') ?? '', 10);
  const after = Number.isNaN(seconds) ? undefined : seconds;
  const said = error ?? message;
  return new ApiError(said ?? failure, response.status, after, said === undefined, data, code);
}

/**
 * Calls an endpoint, with the member's token where it asks for one.
 * @throws ApiError when the server refuses, with its words or else the endpoint's fixed ones.
 * @throws NetworkError when no answer came.
 */
async function send(name: EndpointName, request: AnyRequest, etag: string | null): Promise<Reply> {
  const { caller, failure } = endpoints[name];
  const asVisitor = caller === 'public' || (caller === 'optional' && !currentUser());
  const { response, sentAt, receivedAt } = asVisitor
    ? await attempt(name, request, null, etag)
    : await attemptSignedIn(name, request, etag);
  noteOldestClient(response.headers.get(OLDEST_CLIENT_HEADER));
  if (response.status === 304) return { changed: false };
  const envelope = await envelopeOf(response);
  learnServerTime(Date.parse(envelope.timestamp), sentAt, receivedAt);
  if (!response.ok || !envelope.success) throw refusal(envelope, response, failure);
  return { changed: true, envelope, etag: response.headers.get('ETag') };
}

/** Fields that this client does not know are dropped; a reply that lacks a known one counts as no answer. */
function read(name: EndpointName, data: unknown): unknown {
  const parsed = endpoints[name].data.safeParse(data);
  if (!parsed.success) throw new NetworkError(parsed.error);
  return parsed.data;
}

/**
 * Calls an endpoint of the registry and reads its reply.
 * @throws ApiError with the server's words when it refuses.
 * @throws NetworkError when no answer came, or none that can be read.
 */
export async function call<N extends EndpointName>(
  name: N,
  request: RequestOf<N>,
): Promise<{ data: DataOf<N>; message?: string; pagination?: Pagination }>;

export async function call(
  name: EndpointName,
  request: AnyRequest,
): Promise<{ data: unknown; message?: string; pagination?: Pagination }> {
  const reply = await send(name, request, null);
  if (!reply.changed) throw new NetworkError('Not modified, though nobody asked');
  const { data, message, pagination } = reply.envelope;
  return {
    data: read(name, data),
    ...(message === undefined ? {} : { message }),
    ...(pagination === undefined ? {} : { pagination }),
  };
}

/** As {@link call}, but null when nothing changed since the reply that carried `etag`. */
export async function callIfChanged<N extends EndpointName>(
  name: N,
  request: RequestOf<N>,
  etag: string | null,
): Promise<{ data: DataOf<N>; etag: string | null } | null>;

export async function callIfChanged(
  name: EndpointName,
  request: AnyRequest,
  etag: string | null,
): Promise<{ data: unknown; etag: string | null } | null> {
  const reply = await send(name, request, etag);
  return reply.changed ? { data: read(name, reply.envelope.data), etag: reply.etag } : null;
}
