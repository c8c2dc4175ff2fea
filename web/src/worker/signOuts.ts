import { SIGN_OUT_PATH } from '@quantalgo/contracts/core/paths';
import * as z from 'zod/mini';
import { SIGN_OUT_TAG } from '../data/core/workerProtocol';
import { deleteProof, readPendingProofs } from '../data/auth/signOutProof';
import { isSyncEvent } from './sendOutbox';

declare const self: ServiceWorkerGlobalScope;

const TIMEOUT_MS = 25_000;

const TOO_MANY_REQUESTS = 429;

const answerSchema = z.object({ success: z.boolean() });

/**
 * True if our server accepted the proof or rejected it for good. A hotspot's page may answer
 * instead.
 */
async function isAnswered(reply: Response): Promise<boolean> {
  if (reply.status >= 500 || reply.status === TOO_MANY_REQUESTS) return false;
  return answerSchema.safeParse(await reply.json()).success;
}

async function endSessions(): Promise<void> {
  for (const proof of await readPendingProofs()) {
    const reply = await fetch(SIGN_OUT_PATH, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ proof }),
      credentials: 'omit',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!(await isAnswered(reply))) throw new Error('A session is left');
    await deleteProof(proof);
  }
}

self.addEventListener('sync', (event: Event) => {
  if (isSyncEvent(event) && event.tag === SIGN_OUT_TAG) event.waitUntil(endSessions());
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
