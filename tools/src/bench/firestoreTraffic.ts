import { unescape } from 'node:querystring';
import { type CDPSession, type Page } from '@playwright/test';

/** What a page asked of Firestore, and what came. */
export interface FirestoreTraffic {
  /** Queries and documents that were asked for or followed, as the requests named them. */
  readonly targets: () => readonly string[];
  /** Documents that were delivered. */
  readonly documents: () => number;
  /** Forgets all that was until now. */
  readonly restart: () => void;
}

const TARGET = /"addTarget":\{("query"|"documents").*?"targetId"/gs;
const DOCUMENT = /"documentChange"/g;

const decoded = (base64: string) => Buffer.from(base64, 'base64').toString('utf8');

/** Reads a response as it comes: streams stay open. */
async function follow(client: CDPSession, requestId: string, keep: (text: string) => void) {
  try {
    const { bufferedData } = await client.send('Network.streamResourceContent', { requestId });
    keep(decoded(bufferedData));
  } catch {
    const whole = await client.send('Network.getResponseBody', { requestId }).catch(() => null);
    if (whole) keep(whole.base64Encoded ? decoded(whole.body) : whole.body);
  }
}

/** Listens in on what a page and the Firestore at this address say to each other, from now on. */
export async function followFirestore(page: Page, address: string): Promise<FirestoreTraffic> {
  const client = await page.context().newCDPSession(page);
  let asked: string[] = [];
  let received = new Map<string, string>();
  const keep = (id: string) => (text: string) => received.set(id, (received.get(id) ?? '') + text);
  client.on('Network.requestWillBeSent', ({ request: { url, postData = '' } }) => {
    if (url.startsWith(address)) asked.push(...(unescape(postData).match(TARGET) ?? []));
  });
  client.on('Network.responseReceived', ({ requestId, response: { url } }) => {
    if (url.startsWith(address)) void follow(client, requestId, keep(requestId));
  });
  client.on('Network.dataReceived', ({ requestId, data }) => {
    if (data !== undefined) keep(requestId)(decoded(data));
  });
  await client.send('Network.enable');
  return {
    targets: () => asked,
    documents: () => [...received.values()].join('\n').match(DOCUMENT)?.length ?? 0,
    restart: () => {
      asked = [];
      received = new Map();
    },
  };
}
