import { firestoreTime } from '@quantalgo/contracts';
import type { Firestore } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { DEFAULT_ROUNDS, type CountdownRounds } from '../../domain/countdown';
import { parseDocument } from '../parseDocument';

const configSchema = z.object({
  endsAt: firestoreTime,
  roundMs: z._default(z.int().check(z.gte(1000)), DEFAULT_ROUNDS.roundMs),
});

/** The rounds of `config/countdown` (`endsAt` a Timestamp, `roundMs` optional), the default ones where it is not there. */
export async function readCountdown(firestore: Firestore): Promise<CountdownRounds> {
  const snapshot = await firestore.doc('config/countdown').get();
  return parseDocument(configSchema, snapshot) ?? DEFAULT_ROUNDS;
}
