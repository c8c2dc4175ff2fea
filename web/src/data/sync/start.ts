import type { User } from '@quantalgo/contracts/account/member';
import { untilDone } from '../../core/untilDone';
import type { LoadSync } from './tabs';

/** Wait (ms) before code that couldn't be loaded is tried again. */
const AGAIN_AFTER_MS = 30_000;

/** Runs `load` until it succeeds or is `stopped`. */
const untilLoaded = (load: () => Promise<void>, stopped: AbortSignal): Promise<void> =>
  untilDone(load, stopped, AGAIN_AFTER_MS);

const loadEngine: LoadSync = (uid, stopped, onLoad) =>
  untilLoaded(async () => {
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

function runSyncOf(uid: string): () => void {
  const stopped = new AbortController();
  void untilLoaded(() => loadTabs(uid, stopped.signal), stopped.signal);
  return () => stopped.abort();
}

/** A sync that was begun early stops if no screen wants it within this time (ms). */
const WANTED_WITHIN_MS = 30_000;

let begun: { readonly uid: string; readonly stop: () => void } | undefined;

/** Takes over the sync that was begun early; the caller has to stop it. */
function takeBegun() {
  const taken = begun;
  begun = undefined;
  return taken;
}

/**
 * Begins the member's sync while the app starts, as signing in and connecting are mostly waiting. {@link startSync}
 * takes it over.
 */
export function beginSync({ id }: User): void {
  if (begun) return;
  begun = { uid: id, stop: runSyncOf(id) };
  setTimeout(() => takeBegun()?.stop(), WANTED_WITHIN_MS);
}

/** Syncs the member's stored signals with the server until the returned function is called. */
export function startSync({ id }: User): () => void {
  const early = takeBegun();
  if (early?.uid === id) return early.stop;
  early?.stop();
  return runSyncOf(id);
}

const loadSender = async (uid: string, stopped: AbortSignal): Promise<void> => {
  const { runSender } = await import('./sender');
  await runSender(uid, stopped);
};

/** Sends the items in the member's outbox, from this or an earlier visit, until the returned function is called. */
export function startOutbox(uid: string): () => void {
  const stopped = new AbortController();
  void untilLoaded(() => loadSender(uid, stopped.signal), stopped.signal);
  return () => stopped.abort();
}
