import * as z from 'zod/mini';
import { observable } from '../observable';
import { readLocal, readLocalJson, writeLocal } from '../storage/local';

const KEY = 'quantalgo.clock';
/** Where the time of the last contact is kept (epoch ms, server clock). */
export const CONTACT_KEY = 'quantalgo.contact';

/** How far the server's clock is ahead of the device's (ms), and how sure that is: half of `roundTrip` (ms). */
export interface ClockOffset {
  readonly offset: number;
  readonly roundTrip: number;
}

const keptSchema = z.object({ offset: z.number() });

/**
 * What was measured in an earlier session serves until this one has measured: any new measurement beats it. It is never
 * earlier than the last contact: a clock that was set back meanwhile would make signals that are over look open.
 */
function kept(): ClockOffset | null {
  const parsed = keptSchema.safeParse(readLocalJson(KEY));
  if (!parsed.success) return null;
  const contact = Number(readLocal(CONTACT_KEY));
  return { offset: Math.max(parsed.data.offset, contact - Date.now()), roundTrip: Infinity };
}

/** Null until the server's time was seen once. */
export const clockOffset = observable<ClockOffset | null>(kept());

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
  if (best === fresh) writeLocal(KEY, JSON.stringify({ offset: Math.round(best.offset) }));
}

/** The device's clock was set back by `ms` while the page was open: the server's goes on as before. */
export function noteSetBack(ms: number): void {
  clockOffset.set({ offset: (clockOffset.get()?.offset ?? 0) + ms, roundTrip: Infinity });
}
