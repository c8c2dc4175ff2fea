import { unescape } from 'node:querystring';
import type { CDPSession, Page } from '@playwright/test';

const decode = (base64: string) => Buffer.from(base64, 'base64').toString('utf8');

async function followResponse(
  client: CDPSession,
  requestId: string,
  append: (text: string) => void,
) {
  try {
    const { bufferedData } = await client.send('Network.streamResourceContent', { requestId });
    append(decode(bufferedData));
  } catch {
    const fullBody = await client.send('Network.getResponseBody', { requestId }).catch(() => null);
    if (fullBody) append(fullBody.base64Encoded ? decode(fullBody.body) : fullBody.body);
  }
}

export interface PageTraffic {
  readonly received: () => string;
  readonly forget: () => void;
  /**
   * Stops recording. While it records, a page that is reloaded offline thinks that it is online.
   */
  readonly stop: () => Promise<void>;
}

interface TrafficFilter {
  readonly isWanted: (url: string) => boolean;
  /** Called for every request, with the decoded body. */
  readonly onRequest: (method: string, url: string, body: string) => void;
}

export async function followTraffic(
  page: Page,
  { isWanted, onRequest }: TrafficFilter,
): Promise<PageTraffic> {
  const client = await page.context().newCDPSession(page);
  const bodies = new Map<string, string>();
  const append = (id: string) => (text: string) => bodies.set(id, (bodies.get(id) ?? '') + text);
  client.on('Network.requestWillBeSent', ({ request: { method, url, postData = '' } }) =>
    onRequest(method, url, unescape(postData)),
  );
  client.on('Network.responseReceived', ({ requestId, response: { url } }) => {
    if (isWanted(url)) void followResponse(client, requestId, append(requestId));
  });
  client.on('Network.dataReceived', ({ requestId, data }) => {
    if (data !== undefined) append(requestId)(decode(data));
  });
  await client.send('Network.enable');
  return {
    received: () => [...bodies.values()].join('\n'),
    forget: () => bodies.clear(),
    stop: () => client.detach(),
  };
}
