import { accessEventDocumentSchema, type AccessEvent } from '@quantalgo/contracts';
import type { Firestore } from 'firebase-admin/firestore';
import { parseDocument } from '../parseDocument';

/** Every change of a member's access, oldest first. */
export async function readAccessEvents(firestore: Firestore, uid: string): Promise<AccessEvent[]> {
  const { docs } = await firestore.collection('accessEvents').where('uid', '==', uid).get();
  const events = docs.flatMap((event) => parseDocument(accessEventDocumentSchema, event) ?? []);
  return events.sort((a, b) => a.at - b.at || a.after.accessVersion - b.after.accessVersion);
}
