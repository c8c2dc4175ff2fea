import {
  createServer as createHttp,
  type IncomingMessage,
  request as ask,
  type RequestListener,
  type Server as HttpServer,
} from 'node:http';
import { connect, createServer, type Server } from 'node:net';
import { relative } from 'node:path';
import { server as superstatic } from 'superstatic';
import * as z from 'zod/mini';
import { readProductionConfig } from '../../src/suite/emulators';
import { HOST } from '../../src/suite/ports';
import { ROOT } from '../../src/system/root';

/** A server on this machine. */
export interface Listening {
  readonly port: number;
  readonly close: () => Promise<void>;
}

const closed = (server: Server | HttpServer) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve());
    if ('closeAllConnections' in server) server.closeAllConnections();
  });

/** Serves at a free port of this machine. */
export async function listen(server: Server | HttpServer): Promise<Listening> {
  await new Promise<void>((resolve) => server.listen(0, HOST, resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { port, close: () => closed(server) };
}

/** A port that nothing listens on. */
export async function freePort(): Promise<number> {
  const { port, close } = await listen(createServer());
  await close();
  return port;
}

/** A way to a port of this machine that takes so long (ms) there and back. */
export async function distant(to: number, ms: number): Promise<Listening> {
  const open = new Set<{ destroy: () => unknown }>();
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ port: to, host: HOST, noDelay: true });
    near.on('data', (chunk) => setTimeout(() => far.write(chunk), ms));
    far.on('data', (chunk) => near.write(chunk));
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        setTimeout(() => other.destroy(), ms);
      });
    }
  });
  const { port, close } = await listen(server);
  return {
    port,
    close: () => {
      for (const socket of open) socket.destroy();
      return close();
    },
  };
}

/** By it a call says which address it comes from: on this machine all come from the same one. Nobody hands it on. */
export const VISITOR_HEADER = 'x-visitor';
const SOMEBODY = '198.51.100.1';

/** Addresses of the CDN before Hosting and of Google's front end, from the lists that both publish. */
const FASTLY = '151.101.1.195';
const GOOGLE = '66.249.93.195';

interface Hop {
  readonly to: (url: string) => string;
  /** What the server on the way writes into a call of this visitor. */
  readonly writes: (visitor: string, headers: IncomingMessage['headers']) => Record<string, string>;
}

/** Hands calls on, each by a connection of its own, with what a server on the way writes into them. */
export function handOn({ to, writes }: Hop): RequestListener {
  return (request, response) => {
    const { [VISITOR_HEADER]: named, ...given } = request.headers;
    const visitor = typeof named === 'string' ? named : SOMEBODY;
    const headers = { ...given, ...writes(visitor, given) };
    const { url: path = '/' } = request;
    const url = new URL(path, to(path));
    const onward = ask(url, { method: request.method, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () =>
      response.headersSent ? response.destroy() : response.writeHead(502).end(),
    );
    request.pipe(onward);
    // Nobody waits for it any more: a server that isn't told so goes on sending.
    response.on('close', () => onward.destroy());
  };
}

/** The addresses of their own that functions have (`run.app`), as one: Google's front end adds who calls. */
export const serveRunApp = (to: (url: string) => string): Promise<Listening> => {
  const writes = (visitor: string, headers: IncomingMessage['headers']) => ({
    'x-forwarded-for': [headers['x-forwarded-for'], visitor].flat().filter(Boolean).join(','),
    'x-forwarded-proto': 'https',
  });
  return listen(createHttp(handOn({ to, writes })));
};

const targetSchema = z.object({ function: z.object({ functionId: z.string() }) });

/** The function that a rewrite of firebase.json leads to. */
const functionOf = (rewrite: unknown): string => z.parse(targetSchema, rewrite).function.functionId;

/**
 * Firebase Hosting: the site's files by `firebase.json`, and the calls that it leads to a function. Its CDN says whom it
 * served in a header of its own, and the servers on the way name each other.
 * @param site folder of the built site
 */
export function serveHosting(
  site: string,
  port: number,
  to: (functionId: string) => string,
): Promise<Listening> {
  const writes = (visitor: string) => ({
    'fastly-client-ip': visitor,
    'x-forwarded-for': `${FASTLY},${GOOGLE}`,
    'x-forwarded-proto': 'https',
  });
  const app = superstatic({
    cwd: ROOT,
    config: { ...readProductionConfig().hosting, public: relative(ROOT, site) },
    compression: true,
    stack: 'strict',
    rewriters: {
      function: (target: unknown) =>
        Promise.resolve(handOn({ to: () => to(functionOf(target)), writes })),
    },
    port,
    hostname: HOST,
  });
  return new Promise((resolve) => {
    const server = app.listen(() => resolve({ port, close: () => closed(server) }));
  });
}
