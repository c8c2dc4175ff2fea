import { expect, type Page } from '@playwright/test';
import * as z from 'zod/mini';
import { getDatabaseName } from '../../src/data/database/databases';
import { readRows } from './keptRows';

const keptSignals = z.array(z.object({ id: z.string(), audience: z.string() }));

/** The member's signals on this device, newest first. */
export async function readStoredSignals(
  page: Page,
  uid: string,
): Promise<z.infer<typeof keptSignals>> {
  const rows = await readRows(page, { database: getDatabaseName(uid), table: 'signals' });
  return keptSignals.parse(rows).reverse();
}

/** Everything stored for this origin as one text, including cookies and caches. */
export const everythingKept = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const readAll = (database: IDBDatabase, store: string) =>
      new Promise<string>((resolve, reject) => {
        const reading = database.transaction(store).objectStore(store).getAll();
        reading.onsuccess = () => resolve(JSON.stringify(reading.result));
        reading.onerror = () => reject(new Error(`${store} can't be read`));
      });
    const openDatabase = (name: string) =>
      new Promise<IDBDatabase | null>((resolve) => {
        const opening = indexedDB.open(name);
        opening.onupgradeneeded = () => opening.transaction?.abort();
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => resolve(null);
      });
    const kept = [document.cookie, JSON.stringify(localStorage), JSON.stringify(sessionStorage)];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await openDatabase(name);
      if (!database) continue;
      kept.push(name);
      for (const store of database.objectStoreNames) kept.push(await readAll(database, store));
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        kept.push(request.url, (await (await cache.match(request))?.text()) ?? '');
    }
    return kept.join('\n');
  });

/** Polls, because another tab or the redirect to the login may still be erasing data. */
export const expectForgotten = (page: Page, trace: string): Promise<void> =>
  expect.poll(() => everythingKept(page)).not.toContain(trace);

/** Waits until the service worker controls the page and has stored everything that offline use needs. */
export const readyForOffline = async (page: Page): Promise<void> => {
  await page.evaluate(async () => {
    const { serviceWorker } = navigator;
    await serviceWorker.ready;
    if (!serviceWorker.controller)
      await new Promise((resolve) =>
        serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
      );
    if (localStorage.getItem('quantalgo.user') === null) return;
    await new Promise<void>((resolve) => {
      serviceWorker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        if (JSON.stringify(data).includes('"status":"ready"')) resolve();
      });
      serviceWorker.startMessages();
      serviceWorker.controller?.postMessage({ type: 'tell-kit' });
    });
  });
};
