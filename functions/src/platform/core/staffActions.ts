import type { StaffAction } from '@quantalgo/contracts';
import {
  Timestamp,
  type Firestore,
  type Transaction,
  type WriteBatch,
} from 'firebase-admin/firestore';

/** What one of staff did. */
export interface PerformedAction {
  /** Uid of the one of staff. */
  readonly by: string;
  /** The member whom it concerns; null where it concerns nobody in particular. */
  readonly uid: string | null;
  readonly action: StaffAction;
  /** Why, or what exactly. */
  readonly reason: string;
  /** Epoch ms. */
  readonly now: number;
}

/** Puts what staff did on record, with whatever it writes. A change of access has its own event. */
export function recordStaffAction(
  firestore: Firestore,
  writer: Transaction | WriteBatch,
  { now, ...action }: PerformedAction,
): void {
  const at = Timestamp.fromMillis(now);
  writer.create(firestore.collection('staffActions').doc(), { ...action, at });
}
