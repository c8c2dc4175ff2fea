import {
  endpoints,
  envelopeSchema,
  IDEMPOTENCY_HEADER,
  OLDEST_CLIENT_HEADER,
  VERSION_HEADER,
  type EndpointName,
  type Envelope,
} from '@quantalgo/contracts';
import { learnServerTime } from '../clock/offset';
import { learnOldestClient } from '../pwa/clientBuild';
import { endSession } from '../session/end';
import { currentUser } from '../session/store';
import { bearer } from '../session/tokens';
import { ApiError, NetworkError } from './errors';
import { addressOf, type AnyRequest } from './request';

/** What the server meant: its envelope, or word that nothing changed since the ETag that was sent. */
export type Reply =
  | { readonly changed: true; readonly envelope: Envelope; readonly etag: string | null }
  | { readonly changed: false };

/** An answer that takes longer than this (ms) counts as none: on a line that stalls, none would ever come. */
const ANSWER_WITHIN_MS = 25_000;

interface Answer {
  readonly response: Response;
  readonly sentAt: number;
  readonly receivedAt: number;
}

function headersOf(request: AnyRequest, token: string | null, etag: string | null): Headers {
  const headers = new Headers({ Accept: 'application/json' });
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
      headers: headersOf(request, token, etag),
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    });
    return { response, sentAt, receivedAt: Date.now() };
  } catch (error) {
    throw new NetworkError(error);
  }
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
  { error, message, data }: Envelope,
  response: Response,
  failure: string,
): ApiError {
  const seconds = Number.parseInt(response.headers.get('Retry-After') ?? '', 10);
  const after = Number.isNaN(seconds) ? undefined : seconds;
  const said = error ?? message;
  return new ApiError(said ?? failure, response.status, after, said === undefined, data);
}

/**
 * Calls an endpoint, with the member's token where it asks for one.
 * @throws ApiError when the server refuses, with its words or else the endpoint's fixed ones.
 * @throws NetworkError when no answer came.
 */
export async function send(
  name: EndpointName,
  request: AnyRequest,
  etag: string | null,
): Promise<Reply> {
  const { caller, failure } = endpoints[name];
  const asVisitor = caller === 'public' || (caller === 'optional' && !currentUser());
  const { response, sentAt, receivedAt } = asVisitor
    ? await attempt(name, request, null, etag)
    : await attemptSignedIn(name, request, etag);
  learnOldestClient(response.headers.get(OLDEST_CLIENT_HEADER));
  if (response.status === 304) return { changed: false };
  const envelope = await envelopeOf(response);
  learnServerTime(Date.parse(envelope.timestamp), sentAt, receivedAt);
  if (!response.ok || !envelope.success) throw refusal(envelope, response, failure);
  return { changed: true, envelope, etag: response.headers.get('ETag') };
}
