import type { StaffAction } from '@quantalgo/contracts/console/console';
import {
  Timestamp,
  type Firestore,
  type Transaction,
  type WriteBatch,
} from 'firebase-admin/firestore';

export interface PerformedAction {
  /** Uid of the staff member. */
  readonly by: string;
  /** The member concerned; null if none. */
  readonly uid: string | null;
  readonly action: StaffAction;
  readonly reason: string;
  /** Epoch ms. */
  readonly now: number;
}

/** Access changes have their own events. */
export function recordStaffAction(
  firestore: Firestore,
  writer: Transaction | WriteBatch,
  { now, ...action }: PerformedAction,
): void {
  const at = Timestamp.fromMillis(now);
  writer.create(firestore.collection('staffActions').doc(), { ...action, at });
}
