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

/** Wait (ms) before loading the sync's code is retried. */
const LOAD_AGAIN_MS = 30_000;

const loadEngine: LoadSync = async (uid, stopped, onLoad) => {
  try {
    const { runSync } = await import('./engine');
    if (!stopped.aborted) onLoad(runSync(uid, stopped));
  } catch {
    if (!stopped.aborted) onLoad(null);
    onceBack(() => void loadEngine(uid, stopped, onLoad), LOAD_AGAIN_MS, stopped);
  }
};

async function loadTabs(uid: string, stopped: AbortSignal): Promise<void> {
  try {
    const { runAmongTabs } = await import('./tabs');
    if (!stopped.aborted) runAmongTabs(uid, loadEngine, stopped);
  } catch {
    onceBack(() => void loadTabs(uid, stopped), LOAD_AGAIN_MS, stopped);
  }
}

function runSyncOf(uid: string): () => void {
  const stopped = new AbortController();
  void loadTabs(uid, stopped.signal);
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

/** Wait (ms) before loading the sender's code is retried. */
const LOAD_SENDER_AGAIN_MS = 30_000;

async function loadSender(uid: string, stopped: AbortSignal): Promise<void> {
  try {
    const { runSender } = await import('./sender');
    await runSender(uid, stopped);
  } catch {
    onceBack(() => void loadSender(uid, stopped), LOAD_SENDER_AGAIN_MS, stopped);
  }
}

/** Sends the items in the member's outbox, from this or an earlier visit, until the returned function is called. */
export function startOutbox(uid: string): () => void {
  const stopped = new AbortController();
  void loadSender(uid, stopped.signal);
  return () => stopped.abort();
}
