import { CONFIRMATION_CODE_LENGTH, CONFIRMATION_CODE_MS } from '@quantalgo/contracts';
import type { Firestore, WriteBatch } from 'firebase-admin/firestore';
import { issued, secretCode } from '../../domain/codes';
import { guardedFields, tryCode } from '../codes/guardedCode';
import { draw } from '../random';
import type { Secrets } from '../secrets';

interface Deps {
  readonly firestore: Firestore;
  readonly secrets: Secrets;
}

/** The change of address that a member asked for last. */
export const addressChangeRef = (firestore: Firestore, uid: string) =>
  firestore.collection('addressChanges').doc(uid);

const digestOf = (secrets: Secrets, uid: string, code: string) =>
  secrets.digest(`address change of ${uid}`, code);

/**
 * Issues the code that makes `email` a member's address; an earlier one is void.
 * @param now epoch ms
 * @returns the code, which is stored nowhere
 */
export function issueAddressChange(
  { firestore, secrets }: Deps,
  batch: WriteBatch,
  { uid, email }: { uid: string; email: string },
  now: number,
): string {
  const code = secretCode(CONFIRMATION_CODE_LENGTH, draw);
  const state = issued(digestOf(secrets, uid, code), now, CONFIRMATION_CODE_MS);
  batch.set(addressChangeRef(firestore, uid), { ...guardedFields(state), email });
  return code;
}

/**
 * Tries a member's code; the right one works once.
 * @returns the address that it confirms, or why it confirms none
 */
export async function tryAddressChange(
  { firestore, secrets }: Deps,
  { uid, code, now }: { uid: string; code: string; now: number },
): Promise<{ readonly email: string } | 'wrong' | 'exhausted'> {
  const reference = addressChangeRef(firestore, uid);
  let email: unknown;
  const verdict = await tryCode(
    firestore,
    reference,
    { digest: digestOf(secrets, uid, code), now, validMs: CONFIRMATION_CODE_MS },
    async (transaction) => {
      email = (await transaction.get(reference)).get('email');
      return () => undefined;
    },
  );
  if (verdict !== 'right') return verdict;
  if (typeof email !== 'string') throw new Error('A change of address without an address');
  return { email };
}
