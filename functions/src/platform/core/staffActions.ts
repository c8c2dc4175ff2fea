import type { StaffAction } from '@quantalgo/contracts/console/console';
import {
  Timestamp,
  type Firestore,
  type Transaction,
  type WriteBatch,
} from 'firebase-admin/firestore';

/** An action of a staff member. */
export interface PerformedAction {
  /** Uid of the staff member. */
  readonly by: string;
  /** The member whom it concerns; null where it concerns nobody in particular. */
  readonly uid: string | null;
  readonly action: StaffAction;
  /** Why, or what exactly. */
  readonly reason: string;
  /** Epoch ms. */
  readonly now: number;
}

/** Adds a staff action to the audit, with the writer's other writes. Changes of access have their own events. */
export function recordStaffAction(
  firestore: Firestore,
  writer: Transaction | WriteBatch,
  { now, ...action }: PerformedAction,
): void {
  const at = Timestamp.fromMillis(now);
  writer.create(firestore.collection('staffActions').doc(), { ...action, at });
}
