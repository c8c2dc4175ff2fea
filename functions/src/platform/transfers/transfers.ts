import { firestoreTime, TRANSFER_CODE_MS, TYPED_CODE_LENGTH } from '@quantalgo/contracts';
import { Timestamp, type Firestore } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { secretCode } from '../../domain/codes';
import { parseDocument } from '../parseDocument';
import { draw } from '../random';
import type { Secrets } from '../secrets';

interface Deps {
  readonly firestore: Firestore;
  readonly secrets: Secrets;
}

const schema = z.object({ uid: z.string(), validUntil: firestoreTime });

const transferRef = ({ firestore, secrets }: Deps, code: string) =>
  firestore.collection('transfers').doc(secrets.digest('transfer code', code));

/** A code that opens a session of this member once, within minutes; `expiresAt` in epoch ms. */
export async function issueTransfer(
  deps: Deps,
  uid: string,
  now: number,
): Promise<{ readonly code: string; readonly expiresAt: number }> {
  const code = secretCode(TYPED_CODE_LENGTH, draw);
  const expiresAt = now + TRANSFER_CODE_MS;
  const validUntil = Timestamp.fromMillis(expiresAt);
  await transferRef(deps, code).create({ uid, validUntil, expireAt: validUntil });
  return { code, expiresAt };
}

/** Whose session the code opens, null where it opens none. It opens one once. */
export async function claimTransfer(deps: Deps, code: string, now: number): Promise<string | null> {
  const reference = transferRef(deps, code);
  return deps.firestore.runTransaction(async (transaction) => {
    const transfer = parseDocument(schema, await transaction.get(reference));
    if (!transfer) return null;
    transaction.delete(reference);
    return transfer.validUntil > now ? transfer.uid : null;
  });
}
