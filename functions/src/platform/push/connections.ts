import { once } from 'node:events';
import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from 'node:http2';
import { wasNeverSent } from '../../domain/push/delivery';

/** A push service's response. */
export interface PushResponse {
  readonly status: number;
  readonly retryAfter: string | null;
}

export interface Request {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** The request certainly didn't reach the service, so it may be retried. */
export class NeverSentError extends Error {
  override readonly name = 'NeverSentError';
}

const CONNECTS_WITHIN_MS = 5_000;
const ANSWERS_WITHIN_MS = 10_000;

/** Connections to one service at most, and concurrent requests per connection at most; a service may allow fewer. */
const CONNECTIONS = 4;
const CALLS_AT_ONCE = 100;

/** How many times a request moves to another connection because its own was closed. */
const REFUSALS = 2;

/** A connection idle for this long (ms) isn't reused: an instance sleeps between signals, and the service hangs up. */
const SILENT_MS = 30_000;

const { HTTP2_HEADER_PATH, HTTP2_HEADER_STATUS, NGHTTP2_CANCEL, NGHTTP2_REFUSED_STREAM } =
  constants;

interface Connection {
  readonly session: ClientHttp2Session;
  readonly calls: Set<ClientHttp2Stream>;
  readonly mostCalls: number;
  usedAt: number;
}

const isUsable = ({ session, calls, usedAt }: Connection): boolean =>
  !session.closed && !session.destroyed && (calls.size > 0 || Date.now() - usedAt < SILENT_MS);

/** Cancels the requests that the service announced it won't handle (RFC 9113, 6.8); they may be retried. */
function refuseBehind(calls: ReadonlySet<ClientHttp2Stream>, lastId: number): void {
  for (const call of calls)
    if (call.id === undefined || call.id > lastId) call.close(NGHTTP2_REFUSED_STREAM);
}

/** The service supports only HTTP/1.1. */
class NoHttp2Error extends Error {
  override readonly name = 'NoHttp2Error';
}

/** @throws NeverSentError where the service can't be reached, NoHttp2Error */
async function open(origin: string): Promise<Connection> {
  const session = connect(origin);
  try {
    await once(session, 'remoteSettings', { signal: AbortSignal.timeout(CONNECTS_WITHIN_MS) });
  } catch (error) {
    session.destroy();
    const { name, code } = detailsOf(error);
    if (name === 'AbortError' || wasNeverSent(code))
      throw new NeverSentError(name, { cause: error });
    throw new NoHttp2Error(name, { cause: error });
  }
  const calls = new Set<ClientHttp2Stream>();
  const allowed = session.remoteSettings.maxConcurrentStreams ?? CALLS_AT_ONCE;
  // Without a listener a connection error would end the process; each of its requests fails by itself.
  session.on('error', () => session.destroy());
  session.on('goaway', (_: number, lastId: number) => refuseBehind(calls, lastId));
  session.unref();
  return { session, calls, mostCalls: Math.min(allowed, CALLS_AT_ONCE), usedAt: Date.now() };
}

const detailsOf = (error: unknown): { name: string; code: unknown } => ({
  name: error instanceof Error ? error.name : '',
  code: typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined,
});

/** Sends a request over a connection with a free slot. Calls `onEnd` when the slot is free again. */
function call(
  connection: Connection,
  path: string,
  { headers, body }: Request,
  onEnd: () => void,
): Promise<PushResponse> {
  const { session, calls } = connection;
  return new Promise((resolve, reject) => {
    const stream = session.request({ ...headers, ':method': 'POST', [HTTP2_HEADER_PATH]: path });
    calls.add(stream);
    session.ref();
    const timer = setTimeout(() => stream.close(NGHTTP2_CANCEL), ANSWERS_WITHIN_MS);
    stream.on('response', (answer) => {
      const retryAfter = answer['retry-after'] ?? null;
      resolve({ status: Number(answer[HTTP2_HEADER_STATUS]), retryAfter });
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
      // No effect after a response.
      reject(isRefused ? new NeverSentError('refused') : new Error('The service did not answer'));
    });
    stream.end(body);
  });
}

/** The pool of connections to one service. */
function connectionsTo(origin: string) {
  const connections = new Set<Connection>();
  let opening = 0;
  let waiting: (() => void)[] = [];

  const wakeAll = () => {
    const woken = waiting;
    waiting = [];
    for (const wake of woken) wake();
  };

  function free(): Connection | undefined {
    for (const connection of connections) {
      if (isUsable(connection)) continue;
      connections.delete(connection);
      connection.session.close();
    }
    const [best] = [...connections].sort((a, b) => a.calls.size - b.calls.size);
    return best && best.calls.size < best.mostCalls ? best : undefined;
  }

  async function openOne(): Promise<void> {
    opening += 1;
    try {
      connections.add(await open(origin));
    } finally {
      opening -= 1;
      wakeAll();
    }
  }

  return {
    async post(path: string, request: Request): Promise<PushResponse> {
      for (let refusals = 0; ;) {
        const connection = free();
        if (connection) {
          const answer = await call(connection, path, request, () => waiting.shift()?.()).catch(
            (error: unknown) => {
              // The service just closed this connection: retry on another one.
              const isOver = error instanceof NeverSentError && !isUsable(connection);
              if (!isOver || refusals >= REFUSALS) throw error;
            },
          );
          if (answer) return answer;
          refusals += 1;
        } else if (connections.size + opening < CONNECTIONS) await openOne();
        else await new Promise<void>((resolve) => waiting.push(resolve));
      }
    },
    close: () => {
      for (const { session } of connections) session.close();
      connections.clear();
    },
  };
}

/** @throws NeverSentError, or Error where the service may have it */
async function postByHttp1(endpoint: string, { headers, body }: Request): Promise<PushResponse> {
  try {
    const answer = await fetch(endpoint, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
    });
    await answer.body?.cancel();
    return { status: answer.status, retryAfter: answer.headers.get('retry-after') };
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    if (wasNeverSent(detailsOf(cause).code))
      throw new NeverSentError('unreachable', { cause: error });
    throw error;
  }
}

/** Posts to push services, with many concurrent requests over few persistent connections. */
export interface Connections {
  /** @throws NeverSentError, or Error where the service may have it */
  readonly post: (endpoint: string, request: Request) => Promise<PushResponse>;
  readonly close: () => void;
}

/** Connects by HTTP/2, and by HTTP/1.1 to services that don't support it. */
export function openConnections(): Connections {
  const services = new Map<string, ReturnType<typeof connectionsTo>>();
  const older = new Set<string>();

  return {
    async post(endpoint, request) {
      const { origin, pathname, search } = new URL(endpoint);
      if (older.has(origin)) return postByHttp1(endpoint, request);
      const service = services.get(origin) ?? connectionsTo(origin);
      services.set(origin, service);
      try {
        return await service.post(`${pathname}${search}`, request);
      } catch (error) {
        if (!(error instanceof NoHttp2Error)) throw error;
        older.add(origin);
        return postByHttp1(endpoint, request);
      }
    },
    close: () => {
      for (const service of services.values()) service.close();
    },
  };
}
