import { once } from 'node:events';
import { createServer as createHttp1 } from 'node:http';
import { createServer, type Http2Server, type ServerHttp2Stream } from 'node:http2';
import type { Server } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type PushConnections,
  NeverSentError,
  openPushConnections,
} from '../../../src/platform/push/connections';

const open: (() => unknown)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

async function listen(server: Server | Http2Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push(() => server.close());
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
}

/** An HTTP/2 service that records its connections and calls. */
async function startService(answer: (stream: ServerHttp2Stream, nth: number) => void, most = 100) {
  const server = createServer({ settings: { maxConcurrentStreams: most } });
  const seen = { sessions: 0, calls: 0, open: 0, maxOpenTrades: 0 };
  server.on('session', (session) => {
    seen.sessions += 1;
    open.push(() => session.destroy());
  });
  server.on('stream', (stream) => {
    seen.calls += 1;
    seen.open += 1;
    seen.maxOpenTrades = Math.max(seen.maxOpenTrades, seen.open);
    stream.on('error', () => undefined);
    stream.on('close', () => (seen.open -= 1));
    answer(stream, seen.calls);
  });
  return { url: await listen(server), seen };
}

const REQUEST = { headers: { TTL: '60' }, body: Buffer.from('a message') };

function connections(): PushConnections {
  const made = openPushConnections();
  open.push(() => made.close());
  return made;
}

describe('push connections', () => {
  it('carry hundreds of concurrent calls over at most four sessions', async () => {
    const { url, seen } = await startService((stream) => {
      setTimeout(() => stream.respond({ ':status': 201 }, { endStream: true }), 50);
    });
    const { post } = connections();
    const all = await Promise.all(
      Array.from({ length: 300 }, () => post(`${url}/one?two`, REQUEST)),
    );
    expect(all).toEqual(all.map(() => ({ status: 201, retryAfter: null })));
    await post(`${url}/one`, REQUEST);
    expect(seen.maxOpenTrades).toBeGreaterThan(100);
    expect(seen.sessions).toBeLessThanOrEqual(4);
  });

  it('respect the service’s limit on concurrent streams', async () => {
    const { url, seen } = await startService((stream) => {
      setTimeout(() => stream.respond({ ':status': 201 }, { endStream: true }), 5);
    }, 3);
    const { post } = connections();
    await Promise.all(Array.from({ length: 40 }, () => post(url, REQUEST)));
    expect(seen.calls).toBe(40);
    expect(seen.maxOpenTrades).toBeLessThanOrEqual(4 * 3);
  });

  it('return the status and Retry-After header', async () => {
    const { url } = await startService((stream) => {
      stream.respond({ ':status': 429, 'retry-after': '7' });
      stream.end('later');
    });
    expect(await connections().post(url, REQUEST)).toEqual({ status: 429, retryAfter: '7' });
  });

  it('are reopened after the service closes them', async () => {
    const { url, seen } = await startService((stream, nth) => {
      stream.respond({ ':status': 201 }, { endStream: true });
      if (nth === 1) stream.session?.close();
    });
    const { post } = connections();
    for (let nth = 0; nth < 3; nth += 1)
      expect(await post(url, REQUEST)).toMatchObject({ status: 201 });
    expect(seen.sessions).toBe(2);
  });

  it('report a refused stream or connection as never sent', async () => {
    const { url } = await startService((stream) => stream.close(7));
    await expect(connections().post(url, REQUEST)).rejects.toThrow(NeverSentError);
    const gone = createHttp1();
    const nobody = await listen(gone);
    gone.close();
    await once(gone, 'close');
    await expect(connections().post(nobody, REQUEST)).rejects.toThrow(NeverSentError);
  });

  it('don’t report a call as never sent if its connection broke', async () => {
    const { url } = await startService((stream) => stream.session?.destroy());
    const failed = await connections()
      .post(url, REQUEST)
      .catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(Error);
    expect(failed).not.toBeInstanceOf(NeverSentError);
  });

  it('fall back to HTTP/1.1', async () => {
    const calls: (string | undefined)[] = [];
    const url = await listen(
      createHttp1((asked, response) => {
        calls.push(`${asked.method} ${asked.url} ${String(asked.headers['ttl'])}`);
        response.writeHead(503, { 'retry-after': '3' }).end();
      }),
    );
    const { post } = connections();
    expect(await post(`${url}/one`, REQUEST)).toEqual({ status: 503, retryAfter: '3' });
    expect(await post(`${url}/two`, REQUEST)).toEqual({ status: 503, retryAfter: '3' });
    expect(calls).toEqual(['POST /one 60', 'POST /two 60']);
  });
});
