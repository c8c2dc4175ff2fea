import type { User } from '@quantalgo/contracts';
import { onceBack } from '../onceBack';

/** Wait (ms) before the code of the sync is asked for again, when it could not be loaded. */
const LOAD_AGAIN_MS = 30_000;

async function load(uid: string, stopped: AbortSignal): Promise<void> {
  try {
    const { runSync } = await import('./engine');
    if (!stopped.aborted) runSync(uid, stopped);
  } catch {
    onceBack(() => void load(uid, stopped), LOAD_AGAIN_MS, stopped);
  }
}

/**
 * Keeps the stored signals of the member in step with the server, until the returned function is called. To be called
 * after the first paint: it loads Firebase.
 */
export function startSync(user: User): () => void {
  const stopped = new AbortController();
  void load(user.id, stopped.signal);
  return () => stopped.abort();
}
