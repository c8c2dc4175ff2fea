import { observable } from './observable';
import { removeLocal, SCREEN_KEY, writeLocal } from './webStorage';

/** How long pages may take to rerender after their stored screens were deleted. */
export const RERENDER_TIMEOUT_MS = 2000;

const deletedAt = observable(-Infinity);

export const subscribeToDeletion = deletedAt.subscribe;

/** Call it whenever a member's data is removed or displayed differently. */
export function deleteScreens(): void {
  removeLocal(SCREEN_KEY);
  deletedAt.set(performance.now());
}

/** Stores nothing, and returns false, while the page may still show deleted data. */
export function storeScreen(path: string, text: string): boolean {
  if (performance.now() - deletedAt.get() <= RERENDER_TIMEOUT_MS) return false;
  writeLocal(SCREEN_KEY + path, text);
  return true;
}

let resolveFirstRead: () => void = () => undefined;

const firstRead = new Promise<void>((resolve) => {
  resolveFirstRead = resolve;
});

export const markFirstRead = (): void => resolveFirstRead();

const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const FIRST_READ_TIMEOUT_MS = 1000;

let resolveProof: () => void = () => undefined;

const PROOF_TIMEOUT_MS = 5000;

const proofOrTimeout = Promise.race([
  new Promise<void>((resolve) => {
    resolveProof = resolve;
  }),
  delay(PROOF_TIMEOUT_MS),
]);

export const markProven = (): void => resolveProof();

function runInFrameAfter(event: Promise<void>, work: () => void): () => void {
  let isCancelled = false;
  let frame = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  void event.then(() => {
    if (isCancelled) return;
    frame = requestAnimationFrame(() => {
      timer = setTimeout(work);
    });
  });
  return () => {
    isCancelled = true;
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/**
 * Calls `work` after the stored data is painted, because loading its code would delay that.
 * @returns a cancel function
 */
export const runAfterPaint = (work: () => void): (() => void) =>
  runInFrameAfter(Promise.race([firstRead, delay(FIRST_READ_TIMEOUT_MS)]), work);

/**
 * Calls `work` once the server has confirmed the page's data, or after a timeout.
 * @returns a cancel function
 */
export const runAfterProof = (work: () => void): (() => void) =>
  runInFrameAfter(proofOrTimeout, work);

export const runAfterFrame = (work: () => void): (() => void) =>
  runInFrameAfter(Promise.resolve(), work);
