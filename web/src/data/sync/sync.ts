import type { User } from '@quantalgo/contracts';

/**
 * Keeps the stored signals of the member in step with the server, until the returned function is called. To be called
 * after the first paint: it loads Firebase.
 */
export function startSync(user: User): () => void {
  const stopped = new AbortController();
  void import('./engine').then(({ runSync }) => {
    if (!stopped.signal.aborted) runSync(user.id, stopped.signal);
  });
  return () => stopped.abort();
}
