import { readLocal, writeLocal } from '../storage/local';
import { update, type Update } from './update';

/** When (epoch ms) this browser last moved to a newer version by itself. */
const KEY = 'quantalgo.moved-on';
/** Whoever moved on by themselves and is to do so again this soon (ms) would do so forever. */
const BETWEEN_MOVES_MS = 5 * 60_000;
/** A newer version has this long (ms) to be fetched. */
const PATIENCE_MS = 30_000;

/** Whether a page may be loaded anew without being asked, at `now` and after it was at `before` (epoch ms). */
export const mayMoveOn = (now: number, before: number): boolean =>
  Math.abs(now - before) >= BETWEEN_MOVES_MS;

/** The newer version once it is ready, null when none came in time. */
const newer = () =>
  new Promise<Update | null>((resolve) => {
    const take = () => {
      const ready = update.get();
      if (ready) end(ready);
    };
    const stop = update.subscribe(take);
    const timer = setTimeout(() => end(null), PATIENCE_MS);
    const end = (found: Update | null) => {
      stop();
      clearTimeout(timer);
      resolve(found);
    };
    take();
  });

/**
 * To be called when code of a screen can't be had: a tab of an older build asks for what is nowhere any more. Where there is
 * a newer version this page moves on to it; nothing is lost, as the screen that was left holds nothing any more. Never
 * rejects.
 */
export async function moveOn(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration().catch(() => undefined);
  if (!registration) return;
  registration.update().catch(() => undefined);
  const ready = await newer();
  if (!ready || !mayMoveOn(Date.now(), Number(readLocal(KEY)))) return;
  writeLocal(KEY, String(Date.now()));
  ready.apply();
}

/** Loads the page anew, as its member asks for: in the newer version where one is ready. */
export const reloadNewest = (): void => (update.get()?.apply ?? (() => location.reload()))();
