// @vitest-environment jsdom
import { authEndpoints } from '@quantalgo/contracts/auth/endpoints';
import { recordEndpoints } from '@quantalgo/contracts/record/endpoints';
import { signalsEndpoints } from '@quantalgo/contracts/signals/endpoints';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { call, callIfChanged } from '../../../src/data/auth/call';
import { ApiError, NetworkError } from '../../../src/data/core/errors';
import { clockOffset } from '../../../src/data/core/clock';
import { clientOutdated } from '../../../src/data/core/environment';
import { session, storeUser, USER_KEY } from '../../../src/data/auth/currentSession';
import { replaceSession } from '../../../src/data/auth/replacement';
import { aServer, envelope, type Seen } from '../../support/aServer';
import { aUser } from '../../support/aUser';
import { held, resetAuth } from '../../support/fakeAuth';

vi.mock('../../../src/data/auth/idTokens', () => import('../../support/fakeAuth'));

let server: Awaited<ReturnType<typeof aServer>>;
const serve = async (answer: (request: Seen, response: ServerResponse) => void) => {
  server = await aServer(answer);
};
const error = (promise: Promise<unknown>) =>
  promise.then(
    () => {
      throw new Error('It was not refused');
    },
    (reason: unknown) => reason,
  );
const login = () =>
  call(authEndpoints.login, { body: { email: 'ada@example.com', password: 'Trader2026' } });

/** Web Locks for one name: shared locks are granted at once, exclusive ones after them. */
function someLocks() {
  let free: () => void = () => undefined;
  const locks = {
    holders: 0,
    freed: Promise.resolve(),
    request: async (_name: string, { mode }: LockOptions, work: () => Promise<unknown>) => {
      if (mode !== 'shared') return locks.freed.then(work);
      locks.holders += 1;
      locks.freed = new Promise((resolve) => {
        free = resolve;
      });
      await work();
      locks.holders -= 1;
      free();
    },
  };
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
  return locks;
}

/** Simulates another tab that holds the lock. */
function heldElsewhere(): { readonly release: () => void } {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  void someLocks().request('quantalgo-session', { mode: 'shared' }, () => released);
  return { release };
}

beforeEach(() => {
  resetAuth();
  storeUser(aUser());
  held.uid = aUser().id;
});
afterEach(async () => {
  clockOffset.set(null);
  await server.close();
});

describe('call', () => {
  it('uses the registry’s method and path, with the bearer token', async () => {
    await serve((_, response) => envelope(response, { data: {} }));
    await call(authEndpoints.logout, {});
    expect(server.seen[0]?.line).toBe('POST /auth/logout');
    expect(server.seen[0]?.headers.authorization).toBe('Bearer token-0');
  });

  it('writes path parameters and the query into the URL', async () => {
    await serve((_, response) => envelope(response, { data: [] }));
    await call(signalsEndpoints.signalChart, { params: { id: '20261120T1405Z' } });
    await call(signalsEndpoints.signals, {
      query: { limit: '20', updatedAfter: '2026-11-20T14:05:00.000Z' },
    });
    expect(server.seen.map(({ line }) => line)).toEqual([
      'GET /api/signals/20261120T1405Z/chart',
      'GET /api/signals?limit=20&updatedAfter=2026-11-20T14%3A05%3A00.000Z',
    ]);
  });

  it('waits until the session has been replaced', async () => {
    await serve((_, response) => envelope(response, { data: aUser() }));
    let adopt: () => void = () => undefined;
    const adopted = new Promise<void>((resolve) => {
      adopt = resolve;
    });
    void replaceSession(() => adopted);
    const response = call(authEndpoints.me, {});
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(server.seen).toEqual([]);
    adopt();
    await response;
    expect(server.seen).toHaveLength(1);
  });

  it('does not wait for a failed session replacement', async () => {
    await serve((_, response) => envelope(response, { data: {} }));
    await replaceSession(() => Promise.reject(new Error('refused'))).catch(() => undefined);
    await call(authEndpoints.logout, {});
    expect(server.seen).toHaveLength(1);
  });

  it('reports the status text of a proxy’s error page', async () => {
    await serve((_, response) => {
      response.writeHead(502, { 'Content-Type': 'text/html' }).end('<h1>Bad Gateway</h1>');
    });
    expect(await error(login())).toMatchObject({
      name: 'NetworkError',
      message: 'API Error: Bad Gateway',
    });
  });

  it('reports the status code if there is no status text', async () => {
    await serve((_, response) => {
      response.writeHead(503, ' ').end();
    });
    expect(await error(login())).toMatchObject({ message: 'API Error: 503' });
  });

  it('sends no bearer token to a public endpoint', async () => {
    await serve((_, response) => envelope(response, { status: 500, error: 'Not today' }));
    await call(recordEndpoints.record, {}).catch(() => undefined);
    expect(server.seen[0]?.headers.authorization).toBeUndefined();
  });

  it('drops unknown fields', async () => {
    await serve((_, response) => envelope(response, { data: { ...aUser(), mood: 'good' } }));
    expect((await call(authEndpoints.me, {})).data).toEqual(aUser());
  });

  it('learns the server’s clock from the response', async () => {
    const ahead = 3 * 3_600_000;
    await serve((_, response) =>
      envelope(response, { timestamp: Date.now() + ahead, data: aUser() }),
    );
    await call(authEndpoints.me, {});
    expect(Math.abs((clockOffset.get()?.offset ?? 0) - ahead)).toBeLessThan(2000);
  });

  it('marks the client outdated by the X-Oldest-Client header', async () => {
    await serve((_, response) => {
      response.setHeader('X-Oldest-Client', '999');
      envelope(response, { data: aUser() });
    });
    await call(authEndpoints.me, {});
    expect(clientOutdated.get()).toBe(true);
  });
});

describe('an error response', () => {
  it('throws the server’s message and status', async () => {
    await serve((_, response) =>
      envelope(response, { status: 401, error: 'Email or password is incorrect' }),
    );
    const refused = await error(login());
    expect(refused).toBeInstanceOf(ApiError);
    expect(refused).toMatchObject({ message: 'Email or password is incorrect', status: 401 });
  });

  it('throws the endpoint’s fallback message if the server sends none', async () => {
    await serve((_, response) => envelope(response, { status: 500 }));
    expect(await error(login())).toMatchObject({ message: 'Login failed', status: 500 });
  });

  it('reports the Retry-After seconds', async () => {
    await serve((_, response) => {
      response.setHeader('Retry-After', '30');
      envelope(response, { status: 429, error: 'Too many attempts' });
    });
    expect(await error(login())).toMatchObject({ status: 429, retryAfter: 30 });
  });
});

describe('a network error', () => {
  it.each([
    ['is cut off', (_: Seen, response: ServerResponse) => void response.destroy()],
    [
      "is a proxy's page",
      (_: Seen, response: ServerResponse) => void response.end('<h1>Sign in to Wi-Fi</h1>'),
    ],
    [
      'lacks a field',
      (_: Seen, response: ServerResponse) => envelope(response, { data: { id: 'x' } }),
    ],
  ])('is thrown for a response that %s', async (_, answer) => {
    await serve(answer);
    expect(await error(call(authEndpoints.me, {}))).toBeInstanceOf(NetworkError);
    expect(session.get().status).toBe('logged-in');
  });

  it('is thrown if the token can’t be refreshed offline', async () => {
    await serve((_, response) => envelope(response, { data: aUser() }));
    held.failure = new NetworkError('offline');
    expect(await error(call(authEndpoints.me, {}))).toBeInstanceOf(NetworkError);
    expect(session.get().status).toBe('logged-in');
  });
});

describe('a stalled connection', () => {
  it('times out with a network error and keeps the session', async () => {
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms / 100));
    await serve(() => undefined);
    expect(await error(call(authEndpoints.me, {}))).toBeInstanceOf(NetworkError);
    vi.restoreAllMocks();
    expect(session.get().status).toBe('logged-in');
  });
});

describe('a rejected token', () => {
  it('keeps the session if the 401 comes from a captive portal', async () => {
    await serve((_, response) => {
      response.writeHead(401, { 'Content-Type': 'text/html' });
      response.end('<h1>Sign in to Wi-Fi</h1>');
    });
    expect(await error(call(authEndpoints.me, {}))).toBeInstanceOf(NetworkError);
    expect(server.seen).toHaveLength(1);
    expect(session.get().status).toBe('logged-in');
  });

  it('is renewed once and the call repeated', async () => {
    await serve(({ headers }, response) =>
      headers.authorization === 'Bearer token-1'
        ? envelope(response, { data: aUser() })
        : envelope(response, { status: 401 }),
    );
    expect((await call(authEndpoints.me, {})).data.name).toBe('Ada');
    expect(server.seen).toHaveLength(2);
  });

  it('ends the session as expired if the renewed token is rejected too', async () => {
    await serve((_, response) => envelope(response, { status: 401 }));
    expect(await error(call(authEndpoints.me, {}))).toMatchObject({ status: 401 });
    expect(server.seen).toHaveLength(2);
    expect(session.get()).toEqual({ status: 'logged-out', reason: 'expired' });
  });

  it('ends the session as expired if Firebase refuses to renew the token', async () => {
    await serve((_, response) => envelope(response, { data: aUser() }));
    held.uid = null;
    await error(call(authEndpoints.me, {}));
    expect(server.seen).toHaveLength(0);
    expect(session.get()).toEqual({ status: 'logged-out', reason: 'expired' });
  });

  it('keeps the session on a 403', async () => {
    await serve((_, response) => envelope(response, { status: 403, error: 'Unlock first' }));
    expect(await error(call(signalsEndpoints.signals, {}))).toMatchObject({ status: 403 });
    expect(session.get().status).toBe('logged-in');
  });
});

describe('a session replaced by another tab', () => {
  afterEach(() => void Reflect.deleteProperty(navigator, 'locks'));

  /** The server accepts only the third token. */
  const serveReplaced = (onRefusal: (token: string | undefined) => void) =>
    serve(({ headers: { authorization } }, response) => {
      if (authorization === 'Bearer token-2') return envelope(response, { data: aUser() });
      envelope(response, { status: 401 });
      onRefusal(authorization);
    });
  const adopt = () => {
    held.renewals = 2;
  };

  it('continues with the token that the other tab stored', async () => {
    await serveReplaced((token) => {
      if (token === 'Bearer token-1') adopt();
    });
    expect((await call(authEndpoints.me, {})).data.name).toBe('Ada');
    expect(session.get().status).toBe('logged-in');
  });

  it('makes calls wait until the replacement has finished', async () => {
    const other = heldElsewhere();
    await serveReplaced((token) => {
      if (token !== 'Bearer token-1') return;
      setTimeout(() => {
        adopt();
        other.release();
      }, 50);
    });
    expect((await call(authEndpoints.me, {})).data.name).toBe('Ada');
    expect(session.get().status).toBe('logged-in');
  });

  it('holds the lock from the call until the tokens are exchanged', async () => {
    await serve((_, response) => envelope(response, { data: {} }));
    const locks = someLocks();
    let exchange: () => void = () => undefined;
    const replacing = replaceSession(async () => {
      await call(authEndpoints.logout, {});
      await new Promise<void>((resolve) => {
        exchange = resolve;
      });
    });
    await vi.waitFor(() => expect(server.seen).toHaveLength(1));
    expect(locks.holders).toBe(1);
    exchange();
    await replacing;
    await vi.waitFor(() => expect(locks.holders).toBe(0));
  });

  it('does not end the session of another member who logged in in another tab', async () => {
    await serve((_, response) => envelope(response, { data: aUser() }));
    const ben = aUser({ id: 'uid-of-ben' });
    localStorage.setItem(USER_KEY, JSON.stringify(ben));
    held.uid = ben.id;
    expect(await error(call(authEndpoints.me, {}))).toMatchObject({ status: 401 });
    expect(session.get()).toEqual({ status: 'logged-in', user: ben });
    expect([held.uid, localStorage.getItem(USER_KEY)]).toEqual([ben.id, JSON.stringify(ben)]);
  });

  it('does not repeat a call as another member who logged in in the meantime', async () => {
    await serve((_, response) => {
      storeUser(aUser({ id: 'uid-of-ben' }));
      held.uid = 'uid-of-ben';
      envelope(response, { status: 401 });
    });
    expect(await error(call(authEndpoints.me, {}))).toMatchObject({ status: 401 });
    expect(server.seen).toHaveLength(1);
    expect(session.get()).toMatchObject({ status: 'logged-in', user: { id: 'uid-of-ben' } });
  });
});

describe('callIfChanged', () => {
  it('returns null if nothing changed', async () => {
    await serve(({ headers }, response) => {
      if (headers['if-none-match'] === 'W/"one"') {
        response.writeHead(304).end();
        return;
      }
      response.setHeader('ETag', 'W/"one"');
      envelope(response, { data: [] });
    });
    const first = await callIfChanged(signalsEndpoints.signals, {}, null);
    expect(first).toEqual({ data: [], etag: 'W/"one"' });
    expect(await callIfChanged(signalsEndpoints.signals, {}, first?.etag ?? null)).toBeNull();
  });
});
