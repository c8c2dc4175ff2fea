import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * `built`: as is; `next`: another build without this one's files; `off`: a service worker that unregisters itself; `pieces`:
 * a slowly streamed landing page.
 */
type Served = 'built' | 'next' | 'off' | 'pieces';

/** A host of the site that can switch to another build. */
export interface Deployment {
  readonly url: string;
  readonly serve: (served: Served) => void;
  /** Text at the end of the `next` build's terms. */
  readonly mark: string;
  close: () => Promise<void>;
}

const LANDING = '/';
const WORKER = '/sw.js';
const TERMS = '/terms';
const MARK = '<!-- next -->';
const VERSION = /(version:["'`])[0-9a-f]{12}/;

const getPort = (address: AddressInfo | string | null) =>
  typeof address === 'object' && address ? address.port : 0;

function getPath(url: string, served: Served): string {
  if (served === 'next' && url.startsWith('/assets/')) return '/assets/of-an-older-build.js';
  return served === 'off' && url === WORKER ? '/sw-off.js' : url;
}

function pass(reply: IncomingMessage, response: ServerResponse): void {
  response.writeHead(reply.statusCode ?? 502, reply.headers);
  reply.pipe(response);
}

/** Serves the worker as another build's. */
async function passNext(site: string, response: ServerResponse): Promise<void> {
  const script = await (await fetch(site + WORKER)).text();
  response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' });
  response.end(script.replace(VERSION, '$10123456789ab'));
}

/** Serves the terms as another build's. */
async function passNextTerms(site: string, response: ServerResponse): Promise<void> {
  const document = await (await fetch(site + TERMS)).text();
  response.writeHead(200, { 'content-type': 'text/html', 'cache-control': 'no-cache' });
  response.end(document + MARK);
}

/** Size of a piece and delay (ms) before it. */
const PIECE = { bytes: 400, afterMs: 5 } as const;

/** Streams the landing page in pieces from `<main` on, so that browsers paint before it is complete. */
async function passInPieces(site: string, response: ServerResponse): Promise<void> {
  const document = Buffer.from(await (await fetch(site + LANDING)).arrayBuffer());
  let at = document.indexOf('<main');
  response.writeHead(200, { 'content-type': 'text/html', 'cache-control': 'no-cache' });
  response.write(document.subarray(0, at));
  for (; at < document.length; at += PIECE.bytes) {
    await sleep(PIECE.afterMs);
    response.write(document.subarray(at, at + PIECE.bytes));
  }
  response.end();
}

/** Serves the suite's site on a separate origin. */
export async function openDeployment(site: string): Promise<Deployment> {
  let served: Served = 'built';
  const server = createServer((incoming, response) => {
    const { method, headers, url = '/' } = incoming;
    if (served === 'next' && url === WORKER) return void passNext(site, response);
    if (served === 'next' && url === TERMS) return void passNextTerms(site, response);
    if (served === 'pieces' && url === LANDING) return void passInPieces(site, response);
    const path = site + getPath(url, served);
    const forwarded = request(path, { method, headers }, (reply) => pass(reply, response));
    forwarded.once('error', () => response.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${getPort(server.address())}`,
    mark: MARK,
    serve: (next) => {
      served = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
