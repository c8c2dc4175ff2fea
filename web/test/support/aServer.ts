import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { vi } from 'vitest';

export interface Seen {
  readonly line: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

type Answer = (request: Seen, response: ServerResponse) => void;

async function readBody(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request) text += String(part);
  return text;
}

/** Sends an API envelope; `timestamp` in epoch ms. */
export function envelope(
  response: ServerResponse,
  {
    status = 200,
    timestamp = Date.now(),
    ...fields
  }: Record<string, unknown> & {
    readonly status?: number;
    readonly timestamp?: number;
  },
): void {
  const success = status < 400;
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(
    JSON.stringify({ success, timestamp: new Date(timestamp).toISOString(), ...fields }),
  );
}

/** Starts a server for one test and routes relative fetches to it. `seen` lists the requests. */
export async function aServer(answer: Answer) {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const one = {
        line: `${request.method ?? ''} ${request.url ?? ''}`,
        headers: request.headers,
        body,
      };
      seen.push(one);
      answer(one, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const real = globalThis.fetch;
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) =>
    real(`http://127.0.0.1:${port}${path}`, init),
  );
  const close = () => {
    vi.unstubAllGlobals();
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { seen, close };
}
