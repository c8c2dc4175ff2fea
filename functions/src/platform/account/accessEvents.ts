import { firestoreTime, tierSchema } from '@quantalgo/contracts';
import type { Firestore } from 'firebase-admin/firestore';
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
  by: z.string(),
  reason: z.string(),
  before: stateSchema,
  after: stateSchema,
  at: firestoreTime,
});
export type AccessEvent = z.infer<typeof eventSchema>;

/** Every change of a member's access, oldest first. */
export async function readAccessEvents(firestore: Firestore, uid: string): Promise<AccessEvent[]> {
  const { docs } = await firestore.collection('accessEvents').where('uid', '==', uid).get();
  const events = docs.flatMap((event) => parseDocument(eventSchema, event) ?? []);
  return events.sort((a, b) => a.at - b.at || a.after.accessVersion - b.after.accessVersion);
}
