import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { pushPayloadSchema, type PushPayload, type Subscription } from '@quantalgo/contracts';
import { decrypt, vapidOf, type BrowserKeys } from './decrypt';

/** A message as the service took it, decrypted with the keys of its browser. */
export interface Received {
  readonly endpoint: string;
  readonly payload: PushPayload;
  readonly ttl: number;
  readonly urgency: string | undefined;
  readonly topic: string | undefined;
  /** What the sender says of itself, signed by its key. */
  readonly vapid: ReturnType<typeof vapidOf>;
  readonly bytes: number;
}

/** What the service answers to the nth call of an endpoint, from 1 on; undefined for 201. */
export type Answer = (
  endpoint: string,
  nth: number,
) => { readonly status: number; readonly headers?: Record<string, string> } | undefined;

const ACCEPTED = { status: 201, headers: {} };
const UNKNOWN = { status: 404, headers: {} };

const portOf = (address: AddressInfo | string | null) =>
  typeof address === 'object' && address ? address.port : 0;

const textOf = (header: string | string[] | undefined) =>
  Array.isArray(header) ? header[0] : header;

/** A push service on this machine, in place of a browser's own: it makes subscriptions and decrypts what comes for them. */
export async function startPushService(answer: Answer = () => undefined) {
  const browsers = new Map<string, BrowserKeys>();
  const calls = new Map<string, number>();
  const received: Received[] = [];
  let url = '';

  async function take(asked: IncomingMessage, response: ServerResponse): Promise<void> {
    const endpoint = `${url}${asked.url ?? ''}`;
    const body = await buffer(asked);
    const nth = (calls.get(endpoint) ?? 0) + 1;
    calls.set(endpoint, nth);
    const keys = browsers.get(endpoint);
    const { status, headers = {} } = keys ? (answer(endpoint, nth) ?? ACCEPTED) : UNKNOWN;
    if (keys && status === 201) {
      received.push({
        endpoint,
        payload: pushPayloadSchema.parse(JSON.parse(decrypt(keys, body))),
        ttl: Number(textOf(asked.headers['ttl'])),
        urgency: textOf(asked.headers['urgency']),
        topic: textOf(asked.headers['topic']),
        vapid: vapidOf(asked.headers.authorization ?? ''),
        bytes: body.length,
      });
    }
    response.writeHead(status, headers).end();
  }

  const server = createServer((asked, response) => {
    take(asked, response).catch((error: unknown) => {
      response.writeHead(400).end(String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${portOf(server.address())}`;

  return {
    url,
    /** All that was taken, in its order. */
    received,
    /** Every call, taken or not, by endpoint. */
    calls,
    /** What a browser does for `PushManager.subscribe`. */
    subscribe: (): Subscription => {
      const ecdh = createECDH('prime256v1');
      ecdh.generateKeys();
      const auth = randomBytes(16);
      const endpoint = `${url}/${randomUUID()}`;
      browsers.set(endpoint, { ecdh, auth });
      const p256dh = ecdh.getPublicKey('base64url');
      return { endpoint, keys: { p256dh, auth: auth.toString('base64url') } };
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
export type PushService = Awaited<ReturnType<typeof startPushService>>;
