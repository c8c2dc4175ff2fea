import { slotStart } from '@quantalgo/contracts';
import { type Publisher } from './publisher';

/** Runs the publisher until it is a slot ahead, so that whoever is connected is live, and stays so for five minutes. */
export async function liveUntilNow({ publish, settle }: Publisher): Promise<void> {
  const current = slotStart(Date.now());
  let newest = 0;
  while (newest <= current) newest = (await publish()).signal.createdAt;
  await settle();
}
