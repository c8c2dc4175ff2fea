import assert from 'node:assert/strict';
import { SLOT_MS, slotStart } from '@quantalgo/contracts/core/slots';
import { DAY_MS, HOUR_MS } from '@quantalgo/contracts/core/time';
import { eventually } from '../faults/place';
import { isOpen } from '../rehearsal/outside';
import { recordOf } from './balance';
import type { JumpingForm } from './forms';
import type { Happening } from './timetable';

const WEEK_MS = 7 * DAY_MS;
/** What is lived before a jump, and behind it. */
const LIVED_MS = HOUR_MS;
/** All of a run is over by now: tokens and sessions of the emulators go by the machine's clock. */
const OVER_MS = 6 * HOUR_MS;
/** A session that nobody uses lasts 90 days; the run signs in by its own clock. */
const MAX_AGO_MS = 85 * DAY_MS;
/** A jump ends so long before what it leads to. */
const BEFORE_MS = 2 * SLOT_MS;
const SEEN_WITHIN_MS = 300_000;

/** What a jump leads over: from the last time that is lived before it to the first one behind it (epoch ms). */
interface Jump {
  readonly from: number;
  readonly to: number;
}

/** The newest slot (epoch ms) for which this is true. @throws Error where it is too long ago for a session */
function newest(what: string, isIt: (slot: number) => boolean): number {
  const last = slotStart(Date.now() - OVER_MS);
  for (let slot = last; slot > last - MAX_AGO_MS; slot -= SLOT_MS) if (isIt(slot)) return slot;
  throw new Error(
    `The newest ${what} was longer ago than a session lasts: try again after the next`,
  );
}

function closeBefore(opening: number): number {
  let slot = opening;
  while (!isOpen(slot - SLOT_MS)) slot -= SLOT_MS;
  return slot;
}

const opensAt = (slot: number) => isOpen(slot) && !isOpen(slot - SLOT_MS);

const pauseBefore = (opening: number) => opening - closeBefore(opening);

/** The opening a week from another, by clocks that may have changed. */
const weekFrom = (opening: number, weeks: number): number | undefined =>
  [0, HOUR_MS, -HOUR_MS].map((by) => opening + weeks * WEEK_MS + by).find(opensAt);

/** Whether the pause before an opening differs from those of the weeks around: clocks changed in it. */
function isShifted(opening: number): boolean {
  const around = [-1, 1].flatMap((weeks) => weekFrom(opening, weeks) ?? []);
  const pause = pauseBefore(opening);
  return around.length === 2 && around.every((other) => pauseBefore(other) !== pause);
}

const over = (opening: number): Jump => ({ from: closeBefore(opening), to: opening });

/** Where each form jumps, by its name. */
export const JUMPS = {
  weekend: () => over(newest('weekend', opensAt)),
  dst: () =>
    over(newest('change of New York’s clocks', (slot) => opensAt(slot) && isShifted(slot))),
  month: () => {
    const isFirst = (slot: number) => new Date(slot).getUTCDate() === 1 && slot % DAY_MS === 0;
    const to = newest(
      'month’s end',
      (slot) => isFirst(slot) && isOpen(slot) && isOpen(slot - LIVED_MS),
    );
    return { from: to - LIVED_MS, to };
  },
} satisfies Readonly<Record<JumpingForm, () => Jump>>;

/** When a run begins (epoch ms) that is to jump: who is in it signs in the day before. */
export const dayBefore = ({ from }: Jump): number => from - DAY_MS;

/** The two jumps of a run: to what is lived before, and over what is left out. */
export const timetableOf = (name: string, { from, to }: Jump): readonly Happening[] => [
  {
    at: 0,
    lasts: 0,
    explains: /heartbeat-late|misses-in-a-row|push-late|mail-late/,
    name: `the hour before the ${name}`,
    bringAbout: async (day) => {
      await day.jumpTo(from - LIVED_MS);
      return { heal: () => undefined, holds: () => new Date(day.clock.now()).toISOString() };
    },
  },
  {
    at: 12,
    lasts: 6,
    name: `the ${name}`,
    bringAbout: async (day) => {
      await day.jumpTo(to - BEFORE_MS);
      return {
        heal: () => undefined,
        holds: async () => {
          const publishes = async () => {
            const { signals } = await recordOf(day);
            return signals.some(({ at }) => at >= to) || null;
          };
          await eventually('a signal behind it', publishes, SEEN_WITHIN_MS);
          const { slots } = await recordOf(day);
          assert.deepEqual(
            slots.filter((slot) => !isOpen(slot)),
            [],
          );
          return `signals again, by ${new Date(day.clock.now()).toISOString()}, and no word of a closed slot`;
        },
      };
    },
  },
];
