import { performanceCountersSchema, type PerformanceCounters } from '@quantalgo/contracts';
import type { Firestore } from 'firebase-admin/firestore';
import { parseDocument } from '../parseDocument';

/** The record's counters, null before the first settlement. */
export const readPerformance = async (firestore: Firestore): Promise<PerformanceCounters | null> =>
  parseDocument(performanceCountersSchema, await firestore.doc('stats/performance').get());
