import { unescape } from 'node:querystring';
import type { CDPSession, Page } from '@playwright/test';

const decoded = (base64: string) => Buffer.from(base64, 'base64').toString('utf8');

/** Hands on a response as it comes: a stream piece by piece, one that is over already at once. */
async function follow(client: CDPSession, requestId: string, keep: (text: string) => void) {
  try {
    const { bufferedData } = await client.send('Network.streamResourceContent', { requestId });
    keep(decoded(bufferedData));
  } catch {
    const whole = await client.send('Network.getResponseBody', { requestId }).catch(() => null);
    if (whole) keep(whole.base64Encoded ? decoded(whole.body) : whole.body);
  }
}

export interface PageTraffic {
  /** All bodies received until now, streams that are still open included. */
  readonly received: () => string;
  /** Forgets what was received until now. */
  readonly forget: () => void;
  /** Listens no longer. While somebody does, a page that is loaded anew offline takes itself to be online. */
  readonly stop: () => Promise<void>;
}

interface Interest {
  /** Whether what comes from an address is kept. */
  readonly isWanted: (url: string) => boolean;
  /** Told of every request, with what is sent, unescaped. */
  readonly onRequest: (method: string, url: string, sent: string) => void;
}

/** Listens in on what a page sends and receives over its network from now on. */
export async function followTraffic(
  page: Page,
  { isWanted, onRequest }: Interest,
): Promise<PageTraffic> {
  const client = await page.context().newCDPSession(page);
  const bodies = new Map<string, string>();
  const keep = (id: string) => (text: string) => bodies.set(id, (bodies.get(id) ?? '') + text);
  client.on('Network.requestWillBeSent', ({ request: { method, url, postData = '' } }) =>
    onRequest(method, url, unescape(postData)),
  );
  client.on('Network.responseReceived', ({ requestId, response: { url } }) => {
    if (isWanted(url)) void follow(client, requestId, keep(requestId));
  });
  client.on('Network.dataReceived', ({ requestId, data }) => {
    if (data !== undefined) keep(requestId)(decoded(data));
  });
  await client.send('Network.enable');
  return {
    received: () => [...bodies.values()].join('\n'),
    forget: () => bodies.clear(),
    stop: () => client.detach(),
  };
}
