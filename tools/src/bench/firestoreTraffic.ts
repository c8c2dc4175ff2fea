import { unescape } from 'node:querystring';
import { type CDPSession, type Page } from '@playwright/test';

/** What a page asked of Firestore, and what came. */
export interface FirestoreTraffic {
  /** Queries and documents that were asked for or followed, as the requests named them. */
  readonly targets: () => readonly string[];
  /** Versions of documents that were delivered. */
  readonly documents: () => number;
  /** Forgets all that was until now. */
  readonly restart: () => void;
}

const TARGET = /"addTarget":\{("query"|"documents").*?"targetId"/gs;
/** A document's name, and when it was written, which tells its versions apart. */
const VERSION = /"documentChange":\{"document":\{"name":"([^"]+)".*?"updateTime":"([^"]+)"/gs;

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

const versionsIn = (text: string): string[] =>
  [...text.matchAll(VERSION)].map(([, name = '', at = '']) => `${name} ${at}`);

/**
 * Listens in on what a page and the Firestore at this address say to each other, from now on. The emulator sends all
 * documents of a query again with each of its changes: a version counts once, as it is billed.
 */
export async function followFirestore(page: Page, address: string): Promise<FirestoreTraffic> {
  const client = await page.context().newCDPSession(page);
  let asked: string[] = [];
  let received = new Map<string, string>();
  const before = new Set<string>();
  const versions = () => versionsIn([...received.values()].join('\n'));
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
    documents: () => new Set(versions().filter((version) => !before.has(version))).size,
    restart: () => {
      for (const version of versions()) before.add(version);
      asked = [];
      received = new Map();
    },
  };
}
