import { signalDocumentSchema, type TicketRecord } from '@quantalgo/contracts';
import type { Firestore, Transaction } from 'firebase-admin/firestore';
import { parseDocument } from '../parseDocument';

type Recorded = NonNullable<TicketRecord['signal']>['recorded'];

/**
 * What the record says of a signal that a member disputes. Only of a settled one, which the ledger has revealed to
 * everybody: a ticket must not show its owner a signal that their tier does not receive.
 * @returns null where it is not settled, or never was
 */
export async function recordedSignal(
  firestore: Firestore,
  transaction: Transaction,
  id: string,
): Promise<Recorded> {
  const document = await transaction.get(firestore.collection('signals').doc(id));
  const signal = parseDocument(signalDocumentSchema, document);
  if (!signal?.settlement) return null;
  const { pair, direction, settlement } = signal;
  return { pair, direction, closes: settlement.closes };
}
