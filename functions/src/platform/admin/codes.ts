import { CODE_TRIES, firestoreTime, tierSchema, type AdminCode } from '@quantalgo/contracts';
import { Timestamp, type DocumentSnapshot, type Firestore } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { parseDocument } from '../parseDocument';
import { noteAction } from './staffActions';

const MOST = 50;

const schema = z.object({
  digest: z.nullable(z.string()),
  validUntil: firestoreTime,
  tries: z.int(),
  tier: tierSchema,
  issuedBy: z.string(),
  issuedAt: firestoreTime,
  voidedAt: z.optional(firestoreTime),
});
type Stored = z.infer<typeof schema>;

const codeRef = (firestore: Firestore, uid: string) =>
  firestore.collection('dashboardCodes').doc(uid);

function stateOf({ digest, validUntil, tries, voidedAt }: Stored, now: number): AdminCode['state'] {
  if (voidedAt !== undefined) return 'void';
  if (digest !== null) return validUntil > now ? 'open' : 'expired';
  return tries >= CODE_TRIES ? 'exhausted' : 'used';
}

function codeOf(snapshot: DocumentSnapshot, now: number): AdminCode | null {
  const stored = parseDocument(schema, snapshot);
  return (
    stored && {
      userId: snapshot.id,
      tier: stored.tier,
      issuedBy: stored.issuedBy,
      issuedAt: new Date(stored.issuedAt).toISOString(),
      validUntil: new Date(stored.validUntil).toISOString(),
      state: stateOf(stored, now),
    }
  );
}

/** The codes that were issued last, newest first, as they are at `now` (epoch ms). */
export async function listCodes(firestore: Firestore, now: number): Promise<AdminCode[]> {
  const codes = firestore.collection('dashboardCodes').orderBy('issuedAt', 'desc').limit(MOST);
  return (await codes.get()).docs.flatMap((code) => codeOf(code, now) ?? []);
}

/** The code of a member; null where none was issued. */
export async function readCode(firestore: Firestore, uid: string, now: number) {
  const snapshot = await codeRef(firestore, uid).get();
  return snapshot.get('issuedAt') === undefined ? null : codeOf(snapshot, now);
}

/** Makes the open code of a member void; a code that is not open stays what it is. Null where none was issued. */
export async function voidCode(
  firestore: Firestore,
  { uid, by, now }: { uid: string; by: string; now: number },
): Promise<AdminCode | null> {
  return firestore.runTransaction(async (transaction) => {
    const snapshot = await transaction.get(codeRef(firestore, uid));
    const code = snapshot.get('issuedAt') === undefined ? null : codeOf(snapshot, now);
    if (code?.state !== 'open') return code;
    transaction.update(snapshot.ref, { digest: null, voidedAt: Timestamp.fromMillis(now) });
    const reason = `for the ${code.tier} tier`;
    noteAction(firestore, transaction, { by, uid, action: 'code voided', reason, now });
    return { ...code, state: 'void' };
  });
}
