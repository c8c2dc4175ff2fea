import { signalDocumentSchema, type Settlement, type Signal } from '@quantalgo/contracts';
import type { Firestore } from 'firebase-admin/firestore';

/** A signal whose outcome is known. */
export type Settled = Signal & { readonly settlement: Settlement };

/**
 * The signal that was settled last, null before the first.
 * @throws Error when the stored signal is not one.
 */
export async function readLatestSettled(firestore: Firestore): Promise<Settled | null> {
  const { docs } = await firestore
    .collection('signals')
    .orderBy('settlement.settledAt', 'desc')
    .limit(1)
    .get();
  const [document] = docs;
  if (!document) return null;
  const { settlement, ...signal } = signalDocumentSchema.parse(document.data());
  if (!settlement) throw new Error(`The settlement of signal ${signal.id} was not read`);
  return { ...signal, settlement };
}
