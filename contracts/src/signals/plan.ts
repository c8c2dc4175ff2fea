import { SLOT_MS, nextSlotStart, slotStart } from '../time';

/** Whom a signal is for: basic ones go to starter and essential members, order-flow ones to essential members. */
export const AUDIENCES = ['basic', 'order-flow'] as const;
export type Audience = (typeof AUDIENCES)[number];

/** Signals that a starter member receives in one UTC day, at most. */
export const BASIC_SIGNALS_PER_DAY = 30;

const DAY_MS = 24 * 60 * 60_000;
const SLOTS_PER_DAY = DAY_MS / SLOT_MS;

/** How many of a day's first slots are basic. */
const basicSlotsIn = (slots: number): number =>
  Math.floor((slots * BASIC_SIGNALS_PER_DAY) / SLOTS_PER_DAY);

/**
 * The audience of the slot that contains `at` (epoch ms). The day's 30 basic slots are fixed and evenly spread
 * (every 9th or 10th slot), so no count has to be kept and a starter member can be told when the next one comes.
 */
export function audienceOfSlot(at: number): Audience {
  const index = (slotStart(at) % DAY_MS) / SLOT_MS;
  return basicSlotsIn(index + 1) > basicSlotsIn(index) ? 'basic' : 'order-flow';
}

/** Start (epoch ms) of the first basic slot after `at` (epoch ms). */
export function nextBasicSlot(at: number): number {
  let slot = nextSlotStart(at);
  while (audienceOfSlot(slot) !== 'basic') slot += SLOT_MS;
  return slot;
}
