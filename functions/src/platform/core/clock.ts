import { SLOT_MS, slotStart } from '@quantalgo/contracts/core/slots';

/** Returns the time in epoch ms. */
export type Clock = () => number;

/** The machine's clock. */
export const wallClock: Clock = () => Date.now();

/**
 * The clock of a scheduled run. On the local stack a run may be started up to one slot early, and its clock then starts
 * at the scheduled time; everywhere else it is the machine's clock.
 * @param scheduled when the run was due, epoch ms
 */
export function clockOfRun(
  scheduled: number,
  { inEmulator, wall = wallClock }: { inEmulator: boolean; wall?: Clock },
): Clock {
  const ahead = scheduled - wall();
  return inEmulator && ahead > 0 && ahead <= SLOT_MS ? () => wall() + ahead : wall;
}

/** The slot (epoch ms) of a run: the newest that has begun by both the schedule and the run's own clock. */
export const slotOfRun = (scheduled: number, clock: Clock): number =>
  slotStart(Math.min(scheduled, clock()));
