import { performanceCountersSchema, type PerformanceCounters } from '@quantalgo/contracts';
import type { Firestore } from 'firebase-admin/firestore';
import { parseDocument } from '../parseDocument';
import { COUNTERS_PATH } from '../record/head';

/** The record's counters, null before the first settlement. */
export const readPerformance = async (firestore: Firestore): Promise<PerformanceCounters | null> =>
  parseDocument(performanceCountersSchema, await firestore.doc(COUNTERS_PATH).get());
