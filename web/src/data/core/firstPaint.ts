import { removeLocal, SCREEN_KEY, writeLocal } from './webStorage';

/** Pages have this long (ms) to render something else after their stored screens were deleted. */
export const GONE_WITHIN_MS = 2000;

let forgottenAt = -Infinity;

/** Deletes the stored screens. To be called by everything that removes a member's data or displays it differently. */
export function forgetScreens(): void {
  forgottenAt = performance.now();
  removeLocal(SCREEN_KEY);
}

/** Stores the screen at this path, unless the page may still show deleted data. */
export function storeScreen(path: string, text: string): void {
  if (performance.now() - forgottenAt > GONE_WITHIN_MS) writeLocal(SCREEN_KEY + path, text);
}

let resolveFirstRead: () => void = () => undefined;

/** Settles once stored data has been read for a screen of this page. */
const firstRead = new Promise<void>((resolve) => {
  resolveFirstRead = resolve;
});

/** Reports that stored data has been read. */
export const noteRead = (): void => resolveFirstRead();

const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Longest wait (ms) for stored data, as there may be none, or the device may be slow. */
const FIRST_READ_WITHIN_MS = 1000;

let resolveProven: () => void = () => undefined;

/** Longest wait (ms) for the server's proof. */
const PROVEN_WITHIN_MS = 5000;

/** Settles once the page's data is proven, or can't be. */
const proven = Promise.race([
  new Promise<void>((resolve) => {
    resolveProven = resolve;
  }),
  after(PROVEN_WITHIN_MS),
]);

/** Reports that the displayed data is proven by the server, or can't be. */
export const noteProven = (): void => resolveProven();

/** Calls `work` in the frame after `event`. @returns a function that cancels it */
function inFrameAfter(event: Promise<void>, work: () => void): () => void {
  let calledOff = false;
  let frame = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  void event.then(() => {
    if (calledOff) return;
    frame = requestAnimationFrame(() => {
      timer = setTimeout(work);
    });
  });
  return () => {
    calledOff = true;
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/**
 * Calls `work` once the page has painted the stored data, which loading `work`'s code would delay.
 * @returns a function that cancels it
 */
export const afterPaint = (work: () => void): (() => void) =>
  inFrameAfter(Promise.race([firstRead, after(FIRST_READ_WITHIN_MS)]), work);

/**
 * Calls `work` once the server has proven the page's data, or can't: loading `work`'s code would delay that.
 * @returns a function that cancels it
 */
export const afterProof = (work: () => void): (() => void) => inFrameAfter(proven, work);

/**
 * Calls `work` once what was just rendered is painted.
 * @returns a function that cancels it
 */
export const afterFrame = (work: () => void): (() => void) => inFrameAfter(Promise.resolve(), work);
