import type { User } from '@quantalgo/contracts/account/member';
import { retryUntilDone } from '../../core/retry';
import type { LoadSync } from './tabs';

const RELOAD_DELAY_MS = 30_000;

const retryUntilLoaded = (load: () => Promise<void>, signal: AbortSignal): Promise<void> =>
  retryUntilDone(load, signal, RELOAD_DELAY_MS);

const loadEngine: LoadSync = (uid, signal, onLoad) =>
  retryUntilLoaded(async () => {
    try {
      const { runSync } = await import('./engine');
      if (!signal.aborted) onLoad(runSync(uid, signal));
    } catch (error) {
      if (!signal.aborted) onLoad(null);
      throw error;
    }
  }, signal);

const loadTabs = async (uid: string, signal: AbortSignal): Promise<void> => {
  const { runAmongTabs } = await import('./tabs');
  if (!signal.aborted) runAmongTabs(uid, loadEngine, signal);
};

function runMemberSync(uid: string): () => void {
  const controller = new AbortController();
  void retryUntilLoaded(() => loadTabs(uid, controller.signal), controller.signal);
  return () => controller.abort();
}

const EARLY_SYNC_TTL_MS = 30_000;

let earlySync: { readonly uid: string; readonly stop: () => void } | undefined;

function takeEarlySync() {
  const sync = earlySync;
  earlySync = undefined;
  return sync;
}

/**
 * Begins the sync while the app starts, so that authentication and connecting happen in parallel
 * with it. {@link startSync} takes over the running sync.
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

const loadSender = async (uid: string, signal: AbortSignal): Promise<void> => {
  const { runSender } = await import('./sender');
  await runSender(uid, signal);
};

export function startOutbox(uid: string): () => void {
  const controller = new AbortController();
  void retryUntilLoaded(() => loadSender(uid, controller.signal), controller.signal);
  return () => controller.abort();
}
