import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { readProductionConfig } from '../suite/emulators';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};

/** The headers that Hosting gives every answer, the content policy among them. */
function headersOfAll(): Record<string, string> {
  const { headers } = readProductionConfig().hosting;
  const [everywhere] = headers;
  return Object.fromEntries((everywhere?.headers ?? []).map(({ key, value }) => [key, value]));
}

const fileOf = (folder: string, path: string) => {
  const named = join(folder, path);
  if (existsSync(named) && statSync(named).isFile()) return named;
  const document = join(folder, path === '/' ? 'index.html' : `${path}.html`);
  return existsSync(document) ? document : null;
};

/** What an address of the API answers, as JSON; null where there is nothing. */
export type Answers = (path: string, query: URLSearchParams) => string | null;

function answer(response: ServerResponse, text: string | null, timestamp: string): void {
  const missing = { success: false, message: 'There is none', error: 'There is none', timestamp };
  response.writeHead(text === null ? 404 : 200, {
    'content-type': 'application/json',
    'cache-control': 'no-store',
  });
  response.end(text ?? JSON.stringify(missing));
}

/** Serves a built site with an API of one's own on an origin of its own: no emulator takes part. */
export async function serveBuiltSite(
  folder: string,
  answers: Answers,
): Promise<{ url: string; close: () => void }> {
  const headers = headersOfAll();
  const server = createServer(({ url = '/' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://127.0.0.1');
    if (pathname.startsWith('/api/')) {
      answer(response, answers(pathname, searchParams), new Date().toISOString());
      return;
    }
    const file = fileOf(folder, pathname);
    const type = TYPES[extname(file ?? '')] ?? 'application/octet-stream';
    response.writeHead(file === null ? 404 : 200, { ...headers, 'content-type': type });
    response.end(file === null ? '' : readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
