import type { User } from '@quantalgo/contracts/account/member';
import { retryUntilDone } from '../../core/untilDone';
import type { LoadSync } from './tabs';

const RELOAD_DELAY_MS = 30_000;

const retryUntilLoaded = (load: () => Promise<void>, stopped: AbortSignal): Promise<void> =>
  retryUntilDone(load, stopped, RELOAD_DELAY_MS);

const loadEngine: LoadSync = (uid, stopped, onLoad) =>
  retryUntilLoaded(async () => {
    try {
      const { runSync } = await import('./engine');
      if (!stopped.aborted) onLoad(runSync(uid, stopped));
    } catch (error) {
      if (!stopped.aborted) onLoad(null);
      throw error;
    }
  }, stopped);

const loadTabs = async (uid: string, stopped: AbortSignal): Promise<void> => {
  const { runAmongTabs } = await import('./tabs');
  if (!stopped.aborted) runAmongTabs(uid, loadEngine, stopped);
};

function runMemberSync(uid: string): () => void {
  const stopped = new AbortController();
  void retryUntilLoaded(() => loadTabs(uid, stopped.signal), stopped.signal);
  return () => stopped.abort();
}

const EARLY_SYNC_TTL_MS = 30_000;

let earlySync: { readonly uid: string; readonly stop: () => void } | undefined;

function takeEarlySync() {
  const sync = earlySync;
  earlySync = undefined;
  return sync;
}

/**
 * Begins the sync while the app starts, so that signing in and connecting happen in parallel with
 * it. {@link startSync} takes over the running sync.
 */
export function beginSync({ id }: User): void {
  if (earlySync) return;
  earlySync = { uid: id, stop: runMemberSync(id) };
  setTimeout(() => takeEarlySync()?.stop(), EARLY_SYNC_TTL_MS);
}

export function startSync({ id }: User): () => void {
  const early = takeEarlySync();
  if (early?.uid === id) return early.stop;
  early?.stop();
  return runMemberSync(id);
}

const loadSender = async (uid: string, stopped: AbortSignal): Promise<void> => {
  const { runSender } = await import('./sender');
  await runSender(uid, stopped);
};

export function startOutbox(uid: string): () => void {
  const stopped = new AbortController();
  void retryUntilLoaded(() => loadSender(uid, stopped.signal), stopped.signal);
  return () => stopped.abort();
}
