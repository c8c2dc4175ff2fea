import { Timestamp, type Firestore } from 'firebase-admin/firestore';
import type { CountdownRounds } from '../../domain/countdown';
import { noteAction } from '../admin/staffActions';

/**
 * Begins a round of `roundMs` at `now` (epoch ms), for everybody.
 * @param by uid of the one of staff who begins it
 */
export async function resetCountdown(
  firestore: Firestore,
  { roundMs, by, now }: { roundMs: number; by: string; now: number },
): Promise<CountdownRounds> {
  const endsAt = now + roundMs;
  const batch = firestore.batch();
  batch.set(firestore.doc('config/countdown'), { endsAt: Timestamp.fromMillis(endsAt), roundMs });
  const reason = `a round of ${roundMs / 60_000} minutes`;
  noteAction(firestore, batch, { by, uid: null, action: 'countdown reset', reason, now });
  await batch.commit();
  return { endsAt, roundMs };
}
