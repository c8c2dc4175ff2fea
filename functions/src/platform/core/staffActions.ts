import type { StaffAction } from '@quantalgo/contracts/console/console';
import {
  Timestamp,
  type Firestore,
  type Transaction,
  type WriteBatch,
} from 'firebase-admin/firestore';

export interface StaffActionRecord {
  readonly by: string;
  readonly uid: string | null;
  readonly action: StaffAction;
  readonly reason: string;
  readonly now: number;
}

/** Access changes have their own events. */
export function recordStaffAction(
  firestore: Firestore,
  writer: Transaction | WriteBatch,
  { now, ...action }: StaffActionRecord,
): void {
  const at = Timestamp.fromMillis(now);
  writer.create(firestore.collection('staffActions').doc(), { ...action, at });
}
