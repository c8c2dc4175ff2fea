import { createECDH, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { Subscription } from '@quantalgo/contracts';

/** A push service that takes whatever comes and notes when (epoch ms), by endpoint: fast enough to be no part of what is measured. */
export async function startCountingService() {
  const receipts = new Map<string, number[]>();
  const server = createServer((asked, response) => {
    asked.resume().once('end', () => {
      const path = asked.url ?? '';
      receipts.set(path, [...(receipts.get(path) ?? []), Date.now()]);
      response.writeHead(201).end();
    });
  });
  // A connection that the service closed just as it was used would count as a message that may have arrived.
  server.keepAliveTimeout = 10 * 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const auth = randomBytes(16).toString('base64url');
  let made = 0;
  return {
    receipts,
    subscribe: (): Subscription => {
      const ecdh = createECDH('prime256v1');
      const p256dh = ecdh.generateKeys('base64url');
      made += 1;
      return { endpoint: `http://127.0.0.1:${port}/${made}`, keys: { p256dh, auth } };
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
