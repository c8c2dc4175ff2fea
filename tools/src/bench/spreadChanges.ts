import { SLOT_MS, slotStartOfId } from '@quantalgo/contracts';
import { type Firestore, Timestamp } from 'firebase-admin/firestore';

/** The newest may stand in the slot after this one: then its time, too, is over. */
const EARLIER_MS = 2 * SLOT_MS;

/**
 * Lets the last changes of the signals be a slot apart, as in a record that grew slot by slot: what is seeded was written at
 * once, and whoever missed one of it, or one that came soon after, would fetch it all.
 */
export async function spreadChanges(database: Firestore): Promise<void> {
  const { docs } = await database.collection('signals').get();
  const batch = database.batch();
  for (const { id, ref } of docs)
    batch.update(ref, { updatedAt: Timestamp.fromMillis(slotStartOfId(id) - EARLIER_MS) });
  await batch.commit();
}
