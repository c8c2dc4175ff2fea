import { useCallback, useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { observable, subscribeToAll } from './observable';
import { isAppVisible, topWindow } from './topWindow';
import { readLocal, readLocalJson, writeLocal } from './webStorage';

const OFFSET_KEY = 'quantalgo.clock';

const CONTACT_KEY = 'quantalgo.contact';

/** `offset`: server clock minus device clock (ms), accurate to half of `roundTrip` (ms). */
interface ClockOffset {
  readonly offset: number;
  readonly roundTrip: number;
}

const storedOffsetSchema = z.object({ offset: z.number() });

/**
 * Stored by an earlier session; any new measurement replaces it. Server time never precedes the
 * last contact. Otherwise, a device clock that was set back would reopen expired signals.
 */
function readOffset(): ClockOffset | null {
  const parsed = storedOffsetSchema.safeParse(readLocalJson(OFFSET_KEY));
  if (!parsed.success) return null;
  const contact = Number(readLocal(CONTACT_KEY));
  return { offset: Math.max(parsed.data.offset, contact - Date.now()), roundTrip: Infinity };
}

export const clockOffset = observable<ClockOffset | null>(readOffset());

/**
 * Prefers the shorter round trip, which is more accurate. If the measurements contradict each
 * other, the device's clock was changed, so the newer one is used.
 */
export function pickOffset(old: ClockOffset | null, measured: ClockOffset): ClockOffset {
  if (old === null || measured.roundTrip <= old.roundTrip) return measured;
  const difference = Math.abs(measured.offset - old.offset);
  return difference > (measured.roundTrip + old.roundTrip) / 2 ? measured : old;
}

/** `serverTime`: server clock; `sentAt`, `receivedAt`: device clock (all epoch ms). */
export function recordServerTime(serverTime: number, sentAt: number, receivedAt: number): void {
  const roundTrip = receivedAt - sentAt;
  if (roundTrip < 0) return;
  const measured = { offset: serverTime + roundTrip / 2 - receivedAt, roundTrip };
  const picked = pickOffset(clockOffset.get(), measured);
  clockOffset.set(picked);
  if (picked === measured)
    writeLocal(OFFSET_KEY, JSON.stringify({ offset: Math.round(picked.offset) }));
}

export function recordClockSetBack(ms: number): void {
  clockOffset.set({ offset: (clockOffset.get()?.offset ?? 0) + ms, roundTrip: Infinity });
}

const readContact = () => Number(readLocal(CONTACT_KEY)) || null;

/** When the server last proved that the stored data is complete (epoch ms, server clock). */
export const lastContact = observable<number | null>(readContact());

/** `at`: epoch ms, server clock. */
export function recordContact(at: number): void {
  lastContact.set(at);
  writeLocal(CONTACT_KEY, String(at));
}

export function clearContact(): void {
  lastContact.set(null);
  writeLocal(CONTACT_KEY, null);
}

/**
 * Epoch ms by the server's clock, from the device's. Unchanged until the server's time is known.
 */
export const toServerTime = (deviceTime: number): number =>
  Math.round(deviceTime + (clockOffset.get()?.offset ?? 0));

/** Epoch ms. */
export const serverNow = (): number => toServerTime(Date.now());

const watchers = new Map<() => void, number>();

let stopTimer: () => void = () => undefined;

let stopWatching: (() => void) | undefined;

function scheduleBeat(): void {
  stopTimer();
  if (!isAppVisible() || watchers.size === 0) return;
  const intervalMs = Math.min(...watchers.values());
  // Browsers throttle timers of a background page, but not those of its always-on-top window.
  const timerWindow = topWindow.get() ?? window;
  const timer = timerWindow.setTimeout(beat, intervalMs - (serverNow() % intervalMs));
  stopTimer = () => timerWindow.clearTimeout(timer);
}

/** Notifies all subscribers in one task, so that React renders them in one commit. */
function beat(): void {
  if (isAppVisible()) for (const notify of [...watchers.keys()]) notify();
  scheduleBeat();
}

function watch(): () => void {
  document.addEventListener('visibilitychange', beat);
  const unsubscribe = subscribeToAll([clockOffset, topWindow], beat);
  return () => {
    document.removeEventListener('visibilitychange', beat);
    unsubscribe();
  };
}

function subscribeToTicks(intervalMs: number, onTick: () => void): () => void {
  // Several subscribers may pass the same function.
  const notify = () => onTick();
  watchers.set(notify, intervalMs);
  stopWatching ??= watch();
  scheduleBeat();
  return () => {
    watchers.delete(notify);
    if (watchers.size > 0) return;
    stopTimer();
    stopWatching?.();
    stopWatching = undefined;
  };
}

const SECOND_MS = 1000;

const floorNow = (intervalMs: number) => Math.floor(serverNow() / intervalMs) * intervalMs;

/**
 * Server time (epoch ms), floored to `intervalMs` so that all countdowns change together. Renders
 * at each multiple while the page is visible. Always 0 in prerendered documents.
 */
export function useNow(intervalMs = SECOND_MS): number {
  const subscribe = useCallback(
    (onTick: () => void) => subscribeToTicks(intervalMs, onTick),
    [intervalMs],
  );
  return useSyncExternalStore(
    subscribe,
    () => floorNow(intervalMs),
    () => 0,
  );
}

const subscribeToSeconds = (onTick: () => void) => subscribeToTicks(SECOND_MS, onTick);

/**
 * `now`: server time (epoch ms, floored to the second). Computed each second, but rendered only
 * when the result changes.
 */
export const useAt = <T extends string | number | boolean | null | undefined>(
  compute: (now: number) => T,
): T =>
  useSyncExternalStore(
    subscribeToSeconds,
    () => compute(floorNow(SECOND_MS)),
    () => compute(0),
  );

/** Changes once per interval (ms), on all devices at the same time. */
export const usePollRound = (intervalMs: number): number =>
  useAt((now) => Math.floor(now / intervalMs));

/** Device clock minus server clock (ms); 0 until measured. */
export const useClockError = (): number =>
  -useSyncExternalStore(clockOffset.subscribe, () => clockOffset.get()?.offset ?? 0);
