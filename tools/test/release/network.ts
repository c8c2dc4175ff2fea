import {
  createServer as createHttp,
  type IncomingMessage,
  request as sendRequest,
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

export interface Listening {
  readonly port: number;
  readonly close: () => Promise<void>;
}

const closeServer = (server: Server | HttpServer) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve());
    if ('closeAllConnections' in server) server.closeAllConnections();
  });

export async function listen(server: Server | HttpServer): Promise<Listening> {
  await new Promise<void>((resolve) => server.listen(0, HOST, resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { port, close: () => closeServer(server) };
}

export async function freePort(): Promise<number> {
  const { port, close } = await listen(createServer());
  await close();
  return port;
}

/** Forwards to a local port with a round trip of `ms`. */
export async function openDelayedPort(to: number, ms: number): Promise<Listening> {
  const sockets = new Set<{ destroy: () => unknown }>();
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ port: to, host: HOST, noDelay: true });
    near.on('data', (chunk) => setTimeout(() => far.write(chunk), ms));
    far.on('data', (chunk) => near.write(chunk));
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        setTimeout(() => other.destroy(), ms);
      });
    }
  });
  const { port, close } = await listen(server);
  return {
    port,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return close();
    },
  };
}

/**
 * Names the caller's address, because all local calls come from the same one. It is never
 * forwarded.
 */
export const VISITOR_HEADER = 'x-visitor';
const DEFAULT_VISITOR = '198.51.100.1';

/** The CDN before Hosting and Google's front end, from their published lists. */
const FASTLY = '151.101.1.195';
const GOOGLE = '66.249.93.195';

interface Hop {
  readonly to: (url: string) => string;
  readonly writes: (visitor: string, headers: IncomingMessage['headers']) => Record<string, string>;
}

export function forwardCalls({ to, writes }: Hop): RequestListener {
  return (request, response) => {
    const { [VISITOR_HEADER]: visitorHeader, ...otherHeaders } = request.headers;
    const visitor = typeof visitorHeader === 'string' ? visitorHeader : DEFAULT_VISITOR;
    const headers = { ...otherHeaders, ...writes(visitor, otherHeaders) };
    const { url: path = '/' } = request;
    const url = new URL(path, to(path));
    const onward = sendRequest(url, { method: request.method, headers, agent: false }, (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(response);
    });
    onward.on('error', () =>
      response.headersSent ? response.destroy() : response.writeHead(502).end(),
    );
    request.pipe(onward);
    // The caller is gone: otherwise the server would go on sending.
    response.on('close', () => onward.destroy());
  };
}

/**
 * The functions' own addresses (`run.app`), as one. Google's front end adds the caller's address.
 */
export const serveRunApp = (to: (url: string) => string): Promise<Listening> => {
  const writes = (visitor: string, headers: IncomingMessage['headers']) => ({
    'x-forwarded-for': [headers['x-forwarded-for'], visitor].flat().filter(Boolean).join(','),
    'x-forwarded-proto': 'https',
  });
  return listen(createHttp(forwardCalls({ to, writes })));
};

const targetSchema = z.object({ function: z.object({ functionId: z.string() }) });

const getFunctionId = (rewrite: unknown): string =>
  z.parse(targetSchema, rewrite).function.functionId;

/**
 * Firebase Hosting: serves the site's files by `firebase.json`, and forwards calls to functions.
 * The CDN names the visitor in its own header.
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
        Promise.resolve(forwardCalls({ to: () => to(getFunctionId(target)), writes })),
    },
    port,
    hostname: HOST,
  });
  return new Promise((resolve) => {
    const server = app.listen(() => resolve({ port, close: () => closeServer(server) }));
  });
}
