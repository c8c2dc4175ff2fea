import { SLOT_MS, slotStart } from '@quantalgo/contracts/core/slots';

/** Epoch ms. */
export type Clock = () => number;

export const wallClock: Clock = () => Date.now();

/**
 * On the local stack a run may start up to one slot early. Its clock then starts at the scheduled
 * time.
 * @param scheduled epoch ms
 */
export function createRunClock(
  scheduled: number,
  { inEmulator, wall = wallClock }: { inEmulator: boolean; wall?: Clock },
): Clock {
  const aheadMs = scheduled - wall();
  return inEmulator && aheadMs > 0 && aheadMs <= SLOT_MS ? () => wall() + aheadMs : wall;
}

/** The newest slot (epoch ms) that has begun by both the schedule and the run's clock. */
export const getRunSlot = (scheduled: number, clock: Clock): number =>
  slotStart(Math.min(scheduled, clock()));
