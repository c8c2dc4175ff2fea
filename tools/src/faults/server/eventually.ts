import { setTimeout as wait } from 'node:timers/promises';

const POLL_MS = 200;

/**
 * Waits until `look` finds something, and gives it.
 * @param what is waited for, in words
 * @throws Error when `withinMs` are over
 */
export async function eventually<T>(
  what: string,
  look: () => Promise<T | null> | T | null,
  withinMs = 60_000,
): Promise<T> {
  const until = performance.now() + withinMs;
  for (;;) {
    const found = await look();
    if (found !== null) return found;
    if (performance.now() > until)
      throw new Error(`In ${Math.round(withinMs / 1000)} s not seen: ${what}`);
    await wait(POLL_MS);
  }
}
