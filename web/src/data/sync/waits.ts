import { HEARTBEAT_GRACE_MS, SLOT_MS, slotStart } from '@quantalgo/contracts';

/** A stream that needs longer than this (ms) to open is replaced by polling until it opens. */
export const CONNECT_WITHIN_MS = 10_000;
/** While there is no stream, the way to it is tried again this often (ms). */
export const RETRY_MS = 30_000;
/** A page that nobody has seen for so long (ms) asks for nothing until it is shown again. */
export const HIDDEN_FOR_MS = 60_000;
/** Devices that wait for the same heartbeat give it up within this time (ms), not all at once. */
const SPREAD_MS = 5000;

/** A wait of `ms`, up to half shorter by the `spread` (0 to 1) in which devices differ: no crowd comes back at once. */
export const spreadOut = (ms: number, spread: number): number => ms * (1 - spread / 2);

/** Wait (ms) after so many failures in a row: 1 s, doubled each time, at most 30 s; spread out. */
export const backOff = (failures: number, spread: number): number =>
  spreadOut(Math.min(30_000, 1000 * 2 ** (failures - 1)), spread);

/** The oldest slot (its start) whose heartbeat still proves the stream at `now` (both epoch ms). */
export const provenSlot = (now: number): number => slotStart(now - HEARTBEAT_GRACE_MS);

/** When (epoch ms) the heartbeat after `since` is overdue on the device with this `spread`. */
export const overdueAt = (since: number, spread: number): number =>
  provenSlot(since) + SLOT_MS + HEARTBEAT_GRACE_MS + spread * SPREAD_MS;
