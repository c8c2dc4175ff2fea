import { SLOT_MS, slotStart } from '@quantalgo/contracts';

/** Tells the time in epoch ms. */
export type Clock = () => number;

/** The machine's clock. */
export const wallClock: Clock = () => Date.now();

/**
 * The clock of a scheduled run. On the local stack a run may be asked for ahead of its time, by one slot at most, and
 * its clock then starts at that time; everywhere else it is the machine's.
 * @param scheduled when the run was due, epoch ms
 */
export function clockOfRun(
  scheduled: number,
  { inEmulator, wall = wallClock }: { inEmulator: boolean; wall?: Clock },
): Clock {
  const ahead = scheduled - wall();
  return inEmulator && ahead > 0 && ahead <= SLOT_MS ? () => wall() + ahead : wall;
}

/** The slot (epoch ms) that a run is for: one that has begun, by the schedule and by the run's own clock. */
export const slotOfRun = (scheduled: number, clock: Clock): number =>
  slotStart(Math.min(scheduled, clock()));
