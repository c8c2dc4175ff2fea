import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The site as a host serves it that can be given a next build. */
export interface Deployment {
  readonly url: string;
  /** From now on the files of this build are gone, and the service worker is another one. */
  replace: () => void;
  close: () => Promise<void>;
}

const NEXT_BUILD = '\n// The next build\n';

const portOf = (address: AddressInfo | string | null) =>
  typeof address === 'object' && address ? address.port : 0;

function answer(reply: IncomingMessage, response: ServerResponse, more: string): void {
  const { 'content-length': _, ...headers } = reply.headers;
  response.writeHead(reply.statusCode ?? 502, headers);
  reply.pipe(response, { end: false });
  reply.once('end', () => response.end(more));
}

/** Serves the suite's `site` on an origin of its own. */
export async function openDeployment(site: string): Promise<Deployment> {
  let replaced = false;
  const server = createServer((asked, response) => {
    const { method, url = '/' } = asked;
    const path = replaced && url.startsWith('/assets/') ? '/assets/of-an-older-build.js' : url;
    const headers = { ...asked.headers, 'accept-encoding': 'identity' };
    const more = replaced && url === '/sw.js' ? NEXT_BUILD : '';
    const forwarded = request(`${site}${path}`, { method, headers }, (reply) =>
      answer(reply, response, more),
    );
    forwarded.once('error', () => response.destroy());
    asked.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${portOf(server.address())}`,
    replace: () => {
      replaced = true;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
