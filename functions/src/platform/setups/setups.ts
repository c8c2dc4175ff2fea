import {
  setupDocumentSchema,
  setupProofPath,
  type SetupBody,
  type SetupRecord,
} from '@quantalgo/contracts';
import { Timestamp, type Firestore } from 'firebase-admin/firestore';
import type { Bucket } from '../firebase';
import { isRepeated, rememberCall, type KeyedCall } from '../idempotency/calls';
import { parseDocument } from '../parseDocument';
import { SETUP_PROOFS, uploadRef } from '../proofs/uploads';
import { memberIn, userRef } from '../users/users';

const isSame = (setup: SetupRecord, { brokerAccount, depositAmount, accessPath }: SetupBody) =>
  setup.brokerAccount === brokerAccount &&
  setup.depositAmount === depositAmount &&
  setup.accessPath === accessPath;

/**
 * Enters an account setup whose proof was uploaded before, once however often the call arrives, and chooses the
 * member's path of access.
 * @param now epoch ms
 * @throws KeyReused when the key of the call stands for another one, MemberGone
 */
export async function enterSetup(
  { firestore, bucket }: { readonly firestore: Firestore; readonly bucket: Bucket },
  call: KeyedCall,
  body: SetupBody,
  now: number,
): Promise<SetupRecord | 'file missing' | 'taken'> {
  const { uid } = call;
  const { setupId, ...fields } = body;
  const file = setupProofPath(uid, setupId);
  const [isUploaded] = await bucket.file(file).exists();
  const reference = uploadRef(firestore, SETUP_PROOFS, setupId);
  return firestore.runTransaction(async (transaction) => {
    await memberIn(firestore, transaction, uid);
    const repeated = await isRepeated(firestore, transaction, call);
    const known = parseDocument(setupDocumentSchema, await transaction.get(reference));
    if (known) return known.uid === uid && (repeated || isSame(known, body)) ? known : 'taken';
    if (!isUploaded) return 'file missing';
    const setup: Omit<SetupRecord, 'createdAt' | 'updatedAt'> = {
      uid,
      file,
      ...fields,
      state: 'checking',
      reason: null,
    };
    const at = Timestamp.fromMillis(now);
    rememberCall(firestore, transaction, call, now);
    transaction.create(reference, { ...setup, createdAt: at, updatedAt: at });
    transaction.update(userRef(firestore, uid), { accessPath: fields.accessPath });
    return { ...setup, createdAt: now, updatedAt: now };
  });
}
