import type { Page } from '@playwright/test';
import { followTraffic } from '../system/pageTraffic';

/** What a page asked of Firestore, and what came. */
export interface FirestoreTraffic {
  /** Queries and documents that were asked for or followed, as the requests named them. */
  readonly targets: () => readonly string[];
  /** Versions of documents that were delivered. */
  readonly documents: () => number;
  /** Forgets all that was until now. */
  readonly restart: () => void;
  /** Listens no longer, as is necessary before the page is loaded anew offline. */
  readonly stop: () => Promise<void>;
}

const TARGET = /"addTarget":\{("query"|"documents").*?"targetId"/gs;
/** A document's name, and when it was written, which tells its versions apart. */
const VERSION = /"documentChange":\{"document":\{"name":"([^"]+)".*?"updateTime":"([^"]+)"/gs;

const versionsIn = (text: string): string[] =>
  [...text.matchAll(VERSION)].map(([, name = '', at = '']) => `${name} ${at}`);

/**
 * Listens in on what a page and the Firestore at this address say to each other, from now on. The emulator sends all
 * documents of a query again with each of its changes: a version counts once, as it is billed.
 */
export async function followFirestore(page: Page, address: string): Promise<FirestoreTraffic> {
  let asked: string[] = [];
  const before = new Set<string>();
  const isWanted = (url: string) => url.startsWith(address);
  const onRequest = (_: string, url: string, sent: string) => {
    if (isWanted(url)) asked.push(...(sent.match(TARGET) ?? []));
  };
  const traffic = await followTraffic(page, { isWanted, onRequest });
  const versions = () => versionsIn(traffic.received());
  return {
    targets: () => asked,
    documents: () => new Set(versions().filter((version) => !before.has(version))).size,
    restart: () => {
      for (const version of versions()) before.add(version);
      asked = [];
      traffic.forget();
    },
    stop: traffic.stop,
  };
}
