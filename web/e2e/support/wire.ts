import { unescape } from 'node:querystring';
import type { CDPSession, Page } from '@playwright/test';

/** What went over the network of one page. */
export interface Wire {
  /** Addresses asked for, with what was sent to them. */
  readonly sent: string[];
  /** All bodies received so far, streams that are still open included. */
  readonly received: () => string;
}

const decoded = (base64: string) => Buffer.from(base64, 'base64').toString('utf8');

/** Records a response as it comes: a stream piece by piece, one that is over already at once. */
async function record(client: CDPSession, requestId: string, keep: (text: string) => void) {
  try {
    const { bufferedData } = await client.send('Network.streamResourceContent', { requestId });
    keep(decoded(bufferedData));
  } catch {
    const whole = await client.send('Network.getResponseBody', { requestId }).catch(() => null);
    if (whole) keep(whole.base64Encoded ? decoded(whole.body) : whole.body);
  }
}

/** Records all that a page sends and receives from now on, but for the files of the site itself. */
export async function recordWire(page: Page): Promise<Wire> {
  const client = await page.context().newCDPSession(page);
  const sent: string[] = [];
  const bodies = new Map<string, string>();
  const keep = (id: string) => (text: string) => bodies.set(id, (bodies.get(id) ?? '') + text);
  client.on('Network.requestWillBeSent', ({ request: { method, url, postData = '' } }) => {
    sent.push(`${method} ${url} ${unescape(postData)}`);
  });
  client.on('Network.responseReceived', ({ requestId, response: { url } }) => {
    if (!new URL(url).pathname.startsWith('/assets/'))
      void record(client, requestId, keep(requestId));
  });
  client.on('Network.dataReceived', ({ requestId, data }) => {
    if (data !== undefined) keep(requestId)(decoded(data));
  });
  await client.send('Network.enable');
  return { sent, received: () => [...bodies.values()].join('\n') };
}
