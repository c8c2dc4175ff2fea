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

/** Web Locks as one name needs them: shared ones at once, others after all of them. */
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

/** Another tab holds the lock. */
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

describe('a call', () => {
  it('goes where the registry says, with body and bearer', async () => {
    await serve((_, response) => envelope(response, { data: {} }));
    await call(authEndpoints.logout, {});
    expect(server.seen[0]?.line).toBe('POST /auth/logout');
    expect(server.seen[0]?.headers.authorization).toBe('Bearer token-0');
  });

  it('writes parameters and query into the address', async () => {
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

  it('waits while the session is replaced, and goes with the one that took its place', async () => {
    await serve((_, response) => envelope(response, { data: aUser() }));
    let adopt: () => void = () => undefined;
    const adopted = new Promise<void>((resolve) => {
      adopt = resolve;
    });
    void replaceSession(() => adopted);
    const asked = call(authEndpoints.me, {});
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(server.seen).toEqual([]);
    adopt();
    await asked;
    expect(server.seen).toHaveLength(1);
  });

  it('is not kept waiting by a replacement that failed', async () => {
    await serve((_, response) => envelope(response, { data: {} }));
    await replaceSession(() => Promise.reject(new Error('refused'))).catch(() => undefined);
    await call(authEndpoints.logout, {});
    expect(server.seen).toHaveLength(1);
  });

  it('says the status of a page that no server of ours wrote', async () => {
    await serve((_, response) => {
      response.writeHead(502, { 'Content-Type': 'text/html' }).end('<h1>Bad Gateway</h1>');
    });
    expect(await error(login())).toMatchObject({
      name: 'NetworkError',
      message: 'API Error: Bad Gateway',
    });
  });

  it('says the number of the status where no text comes with it', async () => {
    await serve((_, response) => {
      response.writeHead(503, ' ').end();
    });
    expect(await error(login())).toMatchObject({ message: 'API Error: 503' });
  });

  it('sends no bearer to a public endpoint', async () => {
    await serve((_, response) => envelope(response, { status: 500, error: 'Not today' }));
    await call(recordEndpoints.record, {}).catch(() => undefined);
    expect(server.seen[0]?.headers.authorization).toBeUndefined();
  });

  it('drops fields that this client does not know, and reads the others', async () => {
    await serve((_, response) => envelope(response, { data: { ...aUser(), mood: 'good' } }));
    expect((await call(authEndpoints.me, {})).data).toEqual(aUser());
  });

  it("learns the server's clock from the reply", async () => {
    const ahead = 3 * 3_600_000;
    await serve((_, response) =>
      envelope(response, { timestamp: Date.now() + ahead, data: aUser() }),
    );
    await call(authEndpoints.me, {});
    expect(Math.abs((clockOffset.get()?.offset ?? 0) - ahead)).toBeLessThan(2000);
  });

  it('hears that this client is too old', async () => {
    await serve((_, response) => {
      response.setHeader('X-Oldest-Client', '999');
      envelope(response, { data: aUser() });
    });
    await call(authEndpoints.me, {});
    expect(clientOutdated.get()).toBe(true);
  });
});

describe('a refusal', () => {
  it("speaks the server's words", async () => {
    await serve((_, response) =>
      envelope(response, { status: 401, error: 'Email or password is incorrect' }),
    );
    const refused = await error(login());
    expect(refused).toBeInstanceOf(ApiError);
    expect(refused).toMatchObject({ message: 'Email or password is incorrect', status: 401 });
  });

  it("speaks the endpoint's fixed words where the server has none", async () => {
    await serve((_, response) => envelope(response, { status: 500 }));
    expect(await error(login())).toMatchObject({ message: 'Login failed', status: 500 });
  });

  it('says when a further try makes sense', async () => {
    await serve((_, response) => {
      response.setHeader('Retry-After', '30');
      envelope(response, { status: 429, error: 'Too many attempts' });
    });
    expect(await error(login())).toMatchObject({ status: 429, retryAfter: 30 });
  });
});

describe('no answer', () => {
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
  ])('is what a reply counts as that %s', async (_, answer) => {
    await serve(answer);
    expect(await error(call(authEndpoints.me, {}))).toBeInstanceOf(NetworkError);
    expect(session.get().status).toBe('signed-in');
  });

  it('is what a token counts as that could not be refreshed for want of network', async () => {
    await serve((_, response) => envelope(response, { data: aUser() }));
    held.failure = new NetworkError('offline');
    expect(await error(call(authEndpoints.me, {}))).toBeInstanceOf(NetworkError);
    expect(session.get().status).toBe('signed-in');
  });
});

describe('a line that stalls', () => {
  it('is given up, so that the call can be repeated', async () => {
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms / 100));
    await serve(() => undefined);
    expect(await error(call(authEndpoints.me, {}))).toBeInstanceOf(NetworkError);
    vi.restoreAllMocks();
    expect(session.get().status).toBe('signed-in');
  });
});

describe('a refused token', () => {
  it('is no refusal where a hotspot answers in place of the server', async () => {
    await serve((_, response) => {
      response.writeHead(401, { 'Content-Type': 'text/html' });
      response.end('<h1>Sign in to Wi-Fi</h1>');
    });
    expect(await error(call(authEndpoints.me, {}))).toBeInstanceOf(NetworkError);
    expect(server.seen).toHaveLength(1);
    expect(session.get().status).toBe('signed-in');
  });

  it('is renewed once, and the call repeated', async () => {
    await serve(({ headers }, response) =>
      headers.authorization === 'Bearer token-1'
        ? envelope(response, { data: aUser() })
        : envelope(response, { status: 401 }),
    );
    expect((await call(authEndpoints.me, {})).data.name).toBe('Ada');
    expect(server.seen).toHaveLength(2);
  });

  it('ends the session when the new one is refused too, and says so once', async () => {
    await serve((_, response) => envelope(response, { status: 401 }));
    expect(await error(call(authEndpoints.me, {}))).toMatchObject({ status: 401 });
    expect(server.seen).toHaveLength(2);
    expect(session.get()).toEqual({ status: 'signed-out', reason: 'expired' });
  });

  it('ends the session when Firebase renews no token of it', async () => {
    await serve((_, response) => envelope(response, { data: aUser() }));
    held.uid = null;
    await error(call(authEndpoints.me, {}));
    expect(server.seen).toHaveLength(0);
    expect(session.get()).toEqual({ status: 'signed-out', reason: 'expired' });
  });

  it('leaves the session of a locked member alone: 403 is no expiry', async () => {
    await serve((_, response) => envelope(response, { status: 403, error: 'Unlock first' }));
    expect(await error(call(signalsEndpoints.signals, {}))).toMatchObject({ status: 403 });
    expect(session.get().status).toBe('signed-in');
  });
});

describe('a session that another tab replaces', () => {
  afterEach(() => void Reflect.deleteProperty(navigator, 'locks'));

  /** The server takes no token but the one that comes after the second. */
  const serveReplaced = (onRefusal: (token: string | undefined) => void) =>
    serve(({ headers: { authorization } }, response) => {
      if (authorization === 'Bearer token-2') return envelope(response, { data: aUser() });
      envelope(response, { status: 401 });
      onRefusal(authorization);
    });
  const adopt = () => {
    held.renewals = 2;
  };

  it('goes on with what the other tab stored', async () => {
    await serveReplaced((token) => {
      if (token === 'Bearer token-1') adopt();
    });
    expect((await call(authEndpoints.me, {})).data.name).toBe('Ada');
    expect(session.get().status).toBe('signed-in');
  });

  it('is waited for', async () => {
    const other = heldElsewhere();
    await serveReplaced((token) => {
      if (token !== 'Bearer token-1') return;
      setTimeout(() => {
        adopt();
        other.release();
      }, 50);
    });
    expect((await call(authEndpoints.me, {})).data.name).toBe('Ada');
    expect(session.get().status).toBe('signed-in');
  });

  it('is the one that others wait for, from the call to the tokens’ exchange', async () => {
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

  it('is no reason to end that of the next member, whom this tab has not heard of', async () => {
    await serve((_, response) => envelope(response, { data: aUser() }));
    const ben = aUser({ id: 'uid-of-ben' });
    localStorage.setItem(USER_KEY, JSON.stringify(ben));
    held.uid = ben.id;
    expect(await error(call(authEndpoints.me, {}))).toMatchObject({ status: 401 });
    expect(session.get()).toEqual({ status: 'signed-in', user: ben });
    expect([held.uid, localStorage.getItem(USER_KEY)]).toEqual([ben.id, JSON.stringify(ben)]);
  });

  it('is not answered as the next member, who signed in meanwhile', async () => {
    await serve((_, response) => {
      storeUser(aUser({ id: 'uid-of-ben' }));
      held.uid = 'uid-of-ben';
      envelope(response, { status: 401 });
    });
    expect(await error(call(authEndpoints.me, {}))).toMatchObject({ status: 401 });
    expect(server.seen).toHaveLength(1);
    expect(session.get()).toMatchObject({ status: 'signed-in', user: { id: 'uid-of-ben' } });
  });
});

describe('asking again', () => {
  it('brings nothing when nothing changed', async () => {
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
