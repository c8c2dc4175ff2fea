import { Timestamp, type Firestore } from 'firebase-admin/firestore';
import type { CountdownRounds } from '../../domain/countdown';

/** Begins a round of `roundMs` at `now` (epoch ms), for everybody. */
export async function resetCountdown(
  firestore: Firestore,
  roundMs: number,
  now: number,
): Promise<CountdownRounds> {
  const endsAt = now + roundMs;
  await firestore.doc('config/countdown').set({ endsAt: Timestamp.fromMillis(endsAt), roundMs });
  return { endsAt, roundMs };
}
