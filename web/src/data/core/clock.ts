import { useCallback, useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { observable } from './observable';
import { readLocal, readLocalJson, writeLocal } from './webStorage';

const OFFSET_KEY = 'quantalgo.clock';

/** Where the time of the last contact is kept (epoch ms, server clock). */
const CONTACT_KEY = 'quantalgo.contact';

/** How far the server's clock is ahead of the device's (ms), and how sure that is: half of `roundTrip` (ms). */
export interface ClockOffset {
  readonly offset: number;
  readonly roundTrip: number;
}

const storedOffsetSchema = z.object({ offset: z.number() });

/**
 * What was measured in an earlier session serves until this one has measured: any new measurement beats it. It is never
 * earlier than the last contact: a clock that was set back meanwhile would make signals that are over look open.
 */
function storedOffset(): ClockOffset | null {
  const parsed = storedOffsetSchema.safeParse(readLocalJson(OFFSET_KEY));
  if (!parsed.success) return null;
  const contact = Number(readLocal(CONTACT_KEY));
  return { offset: Math.max(parsed.data.offset, contact - Date.now()), roundTrip: Infinity };
}

/** Null until the server's time was seen once. */
export const clockOffset = observable<ClockOffset | null>(storedOffset());

/**
 * Which of two measurements to trust. The one with the shorter round trip is the more exact; where they contradict
 * each other the device's clock was changed in between, so the newer one is right.
 */
export function betterOffset(old: ClockOffset | null, fresh: ClockOffset): ClockOffset {
  if (old === null || fresh.roundTrip <= old.roundTrip) return fresh;
  const apart = Math.abs(fresh.offset - old.offset);
  return apart > (fresh.roundTrip + old.roundTrip) / 2 ? fresh : old;
}

/** Learns from a reply: the server's time in it (epoch ms), and the device's when it was asked for and came (epoch ms). */
export function learnServerTime(serverTime: number, sentAt: number, receivedAt: number): void {
  const roundTrip = receivedAt - sentAt;
  if (roundTrip < 0) return;
  const fresh = { offset: serverTime + roundTrip / 2 - receivedAt, roundTrip };
  const best = betterOffset(clockOffset.get(), fresh);
  clockOffset.set(best);
  if (best === fresh) writeLocal(OFFSET_KEY, JSON.stringify({ offset: Math.round(best.offset) }));
}

/** The device's clock was set back by `ms` while the page was open: the server's goes on as before. */
export function noteClockSetBack(ms: number): void {
  clockOffset.set({ offset: (clockOffset.get()?.offset ?? 0) + ms, roundTrip: Infinity });
}

/** Kept for the next start, where it says in the first paint how old the stored data is. */
const storedContact = () => Number(readLocal(CONTACT_KEY)) || null;

/** When the server last proved that what is stored is all there is (epoch ms, server clock); null: never yet. */
export const lastContact = observable<number | null>(storedContact());

/** Notes a contact at `at` (epoch ms, server clock). */
export function recordContact(at: number): void {
  lastContact.set(at);
  writeLocal(CONTACT_KEY, String(at));
}

/** Forgets it, with the data whose age it told. */
export function clearContact(): void {
  lastContact.set(null);
  writeLocal(CONTACT_KEY, null);
}

/** Now by the server's clock (epoch ms); by the device's until the server's time was seen once. */
export const serverNow = (): number => Math.round(Date.now() + (clockOffset.get()?.offset ?? 0));

/** Calls `onTick` at every multiple of `everyMs` of the server's clock while the page is visible. Returns the stop. */
function tick(everyMs: number, onTick: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const next = () => {
    clearTimeout(timer);
    if (!document.hidden) timer = setTimeout(beat, everyMs - (serverNow() % everyMs));
  };
  const beat = () => {
    if (!document.hidden) onTick();
    next();
  };
  next();
  document.addEventListener('visibilitychange', beat);
  const forgetOffset = clockOffset.subscribe(beat);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', beat);
    forgetOffset();
  };
}

/**
 * Now by the server's clock (epoch ms), floored to `everyMs`, so that all that count down change together. Renders at
 * each multiple of `everyMs`, not while the page is hidden. What the build draws knows no time: there it is 0.
 */
export function useNow(everyMs = 1000): number {
  const subscribe = useCallback((onTick: () => void) => tick(everyMs, onTick), [everyMs]);
  return useSyncExternalStore(
    subscribe,
    () => Math.floor(serverNow() / everyMs) * everyMs,
    () => 0,
  );
}

/** How far the device's clock is ahead of the server's (ms; negative when behind), 0 until it was measured. */
export const useClockError = (): number =>
  -useSyncExternalStore(clockOffset.subscribe, () => clockOffset.get()?.offset ?? 0);
