import {
  type AccessEventDocument,
  accessEventDocumentSchema,
} from '@quantalgo/contracts/access/accessEvent';
import type { Firestore, Transaction } from 'firebase-admin/firestore';
import { parseDocument } from '../core/documents';

/** Oldest first. */
export async function readAccessEvents(
  firestore: Firestore,
  uid: string,
  transaction?: Transaction,
): Promise<AccessEventDocument[]> {
  const ownEvents = firestore.collection('accessEvents').where('uid', '==', uid);
  const { docs } = await (transaction ? transaction.get(ownEvents) : ownEvents.get());
  const events = docs.map((event) => parseDocument(accessEventDocumentSchema, event));
  return events.sort((a, b) => a.at - b.at || a.after.accessVersion - b.after.accessVersion);
}
