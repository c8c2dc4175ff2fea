import {
  DEVICE_HEADER,
  type Endpoint,
  type Envelope,
  envelopeSchema,
  IDEMPOTENCY_HEADER,
  VERSION_HEADER,
} from '@quantalgo/contracts/core/endpoint';
import * as z from 'zod/mini';
import { ApiError, NetworkError } from '../core/errors';

type Part = 'body' | 'query' | 'params';

type PartInput<E extends Endpoint, P extends Part> = E extends {
  readonly [K in P]: infer S extends z.ZodMiniType;
}
  ? z.input<S>
  : never;

type PartProperty<E extends Endpoint, P extends Part> = [PartInput<E, P>] extends [never]
  ? unknown
  : Readonly<Record<P, PartInput<E, P>>>;

type WithIdempotencyKey<E extends Endpoint> = E extends { readonly idempotent: true }
  ? { readonly idempotencyKey: string }
  : E extends { readonly idempotent: 'optional' }
    ? { readonly idempotencyKey?: string }
    : unknown;

/** `version`: what the caller saw, such as the `accessVersion` that it means to change. */
type WithVersion<E extends Endpoint> = E extends { readonly versioned: true }
  ? { readonly version?: number }
  : unknown;

type ExtraHeaders = Readonly<Record<string, string>>;

export type EndpointRequest<E extends Endpoint> = PartProperty<E, 'body'> &
  PartProperty<E, 'params'> &
  WithIdempotencyKey<E> &
  WithVersion<E> & {
    readonly query?: PartInput<E, 'query'>;
    readonly headers?: ExtraHeaders;
    readonly keepalive?: boolean;
  };

export type EndpointData<E extends Endpoint> = z.output<E['data']>;

export interface Caller {
  <E extends Endpoint>(
    endpoint: E,
    request: EndpointRequest<E>,
  ): Promise<{ readonly data: EndpointData<E> }>;
}

export interface AnyRequest {
  readonly body?: unknown;
  readonly params?: unknown;
  readonly query?: unknown;
  readonly idempotencyKey?: string;
  readonly version?: number;
  readonly headers?: ExtraHeaders;
  /** Finishes even if the page is closed. */
  readonly keepalive?: boolean;
}

const textsSchema = z.record(z.string(), z.optional(z.string()));

function buildUrl(path: string, { params, query }: AnyRequest): string {
  const values = textsSchema.parse(params ?? {});
  const filledPath = path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(values[name] ?? ''),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(textsSchema.parse(query ?? {})))
    if (value !== undefined) search.set(name, value);
  const queryText = search.toString();
  return queryText === '' ? filledPath : `${filledPath}?${queryText}`;
}

const REQUEST_TIMEOUT_MS = 25_000;

/** Times in epoch ms. */
export interface ApiResponse {
  readonly response: Response;
  readonly sentAt: number;
  readonly receivedAt: number;
}

interface Credentials {
  readonly token: string | null;
  readonly etag?: string | null;
  readonly device?: string | null;
}

function buildHeaders(
  request: AnyRequest,
  { token, etag = null, device = null }: Credentials,
): Headers {
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
 * Bypasses the browser's cache, because responses are stored in IndexedDB.
 * @throws NetworkError if there is no response
 */
export async function attemptRequest(
  { method, path }: Endpoint,
  request: AnyRequest,
  credentials: Credentials,
): Promise<ApiResponse> {
  const sentAt = Date.now();
  try {
    const response = await fetch(buildUrl(path, request), {
      method,
      headers: buildHeaders(request, credentials),
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      ...(request.keepalive === true && { keepalive: true }),
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    });
    return { response, sentAt, receivedAt: Date.now() };
  } catch (error) {
    throw new NetworkError(error);
  }
}

const getRefusalStatus = ({ ok, status, statusText }: Response): string | null =>
  ok ? null : statusText.trim() || String(status);

/**
 * A reply without an envelope (a proxy's page, a truncated body) counts as no response.
 * @throws NetworkError
 */
export async function parseEnvelope(response: Response): Promise<Envelope> {
  try {
    return envelopeSchema.parse(await response.json());
  } catch (error) {
    throw new NetworkError(error, getRefusalStatus(response));
  }
}

export function toRefusalError(
  { error, message, data, code }: Envelope,
  response: Response,
  failure: string,
): ApiError {
  const seconds = Number.parseInt(response.headers.get('Retry-After') ?? '', 10);
  const retryAfter = Number.isNaN(seconds) ? undefined : seconds;
  const serverMessage = error ?? message;
  return new ApiError(
    serverMessage ?? failure,
    response.status,
    retryAfter,
    serverMessage === undefined,
    data,
    code,
  );
}

export function parseEndpointData(endpoint: Endpoint, data: unknown): unknown {
  const parsed = endpoint.data.safeParse(data);
  if (!parsed.success) throw new NetworkError(parsed.error);
  return parsed.data;
}
