import { firestoreTime, tierSchema, type AuditEvent } from '@quantalgo/contracts';
import type { DocumentSnapshot, Firestore, Query } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { parseDocument } from '../parseDocument';

const stateSchema = z.object({
  tier: tierSchema,
  dashboardUnlocked: z.boolean(),
  hasDeposited: z.boolean(),
  staff: z.boolean(),
  codeActivated: z.boolean(),
  accessVersion: z.int(),
});

const eventSchema = z.object({
  uid: z.string(),
  by: z.string(),
  reason: z.string(),
  before: stateSchema,
  after: stateSchema,
  at: firestoreTime,
});

function eventOf(snapshot: DocumentSnapshot): AuditEvent | null {
  const stored = parseDocument(eventSchema, snapshot);
  if (!stored) return null;
  const { uid, at, ...event } = stored;
  return { ...event, id: snapshot.id, userId: uid, at: new Date(at).toISOString() };
}

/** What the audit is narrowed to; `after` is the event that a page begins behind. */
export interface AuditFilter {
  readonly userId?: string | undefined;
  readonly by?: string | undefined;
  readonly after?: string | undefined;
}

/** Changes of access, newest first. */
export async function readAudit(
  firestore: Firestore,
  { userId, by, after }: AuditFilter,
  limit: number,
): Promise<AuditEvent[]> {
  const events = firestore.collection('accessEvents');
  let query: Query = events;
  if (userId !== undefined) query = query.where('uid', '==', userId);
  if (by !== undefined) query = query.where('by', '==', by);
  query = query.orderBy('at', 'desc');
  if (after !== undefined) query = query.startAfter(await events.doc(after).get());
  const { docs } = await query.limit(limit).get();
  return docs.flatMap((event) => eventOf(event) ?? []);
}
