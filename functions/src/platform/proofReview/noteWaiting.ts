import type { ProofState } from '@quantalgo/contracts';
import type { Firestore } from 'firebase-admin/firestore';
import { userRef } from '../users/users';

const WAITING: ProofState = 'waiting';

/**
 * Notes on a member since when their oldest proof waits for staff, null where none does. It reads what is there now and
 * never what it was started with, so it may run late and twice.
 */
export async function noteWaiting(firestore: Firestore, uid: string): Promise<void> {
  await firestore.runTransaction(async (transaction) => {
    const waiting = firestore
      .collection('proofs')
      .where('uid', '==', uid)
      .where('state', '==', WAITING)
      .orderBy('createdAt', 'asc')
      .limit(1);
    const user = await transaction.get(userRef(firestore, uid));
    const [oldest] = (await transaction.get(waiting)).docs;
    if (user.exists)
      transaction.update(user.ref, { proofWaitingSince: oldest?.get('createdAt') ?? null });
  });
}

/** Notes it for members whose proofs waited before anybody noted. */
export async function noteAllWaiting(firestore: Firestore): Promise<void> {
  const { docs } = await firestore.collection('proofs').where('state', '==', WAITING).get();
  const uids = new Set(docs.map((proof) => String(proof.get('uid'))));
  for (const uid of uids) await noteWaiting(firestore, uid);
}
