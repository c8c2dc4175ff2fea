import { type Firestore, Timestamp } from 'firebase-admin/firestore';
import { countdownDocument } from '../../collections/console';
import { type CountdownRounds, DEFAULT_ROUNDS } from '../../domain/countdown/rounds';
import { parseDocument } from '../core/documents';
import { recordStaffAction } from '../core/staffActions';

export async function readCountdown(firestore: Firestore): Promise<CountdownRounds> {
  const snapshot = await firestore.doc('config/countdown').get();
  return parseDocument(countdownDocument, snapshot) ?? DEFAULT_ROUNDS;
}

export async function resetCountdown(
  firestore: Firestore,
  { roundMs, by, now }: { roundMs: number; by: string; now: number },
): Promise<CountdownRounds> {
  const endsAt = now + roundMs;
  const batch = firestore.batch();
  batch.set(firestore.doc('config/countdown'), { endsAt: Timestamp.fromMillis(endsAt), roundMs });
  const reason = `a round of ${roundMs / 60_000} minutes`;
  recordStaffAction(firestore, batch, { by, uid: null, action: 'countdown reset', reason, now });
  await batch.commit();
  return { endsAt, roundMs };
}
