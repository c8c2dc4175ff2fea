import type { User } from '@quantalgo/contracts';

/** Calls `work` after `ms`, or as soon as the browser says that there is a network again; once, unless `stopped`. */
export function onceBack(work: () => void, ms: number, stopped: AbortSignal): void {
  const over = new AbortController();
  const begin = () => {
    over.abort();
    clearTimeout(timer);
    if (!stopped.aborted) work();
  };
  const timer = setTimeout(begin, ms);
  addEventListener('online', begin, { signal: AbortSignal.any([over.signal, stopped]) });
}

/** Wait (ms) before the code of the sync is asked for again, when it could not be loaded. */
const LOAD_AGAIN_MS = 30_000;

async function loadEngine(uid: string, stopped: AbortSignal): Promise<void> {
  try {
    const { runSync } = await import('./engine');
    if (!stopped.aborted) runSync(uid, stopped);
  } catch {
    onceBack(() => void loadEngine(uid, stopped), LOAD_AGAIN_MS, stopped);
  }
}

/**
 * Keeps the stored signals of the member in step with the server, until the returned function is called. To be called
 * after the first paint: it loads Firebase.
 */
export function startSync(user: User): () => void {
  const stopped = new AbortController();
  void loadEngine(user.id, stopped.signal);
  return () => stopped.abort();
}

/** Wait (ms) before the code of the outbox is asked for again, when it could not be loaded. */
const LOAD_SENDER_AGAIN_MS = 30_000;

async function loadSender(uid: string, stopped: AbortSignal): Promise<void> {
  try {
    const { runSender } = await import('./sender');
    await runSender(uid, stopped);
  } catch {
    onceBack(() => void loadSender(uid, stopped), LOAD_SENDER_AGAIN_MS, stopped);
  }
}

/** Sends what the member left in the outbox, now or in an earlier visit, until the returned function is called. */
export function startOutbox(uid: string): () => void {
  const stopped = new AbortController();
  void loadSender(uid, stopped.signal);
  return () => stopped.abort();
}
