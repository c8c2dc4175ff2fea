/** Name of the Web Lock that a tab holds while it ends or replaces the session of this browser. */
const LOCK = 'quantalgo-session';

/** Longest wait (ms) for the lock. Without it other tabs may take the replaced session for one that ended. */
const LOCK_WITHIN_MS = 1000;

/** Longest wait (ms) for other tabs: a call and the exchange of its token, each of which gives up after 25 s. */
const REPLACED_WITHIN_MS = 60_000;

/**
 * Runs `work` under the lock; without it where the browser has no locks or grants none within `ms`.
 * @throws what `work` throws
 */
async function underLock<T>(mode: LockMode, ms: number, work: () => Promise<T>): Promise<T> {
  let doing: Promise<T> | undefined;
  const begin = () => (doing ??= work());
  if (!('locks' in navigator)) return begin();
  const options = { mode, signal: AbortSignal.timeout(ms) };
  return await navigator.locks.request(LOCK, options, begin).catch(begin);
}

let replacement: Promise<unknown> = Promise.resolve();

/**
 * Runs `work`, which ends or replaces this browser's session: other calls wait for it, as they would be refused
 * meanwhile.
 */
export function replaceSession<T>(work: () => Promise<T>): Promise<T> {
  // Shared, so that a tab which the system suspended holds up no other.
  const replacing = underLock('shared', LOCK_WITHIN_MS, work);
  replacement = Promise.allSettled([replacement, replacing]);
  return replacing;
}

/** Settles once this tab doesn't replace the session any more. */
export const replacedHere = (): Promise<unknown> => replacement;

/** Settles once no tab replaces the session any more, or a suspended one takes too long. Never rejects. */
export const replacedAnywhere = (): Promise<unknown> =>
  underLock('exclusive', REPLACED_WITHIN_MS, replacedHere);
