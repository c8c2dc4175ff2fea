import { unescape } from 'node:querystring';
import type { CDPSession, Page } from '@playwright/test';

const decoded = (base64: string) => Buffer.from(base64, 'base64').toString('utf8');

/** Passes a response on as it arrives: a stream in chunks, a finished one at once. */
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
  /** All bodies received so far, including those of open streams. */
  readonly received: () => string;
  /** Discards what was received so far. */
  readonly forget: () => void;
  /** Stops recording. While recording, a page reloaded offline takes itself to be online. */
  readonly stop: () => Promise<void>;
}

interface Interest {
  /** Whether to record responses from an address. */
  readonly isWanted: (url: string) => boolean;
  /** Called for every request, with the unescaped body. */
  readonly onRequest: (method: string, url: string, sent: string) => void;
}

/** Records a page's network traffic from now on. */
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
