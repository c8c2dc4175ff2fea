import { performanceCountersSchema, type PerformanceCounters } from '@quantalgo/contracts';
import type { Firestore } from 'firebase-admin/firestore';

/** The record's counters, null before the first settlement. */
export async function readPerformance(firestore: Firestore): Promise<PerformanceCounters | null> {
  const snapshot = await firestore.doc('stats/performance').get();
  return snapshot.exists ? performanceCountersSchema.parse(snapshot.data()) : null;
}
