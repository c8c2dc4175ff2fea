import { openOutbox } from '../../../src/data/outbox/database';
import type { OutboxItem } from '../../../src/data/outbox/item';

/** Adds an item to the outbox unchanged, in any state. */
export async function addItem(item: OutboxItem): Promise<void> {
  const { database } = await openOutbox();
  await database.items.put(item);
}
