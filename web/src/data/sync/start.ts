import type { User } from '@quantalgo/contracts';
import type { LoadSync } from './tabs';

/** Calls `work` once, after `ms` or as soon as the browser is back online, unless `stopped`. */
export function onceBack(work: () => void, ms: number, stopped: AbortSignal): void {
  const over = new AbortController();
  const callOff = () => {
    over.abort();
    clearTimeout(timer);
  };
  const begin = () => {
    callOff();
    if (!stopped.aborted) work();
  };
  const timer = setTimeout(begin, ms);
  addEventListener('online', begin, { signal: over.signal });
  stopped.addEventListener('abort', callOff, { signal: over.signal });
}

/** Wait (ms) before code that couldn't be loaded is tried again. */
const AGAIN_AFTER_MS = 30_000;

/**
 * Runs `work` until it succeeds or is `stopped`; again after a while, or as soon as the browser is back online, even
 * where that was before `work` had failed. Never rejects.
 */
async function untilDone(work: () => Promise<void>, stopped: AbortSignal): Promise<void> {
  const tried = new AbortController();
  let returns = 0;
  addEventListener('online', () => (returns += 1), { signal: tried.signal });
  try {
    await work();
  } catch {
    const again = () => void untilDone(work, stopped);
    if (returns === 0) onceBack(again, AGAIN_AFTER_MS, stopped);
    else if (!stopped.aborted) again();
  } finally {
    tried.abort();
  }
}

const loadEngine: LoadSync = (uid, stopped, onLoad) =>
  untilDone(async () => {
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
  void untilDone(() => loadTabs(uid, stopped.signal), stopped.signal);
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
  void untilDone(() => loadSender(uid, stopped.signal), stopped.signal);
  return () => stopped.abort();
}
