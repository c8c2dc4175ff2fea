import { useCallback, useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { observable } from './observable';
import { isSeen, topWindow } from './topWindow';
import { readLocal, readLocalJson, writeLocal } from './webStorage';

const OFFSET_KEY = 'quantalgo.clock';

/** localStorage key of the time of the last contact (epoch ms, server clock). */
const CONTACT_KEY = 'quantalgo.contact';

/** How far the server's clock is ahead of the device's (ms), accurate to half of `roundTrip` (ms). */
interface ClockOffset {
  readonly offset: number;
  readonly roundTrip: number;
}

const storedOffsetSchema = z.object({ offset: z.number() });

/**
 * The offset from an earlier session, used until this one has measured: any new measurement beats it. It never puts the
 * time before the last contact: if the device's clock was set back meanwhile, expired signals would look open.
 */
function storedOffset(): ClockOffset | null {
  const parsed = storedOffsetSchema.safeParse(readLocalJson(OFFSET_KEY));
  if (!parsed.success) return null;
  const contact = Number(readLocal(CONTACT_KEY));
  return { offset: Math.max(parsed.data.offset, contact - Date.now()), roundTrip: Infinity };
}

/** Null until the server's time is known. */
export const clockOffset = observable<ClockOffset | null>(storedOffset());

/**
 * The more reliable of two measurements. A shorter round trip is more exact; if the two contradict each other, the
 * device's clock was changed in between, so the newer one is right.
 */
export function betterOffset(old: ClockOffset | null, fresh: ClockOffset): ClockOffset {
  if (old === null || fresh.roundTrip <= old.roundTrip) return fresh;
  const apart = Math.abs(fresh.offset - old.offset);
  return apart > (fresh.roundTrip + old.roundTrip) / 2 ? fresh : old;
}

/**
 * Measures the offset from a reply: the server's time in it, and the device's when it was requested and received (all
 * epoch ms).
 */
export function learnServerTime(serverTime: number, sentAt: number, receivedAt: number): void {
  const roundTrip = receivedAt - sentAt;
  if (roundTrip < 0) return;
  const fresh = { offset: serverTime + roundTrip / 2 - receivedAt, roundTrip };
  const best = betterOffset(clockOffset.get(), fresh);
  clockOffset.set(best);
  if (best === fresh) writeLocal(OFFSET_KEY, JSON.stringify({ offset: Math.round(best.offset) }));
}

/** Compensates for the device's clock having been set back by `ms` while the page was open. */
export function noteClockSetBack(ms: number): void {
  clockOffset.set({ offset: (clockOffset.get()?.offset ?? 0) + ms, roundTrip: Infinity });
}

/** Stored for the next start, whose first paint shows the age of the stored data. */
const storedContact = () => Number(readLocal(CONTACT_KEY)) || null;

/** When the server last proved that the stored data is complete (epoch ms, server clock); null: never yet. */
export const lastContact = observable<number | null>(storedContact());

/** Stores a contact at `at` (epoch ms, server clock). */
export function recordContact(at: number): void {
  lastContact.set(at);
  writeLocal(CONTACT_KEY, String(at));
}

/** Deletes the last contact, together with the data whose age it stated. */
export function clearContact(): void {
  lastContact.set(null);
  writeLocal(CONTACT_KEY, null);
}

/** Now by the server's clock (epoch ms); by the device's until the server's time is known. */
export const serverNow = (): number => Math.round(Date.now() + (clockOffset.get()?.offset ?? 0));

/** Subscribers to the time, with their intervals (ms). */
const watchers = new Map<() => void, number>();

let stopTimer: () => void = () => undefined;

let stopWatching: (() => void) | undefined;

/** Sets the timer for the next multiple of the shortest interval, which divides all others. */
function wait(): void {
  stopTimer();
  if (!isSeen() || watchers.size === 0) return;
  const everyMs = Math.min(...watchers.values());
  // Browsers throttle timers of a page in the background, but not those of its always-on-top window.
  const timing = topWindow.get() ?? window;
  const timer = timing.setTimeout(beat, everyMs - (serverNow() % everyMs));
  stopTimer = () => timing.clearTimeout(timer);
}

/** Notifies all subscribers in one task, so that React renders them in one commit. */
function beat(): void {
  if (isSeen()) for (const tell of [...watchers.keys()]) tell();
  wait();
}

function watch(): () => void {
  document.addEventListener('visibilitychange', beat);
  const stops = [clockOffset.subscribe(beat), topWindow.subscribe(beat)];
  return () => {
    document.removeEventListener('visibilitychange', beat);
    for (const stop of stops) stop();
  };
}

/** Calls `onTick` at every multiple of `everyMs` of the server's clock while the page is visible. @returns the stop */
function tick(everyMs: number, onTick: () => void): () => void {
  // Several subscribers may pass the same function.
  const tell = () => onTick();
  watchers.set(tell, everyMs);
  stopWatching ??= watch();
  wait();
  return () => {
    watchers.delete(tell);
    if (watchers.size > 0) return;
    stopTimer();
    stopWatching?.();
    stopWatching = undefined;
  };
}

const SECOND_MS = 1000;

const floored = (everyMs: number) => Math.floor(serverNow() / everyMs) * everyMs;

/**
 * Now by the server's clock (epoch ms), floored to `everyMs`, so that all countdowns change together. Renders at each
 * multiple of `everyMs`, not while the page is hidden. Prerendered documents have no time: there it is 0.
 */
export function useNow(everyMs = SECOND_MS): number {
  const subscribe = useCallback((onTick: () => void) => tick(everyMs, onTick), [everyMs]);
  return useSyncExternalStore(
    subscribe,
    () => floored(everyMs),
    () => 0,
  );
}

const everySecond = (onTick: () => void) => tick(SECOND_MS, onTick);

/**
 * The result of `read` for the current server time (epoch ms, floored to the second). Checked each second; renders only
 * when the primitive changes.
 */
export const useAt = <T extends string | number | boolean | null | undefined>(
  read: (now: number) => T,
): T =>
  useSyncExternalStore(
    everySecond,
    () => read(floored(SECOND_MS)),
    () => read(0),
  );

/** How far the device's clock is ahead of the server's (ms; negative when behind), 0 until it was measured. */
export const useClockError = (): number =>
  -useSyncExternalStore(clockOffset.subscribe, () => clockOffset.get()?.offset ?? 0);
