import { TOO_MANY_REQUESTS_STATUS } from '@quantalgo/contracts/core/endpoint';
import { END_SESSION_PATH } from '@quantalgo/contracts/core/paths';
import * as z from 'zod/mini';
import { LOGOUT_TAG } from '../data/core/workerProtocol';
import { deleteProof, readPendingProofs } from '../data/auth/logoutProof';
import { isSyncEvent } from './sendOutbox';

declare const self: ServiceWorkerGlobalScope;

const REQUEST_TIMEOUT_MS = 25_000;

const responseSchema = z.object({ success: z.boolean() });

/**
 * True if our server accepted the proof or rejected it permanently. A captive portal may respond
 * in its place.
 */
async function isSettled(response: Response): Promise<boolean> {
  if (response.status >= 500 || response.status === TOO_MANY_REQUESTS_STATUS) return false;
  return responseSchema.safeParse(await response.json()).success;
}

async function endSessions(): Promise<void> {
  for (const proof of await readPendingProofs()) {
    const response = await fetch(END_SESSION_PATH, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ proof }),
      credentials: 'omit',
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    if (!(await isSettled(response))) throw new Error('A session could not be ended');
    await deleteProof(proof);
  }
}

self.addEventListener('sync', (event: Event) => {
  if (isSyncEvent(event) && event.tag === LOGOUT_TAG) event.waitUntil(endSessions());
});

const PAGE_HEAD_START_MS = 2000;

const waitForPage = () => new Promise((resolve) => setTimeout(resolve, PAGE_HEAD_START_MS));

// For browsers without Background Sync: sends with the next page load.
self.addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate') return;
  event.waitUntil(
    waitForPage()
      .then(endSessions)
      .catch(() => undefined),
  );
});
