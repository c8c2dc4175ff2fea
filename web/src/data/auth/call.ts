import { authEndpoints } from '@quantalgo/contracts/auth/endpoints';
import {
  type Endpoint,
  type Envelope,
  OLDEST_CLIENT_HEADER,
  type Pagination,
} from '@quantalgo/contracts/core/endpoint';
import { recordServerTime } from '../core/clock';
import { readLocal, writeLocal } from '../core/webStorage';
import { checkOldestClient } from '../core/environment';
import { logCall } from '../core/recentCalls';
import { getCurrentUser, joinOtherMember } from './currentSession';
import { endSession } from './endSession';
import { ApiError, NetworkError } from '../core/errors';
import {
  type AnyRequest,
  type ApiResponse,
  attemptRequest,
  type EndpointData,
  parseEnvelope,
  parseEndpointData,
  toRefusalError,
  type EndpointRequest,
} from './request';
import { getIdToken } from './idTokens';
import { waitForReplacement, waitForTabReplacement } from './replacement';

type Reply =
  | { readonly changed: true; readonly envelope: Envelope; readonly etag: string | null }
  | { readonly changed: false };

/**
 * Identifies a device that has logged in before, so that failed logins on other devices don't block
 * it.
 */
const DEVICE_KEY = 'quantalgo.device';

export function storeDeviceSecret(device: string | undefined): void {
  if (device !== undefined) writeLocal(DEVICE_KEY, device);
}

export const readDeviceSecret = (): string | null => readLocal(DEVICE_KEY);

const selectDeviceSecret = ({ session, remembersDevice }: Endpoint): string | null =>
  remembersDevice === true || session === 'opens' || session === 'replaces'
    ? readDeviceSecret()
    : null;

const attemptLogged: typeof attemptRequest = (endpoint, ...rest) => {
  const sentAt = Date.now();
  const pending = attemptRequest(endpoint, ...rest);
  const logResult = (result?: ApiResponse) => logCall(endpoint, sentAt, result?.response);
  pending.then(logResult, () => logResult());
  return pending;
};

const TOKEN_SOURCES = ['held', 'renewed', 'replaced'] as const;

/**
 * After a 401, retries with a renewed token, then with that of a session that another tab started.
 * Ignores a 401 that isn't from our server, such as a hotspot's.
 */
async function attemptAuthenticated(
  endpoint: Endpoint,
  request: AnyRequest,
  etag: string | null,
): Promise<ApiResponse> {
  const uid = getCurrentUser()?.id;
  let refusedToken: string | null = null;
  for (const source of TOKEN_SOURCES) {
    if (source === 'renewed' && refusedToken === null) continue;
    // Calls that end or replace the session are part of the replacement, so waiting would deadlock.
    if (endpoint.session === undefined)
      await (source === 'replaced' ? waitForReplacement() : waitForTabReplacement());
    if (uid === undefined || getCurrentUser()?.id !== uid) break;
    const token = await getIdToken(uid, source === 'renewed');
    if (token === null || token === refusedToken) continue;
    const result = await attemptLogged(endpoint, request, {
      token,
      etag,
      device: selectDeviceSecret(endpoint),
    });
    if (result.response.status !== 401) return result;
    await parseEnvelope(result.response.clone());
    refusedToken = token;
  }
  joinOtherMember();
  if (endpoint !== authEndpoints.logout && getCurrentUser()?.id === uid)
    await endSession('expired');
  throw new ApiError('Your session has ended. Please log in again.', 401);
}

async function send(endpoint: Endpoint, request: AnyRequest, etag: string | null): Promise<Reply> {
  const { caller, failure } = endpoint;
  const isAnonymous = caller === 'public' || (caller === 'optional' && !getCurrentUser());
  const { response, sentAt, receivedAt } = isAnonymous
    ? await attemptLogged(endpoint, request, {
        token: null,
        etag,
        device: selectDeviceSecret(endpoint),
      })
    : await attemptAuthenticated(endpoint, request, etag);
  checkOldestClient(response.headers.get(OLDEST_CLIENT_HEADER));
  if (response.status === 304) return { changed: false };
  const envelope = await parseEnvelope(response);
  recordServerTime(Date.parse(envelope.timestamp), sentAt, receivedAt);
  if (!response.ok || !envelope.success) throw toRefusalError(envelope, response, failure);
  return { changed: true, envelope, etag: response.headers.get('ETag') };
}

/**
 * @throws ApiError with the server's message if it refuses
 * @throws NetworkError if there is no readable response
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  request: EndpointRequest<E>,
): Promise<{ data: EndpointData<E>; message?: string; pagination?: Pagination }>;

export async function call(
  endpoint: Endpoint,
  request: AnyRequest,
): Promise<{ data: unknown; message?: string; pagination?: Pagination }> {
  const reply = await send(endpoint, request, null);
  if (!reply.changed) throw new NetworkError('Unexpected status 304');
  const { data, message, pagination } = reply.envelope;
  return {
    data: parseEndpointData(endpoint, data),
    ...(message === undefined ? {} : { message }),
    ...(pagination === undefined ? {} : { pagination }),
  };
}

export async function callIfChanged<E extends Endpoint>(
  endpoint: E,
  request: EndpointRequest<E>,
  etag: string | null,
): Promise<{ data: EndpointData<E>; etag: string | null } | null>;

export async function callIfChanged(
  endpoint: Endpoint,
  request: AnyRequest,
  etag: string | null,
): Promise<{ data: unknown; etag: string | null } | null> {
  const reply = await send(endpoint, request, etag);
  return reply.changed
    ? { data: parseEndpointData(endpoint, reply.envelope.data), etag: reply.etag }
    : null;
}
