import type { Firestore } from 'firebase-admin/firestore';

/** How many signals wait for their outcome, and how many a seed made: both stay few, so counting them costs one read. */
export async function countSignals(
  firestore: Firestore,
): Promise<{ readonly unsettled: number; readonly seeded: number }> {
  const signals = firestore.collection('signals');
  const [unsettled, seeded] = await Promise.all([
    signals.where('settlement', '==', null).count().get(),
    signals.where('seeded', '==', true).count().get(),
  ]);
  return { unsettled: unsettled.data().count, seeded: seeded.data().count };
}
