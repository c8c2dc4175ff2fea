import { accessEventDocumentSchema, type AuditEvent } from '@quantalgo/contracts';
import type { Firestore } from 'firebase-admin/firestore';
import { parseDocument } from '../parseDocument';

/** The latest changes of a member's access, newest first. */
export async function readAccessHistory(
  firestore: Firestore,
  userId: string,
  limit: number,
): Promise<AuditEvent[]> {
  const { docs } = await firestore
    .collection('accessEvents')
    .where('uid', '==', userId)
    .orderBy('at', 'desc')
    .limit(limit)
    .get();
  return docs.flatMap((snapshot) => {
    const stored = parseDocument(accessEventDocumentSchema, snapshot);
    if (!stored) return [];
    const { uid, at, ...event } = stored;
    return [{ ...event, id: snapshot.id, userId: uid, at: new Date(at).toISOString() }];
  });
}
