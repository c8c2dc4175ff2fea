import { once } from 'node:events';
import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from 'node:http2';
import { wasNeverSent } from '../../domain/push/delivery';

export interface PushResponse {
  readonly status: number;
  readonly retryAfter: string | null;
}

export interface PushRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** The request didn't reach the service, so retrying it is safe. */
export class NeverSentError extends Error {
  override readonly name = 'NeverSentError';
}

const CONNECT_TIMEOUT_MS = 5_000;
const RESPONSE_TIMEOUT_MS = 10_000;

/** Connections per service, and calls per connection. A service may allow fewer calls. */
const MAX_CONNECTIONS = 4;
const MAX_CONCURRENT_CALLS = 100;

/** Retries of a request whose connection was closed. */
const MAX_REFUSALS = 2;

/** Older connections aren't reused: services close them while an instance is suspended. */
const IDLE_TIMEOUT_MS = 30_000;

const { HTTP2_HEADER_PATH, HTTP2_HEADER_STATUS, NGHTTP2_CANCEL, NGHTTP2_REFUSED_STREAM } =
  constants;

interface Connection {
  readonly session: ClientHttp2Session;
  readonly calls: Set<ClientHttp2Stream>;
  readonly maxCalls: number;
  usedAt: number;
}

const isUsable = ({ session, calls, usedAt }: Connection): boolean =>
  !session.closed &&
  !session.destroyed &&
  (calls.size > 0 || Date.now() - usedAt < IDLE_TIMEOUT_MS);

/** Ends calls that the service said it won't handle (RFC 9113, 6.8). They may be retried. */
function refuseAfter(calls: ReadonlySet<ClientHttp2Stream>, lastId: number): void {
  for (const call of calls)
    if (call.id === undefined || call.id > lastId) call.close(NGHTTP2_REFUSED_STREAM);
}

class NoHttp2Error extends Error {
  override readonly name = 'NoHttp2Error';
}

async function openConnection(origin: string): Promise<Connection> {
  const session = connect(origin);
  try {
    await once(session, 'remoteSettings', { signal: AbortSignal.timeout(CONNECT_TIMEOUT_MS) });
  } catch (error) {
    session.destroy();
    const { name, code } = describeError(error);
    if (name === 'AbortError' || wasNeverSent(code))
      throw new NeverSentError(name, { cause: error });
    throw new NoHttp2Error(name, { cause: error });
  }
  const calls = new Set<ClientHttp2Stream>();
  const serviceLimit = session.remoteSettings.maxConcurrentStreams ?? MAX_CONCURRENT_CALLS;
  // An error without a listener would end the process. The requests report it anyway.
  session.on('error', () => session.destroy());
  session.on('goaway', (_: number, lastId: number) => refuseAfter(calls, lastId));
  session.unref();
  return {
    session,
    calls,
    maxCalls: Math.min(serviceLimit, MAX_CONCURRENT_CALLS),
    usedAt: Date.now(),
  };
}

const describeError = (error: unknown): { name: string; code: unknown } => ({
  name: error instanceof Error ? error.name : '',
  code: typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined,
});

function sendRequest(
  connection: Connection,
  path: string,
  { headers, body }: PushRequest,
  onEnd: () => void,
): Promise<PushResponse> {
  const { session, calls } = connection;
  return new Promise((resolve, reject) => {
    const stream = session.request({ ...headers, ':method': 'POST', [HTTP2_HEADER_PATH]: path });
    calls.add(stream);
    session.ref();
    const timer = setTimeout(() => stream.close(NGHTTP2_CANCEL), RESPONSE_TIMEOUT_MS);
    stream.on('response', (response) => {
      const retryAfter = response['retry-after'] ?? null;
      resolve({ status: Number(response[HTTP2_HEADER_STATUS]), retryAfter });
      stream.resume();
    });
    stream.on('error', () => undefined);
    stream.on('close', () => {
      clearTimeout(timer);
      calls.delete(stream);
      connection.usedAt = Date.now();
      if (calls.size === 0) session.unref();
      onEnd();
      const isRefused = stream.rstCode === NGHTTP2_REFUSED_STREAM || stream.id === undefined;
      // Has no effect if a response has resolved the promise.
      reject(isRefused ? new NeverSentError('refused') : new Error('The service did not respond'));
    });
    stream.end(body);
  });
}

function createPool(origin: string) {
  const connections = new Set<Connection>();
  let openingCount = 0;
  let queue: (() => void)[] = [];

  const wakeAll = () => {
    const wakeups = queue;
    queue = [];
    for (const wake of wakeups) wake();
  };

  function findFreeConnection(): Connection | undefined {
    for (const connection of connections) {
      if (isUsable(connection)) continue;
      connections.delete(connection);
      connection.session.close();
    }
    const [leastBusy] = [...connections].sort((a, b) => a.calls.size - b.calls.size);
    return leastBusy && leastBusy.calls.size < leastBusy.maxCalls ? leastBusy : undefined;
  }

  async function addConnection(): Promise<void> {
    openingCount += 1;
    try {
      connections.add(await openConnection(origin));
    } finally {
      openingCount -= 1;
      wakeAll();
    }
  }

  return {
    async post(path: string, request: PushRequest): Promise<PushResponse> {
      for (let refusals = 0; ;) {
        const connection = findFreeConnection();
        if (connection) {
          const response = await sendRequest(connection, path, request, () =>
            queue.shift()?.(),
          ).catch((error: unknown) => {
            // The service has just closed this connection, so retry on another one.
            const isClosed = error instanceof NeverSentError && !isUsable(connection);
            if (!isClosed || refusals >= MAX_REFUSALS) throw error;
          });
          if (response) return response;
          refusals += 1;
        } else if (connections.size + openingCount < MAX_CONNECTIONS) await addConnection();
        else await new Promise<void>((resolve) => queue.push(resolve));
      }
    },
    close: () => {
      for (const { session } of connections) session.close();
      connections.clear();
    },
  };
}

async function postByHttp1(
  endpoint: string,
  { headers, body }: PushRequest,
): Promise<PushResponse> {
  try {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
    });
    await response.body?.cancel();
    return { status: response.status, retryAfter: response.headers.get('retry-after') };
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    if (wasNeverSent(describeError(cause).code))
      throw new NeverSentError('unreachable', { cause: error });
    throw error;
  }
}

/** Sends many concurrent requests over few persistent connections. */
export interface PushConnections {
  /** @throws NeverSentError, or another Error if the service may have received the request */
  readonly post: (endpoint: string, request: PushRequest) => Promise<PushResponse>;
  readonly close: () => void;
}

/** Uses HTTP/2, or HTTP/1.1 for services that don't support it. */
export function openPushConnections(): PushConnections {
  const services = new Map<string, ReturnType<typeof createPool>>();
  const http1Origins = new Set<string>();

  return {
    async post(endpoint, request) {
      const { origin, pathname, search } = new URL(endpoint);
      if (http1Origins.has(origin)) return postByHttp1(endpoint, request);
      const service = services.get(origin) ?? createPool(origin);
      services.set(origin, service);
      try {
        return await service.post(`${pathname}${search}`, request);
      } catch (error) {
        if (!(error instanceof NoHttp2Error)) throw error;
        http1Origins.add(origin);
        return postByHttp1(endpoint, request);
      }
    },
    close: () => {
      for (const service of services.values()) service.close();
    },
  };
}
