/** Length of a slot in milliseconds: a signal is due every five minutes. */
export const SLOT_MS = 5 * 60_000;

const ID = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})Z$/;

/** Start (epoch ms) of the slot that contains `at` (epoch ms): UTC time floored to five minutes. */
export function slotStart(at: number): number {
  return Math.floor(at / SLOT_MS) * SLOT_MS;
}

/** Start (epoch ms) of the first slot after `at` (epoch ms). */
export function nextSlotStart(at: number): number {
  return slotStart(at) + SLOT_MS;
}

/** Id of the slot that contains `at` (epoch ms), as `yyyyMMdd'T'HHmm'Z'`: sorts by time, names documents. */
export function slotId(at: number): string {
  return new Date(slotStart(at)).toISOString().slice(0, 16).replace(/[-:]/g, '') + 'Z';
}

/**
 * Start (epoch ms) of the slot with this id.
 * @throws RangeError when the text is no id of a slot.
 */
export function slotStartOfId(id: string): number {
  const [, year, month, day, hour, minute] = ID.exec(id) ?? [];
  const start = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:00Z`);
  if (Number.isNaN(start) || slotId(start) !== id)
    throw new RangeError(`Not the id of a slot: ${id}`);
  return start;
}

/** True for the id of a slot. */
export function isSlotId(id: string): boolean {
  try {
    slotStartOfId(id);
    return true;
  } catch {
    return false;
  }
}

/** Starts (epoch ms) of the slots after `from`'s and before `to`'s: those that lie between two runs. */
export function slotsBetween(from: number, to: number): number[] {
  const slots: number[] = [];
  for (let slot = nextSlotStart(from); slot < slotStart(to); slot += SLOT_MS) slots.push(slot);
  return slots;
}
