import { SLOT_MS, slotStart } from '@quantalgo/contracts';
import { type Publisher } from './publisher';

/**
 * Runs the publisher until it is `ahead` (ms) of the running slot: a slot, so that whoever is connected is live and stays
 * so for five minutes; nothing, for a signal that can be entered right now.
 */
export async function liveUntilNow(
  { publish, settle }: Publisher,
  ahead: number = SLOT_MS,
): Promise<void> {
  const last = slotStart(Date.now()) + ahead;
  let newest = 0;
  while (newest < last) newest = (await publish()).signal.createdAt;
  await settle();
}
