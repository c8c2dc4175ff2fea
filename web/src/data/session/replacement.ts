/** Name of the Web Lock that a tab holds while it ends or replaces the session of this browser. */
const LOCK = 'quantalgo-session';

/** Longest wait (ms) for the lock. Without it other tabs may take the replaced session for one that ended. */
const LOCK_WITHIN_MS = 1000;

/** Longest wait (ms) for other tabs: a call and the exchange of its token, each of which gives up after 25 s. */
const REPLACED_WITHIN_MS = 60_000;

const nothing = () => undefined;

/** Takes the lock, where the browser has locks and grants them. @returns its release */
const locked = () =>
  new Promise<() => void>((resolve) => {
    if (!('locks' in navigator)) return resolve(nothing);
    // Shared, so that a tab which the system suspended holds up no other.
    const options = { mode: 'shared', signal: AbortSignal.timeout(LOCK_WITHIN_MS) } as const;
    const hold = () => new Promise<void>((release) => resolve(release));
    navigator.locks.request(LOCK, options, hold).catch(() => resolve(nothing));
  });

async function underLock<T>(work: () => Promise<T>): Promise<T> {
  const release = await locked();
  try {
    return await work();
  } finally {
    release();
  }
}

let replacement: Promise<unknown> = Promise.resolve();

/**
 * Runs `work`, which ends or replaces this browser's session: other calls wait for it, as they would be refused
 * meanwhile.
 */
export function replaceSession<T>(work: () => Promise<T>): Promise<T> {
  const replacing = underLock(work);
  replacement = Promise.allSettled([replacement, replacing]);
  return replacing;
}

/** Settles once this tab doesn't replace the session any more. */
export const replacedHere = (): Promise<unknown> => replacement;

/** Settles once no tab replaces the session any more, or a suspended one takes too long. Never rejects. */
export async function replacedAnywhere(): Promise<void> {
  await replacement;
  if (!('locks' in navigator)) return;
  const signal = AbortSignal.timeout(REPLACED_WITHIN_MS);
  await navigator.locks.request(LOCK, { signal }, nothing).catch(nothing);
}
