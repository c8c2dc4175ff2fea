import { onceBack } from '../onceBack';

/** Wait (ms) before the code of the outbox is asked for again, when it could not be loaded. */
const LOAD_AGAIN_MS = 30_000;

async function load(uid: string, stopped: AbortSignal): Promise<void> {
  try {
    const { runSender } = await import('./sender');
    await runSender(uid, stopped);
  } catch {
    onceBack(() => void load(uid, stopped), LOAD_AGAIN_MS, stopped);
  }
}

/** Sends what the member left in the outbox, now or in an earlier visit, until the returned function is called. */
export function startOutbox(uid: string): () => void {
  const stopped = new AbortController();
  void load(uid, stopped.signal);
  return () => stopped.abort();
}
