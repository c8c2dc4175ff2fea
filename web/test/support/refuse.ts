import { enqueueItem, readOutboxItems, storeItem } from '../../src/data/outbox/outbox';
import type { OutboxContent } from '../../src/data/outbox/item';

/** Refuses everything that the member has queued. */
export async function refuseUnsent(uid: string, reason: string): Promise<void> {
  for (const item of await readOutboxItems(uid))
    await storeItem({ ...item, state: 'refused', reason });
}

export async function addRefused(
  uid: string,
  content: OutboxContent,
  reason: string,
): Promise<void> {
  await enqueueItem(uid, content);
  await refuseUnsent(uid, reason);
}
