import {
  DEVICE_HEADER,
  type Endpoint,
  type Envelope,
  envelopeSchema,
  IDEMPOTENCY_HEADER,
  VERSION_HEADER,
} from '@quantalgo/contracts/core/endpoint';
import * as z from 'zod/mini';
import { ApiError, NetworkError } from './errors';

type Part = 'body' | 'query' | 'params';

/** Input type of one part of a call, by the endpoint's schema; `never` if it has no such part. */
type Carried<E extends Endpoint, P extends Part> = E extends {
  readonly [K in P]: infer S extends z.ZodMiniType;
}
  ? z.input<S>
  : never;

type Needed<E extends Endpoint, P extends Part> = [Carried<E, P>] extends [never]
  ? unknown
  : Readonly<Record<P, Carried<E, P>>>;

/** The idempotency key, for endpoints that count a call once, however often it arrives. */
type Keyed<E extends Endpoint> = E extends { readonly idempotent: true }
  ? { readonly idempotencyKey: string }
  : E extends { readonly idempotent: 'optional' }
    ? { readonly idempotencyKey?: string }
    : unknown;

/** The version (an `accessVersion`) that the call means to change, if the endpoint requires one. */
type Versioned<E extends Endpoint> = E extends { readonly versioned: true }
  ? { readonly version?: number }
  : unknown;

/** Headers of one call alone. */
type Extra = Readonly<Record<string, string>>;

/** The request of an endpoint. */
export type RequestOf<E extends Endpoint> = Needed<E, 'body'> &
  Needed<E, 'params'> &
  Keyed<E> &
  Versioned<E> & { readonly query?: Carried<E, 'query'>; readonly headers?: Extra };

/** The data in the endpoint's answer. */
export type DataOf<E extends Endpoint> = z.output<E['data']>;

/** Calls an endpoint and reads its reply. @throws ApiError @throws NetworkError */
export interface Caller {
  <E extends Endpoint>(endpoint: E, request: RequestOf<E>): Promise<{ readonly data: DataOf<E> }>;
}

/** A request of any endpoint. */
export interface AnyRequest {
  readonly body?: unknown;
  readonly params?: unknown;
  readonly query?: unknown;
  readonly idempotencyKey?: string;
  readonly version?: number;
  readonly headers?: Extra;
}

/** Parameters and queries are strings on both sides of their schemas. */
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
  const asked = search.toString();
  return asked === '' ? filled : `${filled}?${asked}`;
}

/** Longest wait (ms) for an answer: on a network that stalls, none would ever come. */
const TIMEOUT_MS = 25_000;

/** A response, with the times (epoch ms) of request and arrival. */
export interface ApiResponse {
  readonly response: Response;
  readonly sentAt: number;
  readonly receivedAt: number;
}

/** Credentials and cache state of a request; null if absent. */
interface Bearing {
  /** The member's token. */
  readonly token: string | null;
  /** ETag of the reply that the caller already has. */
  readonly etag?: string | null;
  /** The device secret. */
  readonly device?: string | null;
}

function headersOf(request: AnyRequest, { token, etag = null, device = null }: Bearing): Headers {
  const headers = new Headers({ Accept: 'application/json', ...request.headers });
  if (device !== null) headers.set(DEVICE_HEADER, device);
  if (request.body !== undefined) headers.set('Content-Type', 'application/json');
  if (request.idempotencyKey !== undefined) headers.set(IDEMPOTENCY_HEADER, request.idempotencyKey);
  if (request.version !== undefined) headers.set(VERSION_HEADER, `"${request.version}"`);
  if (token !== null) headers.set('Authorization', `Bearer ${token}`);
  if (etag !== null) headers.set('If-None-Match', etag);
  return headers;
}

/**
 * Sends a request once. The browser doesn't cache the answer, as data to be stored goes to IndexedDB.
 * @throws NetworkError if there is no answer
 */
export async function attempt(
  { method, path }: Endpoint,
  request: AnyRequest,
  bearing: Bearing,
): Promise<ApiResponse> {
  const sentAt = Date.now();
  try {
    const response = await fetch(addressOf(path, request), {
      method,
      headers: headersOf(request, bearing),
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

/** The status of a refusal; its number where no text comes with it, as over HTTP/2. Null for a success. */
const refusalStatus = ({ ok, status, statusText }: Response): string | null =>
  ok ? null : statusText.trim() || String(status);

/**
 * Reads a reply's envelope; one without it (a proxy's page, a truncated body) counts as no answer.
 * @throws NetworkError
 */
export async function envelopeOf(response: Response): Promise<Envelope> {
  try {
    return envelopeSchema.parse(await response.json());
  } catch (error) {
    throw new NetworkError(error, refusalStatus(response));
  }
}

/** The error of a refusal, with its own message or else the endpoint's fixed one. */
export function refusal(
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
 * Parses the data. Unknown fields are dropped; if a known one is missing, it counts as no answer.
 * @throws NetworkError
 */
export function read(endpoint: Endpoint, data: unknown): unknown {
  const parsed = endpoint.data.safeParse(data);
  if (!parsed.success) throw new NetworkError(parsed.error);
  return parsed.data;
}
