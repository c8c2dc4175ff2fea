import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { type SmokeTarget, runSmokeTest } from '../../src/deploy/smoke';
import { toIso } from '@quantalgo/contracts/core/time';

type Reply = readonly [status: number, type: string, body: string];
const servers: { close: () => void }[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

const page = (asset = '/assets/index-1.js') => `<!doctype html><script src="${asset}"></script>`;
const envelope = (data: unknown): Reply => [
  200,
  'application/json',
  JSON.stringify({ success: true, timestamp: toIso(Date.now()), data }),
];
const MISSING: Reply = [
  404,
  'application/json',
  JSON.stringify({ success: false, error: 'Not found', timestamp: toIso(Date.now()) }),
];

/** What a healthy site answers to visitors. */
const HEALTHY: Readonly<Record<string, Reply>> = {
  '/': [200, 'text/html; charset=utf-8', page()],
  '/login': [200, 'text/html; charset=utf-8', page()],
  '/dashboard': [200, 'text/html; charset=utf-8', page('/assets/app-2.js')],
  '/assets/index-1.js': [200, 'text/javascript', 'x'],
  '/assets/app-2.js': [200, 'text/javascript', 'x'],
  '/countdown': envelope({ endsAt: toIso(Date.now()) }),
  '/ledger/checkpoint': [200, 'text/plain', 'quantalgo/ledger/1\n12\nabc=\n\n— key sig\n'],
};

async function serve(replies: Readonly<Record<string, Reply>>): Promise<SmokeTarget> {
  const answer = ({ url = '' }: IncomingMessage, response: ServerResponse) => {
    const [status, type, body] = replies[url] ?? MISSING;
    const caching = url.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
    response.writeHead(status, { 'content-type': type, 'cache-control': caching }).end(body);
  };
  const server = createServer(answer).listen(0, '127.0.0.1');
  servers.push(server);
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  const site = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const pause = () => Promise.resolve();
  const places = { project: 'p', bucket: 'b', firestore: site, storage: site };
  return { ...places, site, canary: null, pause };
}

const run = async (replies: Readonly<Record<string, Reply>>) =>
  runSmokeTest(await serve(replies), () => {});

describe('smoke test', () => {
  it('passes a healthy site and lists the checks skipped without a canary', async () => {
    const lines: string[] = [];
    expect(await runSmokeTest(await serve(HEALTHY), (line) => lines.push(line))).toBeNull();
    expect(lines.at(-1)).toContain('push and proof were not tested');
  });

  it('passes a site with an empty ledger', async () => {
    expect(await run({ ...HEALTHY, '/ledger/checkpoint': MISSING })).toBeNull();
  });

  it.each<[string, string, Reply, string]>([
    ['a missing page', '/', [404, 'text/html', ''], '/ responded 404 text/html instead of a page'],
    ['an empty shell', '/dashboard', [200, 'text/html', '<p>'], '/dashboard links neither'],
    [
      'a page instead of a script',
      '/assets/app-2.js',
      [200, 'text/html', page()],
      '/assets/app-2.js responded 200 text/html',
    ],
    ['a failing API', '/countdown', [500, 'text/plain', 'x'], '/countdown responded 500 without'],
    [
      'a page instead of an API response',
      '/countdown',
      [200, 'text/html', page()],
      '/countdown responded 200 without an API envelope',
    ],
    [
      'a page instead of the ledger',
      '/ledger/checkpoint',
      [200, 'text/html', page()],
      '/ledger/checkpoint responded 200 without a signed checkpoint',
    ],
  ])('reports %s', async (_, path, reply, says) => {
    expect(await run({ ...HEALTHY, [path]: reply })).toContain(says);
  });

  it('retries for a few seconds while a site starts', async () => {
    let calls = 0;
    const replies = new Proxy<Record<string, Reply>>(
      { ...HEALTHY },
      {
        get(all, path: string) {
          if (path === '/countdown' && (calls += 1) < 3) return [503, 'text/plain', ''];
          return all[path];
        },
      },
    );
    expect(await run(replies)).toBeNull();
    expect(calls).toBe(3);
  });
});
