import assert from 'node:assert/strict';
import { SLOT_MS, slotStart } from '@quantalgo/contracts/core/slots';
import { DAY_MS, HOUR_MS } from '@quantalgo/contracts/core/time';
import { eventually } from '../chaos/place';
import { isOpen } from '../release/outside';
import { readDayRecord } from './balance';
import type { JumpingForm } from './forms';
import type { DayEvent } from './timetable';

const WEEK_MS = 7 * DAY_MS;
const SPAN_MS = HOUR_MS;
/** A run lies in the past: the emulators' tokens and sessions use the machine's clock. */
const MIN_AGE_MS = 6 * HOUR_MS;
/** Unused sessions last 90 days, and a run signs in by its own clock. */
const MAX_AGE_MS = 85 * DAY_MS;
const LEAD_MS = 2 * SLOT_MS;
const SIGNAL_TIMEOUT_MS = 300_000;

/** From the last time simulated before the jump to the first one after it; epoch ms. */
interface Jump {
  readonly from: number;
  readonly to: number;
}

/** Epoch ms. @throws Error if it is too long ago for a session */
function findNewest(what: string, matches: (slot: number) => boolean): number {
  const last = slotStart(Date.now() - MIN_AGE_MS);
  for (let slot = last; slot > last - MAX_AGE_MS; slot -= SLOT_MS) if (matches(slot)) return slot;
  throw new Error(
    `The newest ${what} was longer ago than a session lasts: try again after the next`,
  );
}

function findClose(opening: number): number {
  let slot = opening;
  while (!isOpen(slot - SLOT_MS)) slot -= SLOT_MS;
  return slot;
}

const isOpening = (slot: number) => isOpen(slot) && !isOpen(slot - SLOT_MS);

const getPause = (opening: number) => opening - findClose(opening);

const findOpening = (opening: number, weeks: number): number | undefined =>
  [0, HOUR_MS, -HOUR_MS].map((by) => opening + weeks * WEEK_MS + by).find(isOpening);

/** The pause before the opening differs from those of the weeks around it: clocks changed. */
function isShifted(opening: number): boolean {
  const around = [-1, 1].flatMap((weeks) => findOpening(opening, weeks) ?? []);
  const pause = getPause(opening);
  return around.length === 2 && around.every((other) => getPause(other) !== pause);
}

const toJump = (opening: number): Jump => ({ from: findClose(opening), to: opening });

export const JUMPS = {
  weekend: () => toJump(findNewest('weekend', isOpening)),
  dst: () =>
    toJump(findNewest('change of New York’s clocks', (slot) => isOpening(slot) && isShifted(slot))),
  month: () => {
    const isFirst = (slot: number) => new Date(slot).getUTCDate() === 1 && slot % DAY_MS === 0;
    const to = findNewest(
      'month’s end',
      (slot) => isFirst(slot) && isOpen(slot) && isOpen(slot - SPAN_MS),
    );
    return { from: to - SPAN_MS, to };
  },
} satisfies Readonly<Record<JumpingForm, () => Jump>>;

/** Epoch ms at which a run with a jump begins: its members log in the day before. */
export const getRunStart = ({ from }: Jump): number => from - DAY_MS;

export const buildJumpTimetable = (name: string, { from, to }: Jump): readonly DayEvent[] => [
  {
    at: 0,
    lasts: 0,
    explains: /heartbeat-late|misses-in-a-row|push-late|mail-late|tasks-late/,
    name: `the hour before the ${name}`,
    bringAbout: async (day) => {
      await day.jumpTo(from - SPAN_MS);
      return { heal: () => undefined, holds: () => new Date(day.clock.now()).toISOString() };
    },
  },
  {
    at: 12,
    lasts: 6,
    name: `the ${name}`,
    bringAbout: async (day) => {
      await day.jumpTo(to - LEAD_MS);
      return {
        heal: () => undefined,
        holds: async () => {
          const publishes = async () => {
            const { signals } = await readDayRecord(day);
            return signals.some(({ at }) => at >= to) || null;
          };
          await eventually('a signal behind it', publishes, SIGNAL_TIMEOUT_MS);
          const { slots } = await readDayRecord(day);
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
