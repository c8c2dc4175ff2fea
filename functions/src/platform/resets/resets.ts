import { firestoreTime, RESET_TOKEN_MS } from '@quantalgo/contracts';
import { Timestamp, type Firestore, type WriteBatch } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { parseDocument } from '../parseDocument';
import type { Secrets } from '../secrets';

interface Deps {
  readonly firestore: Firestore;
  readonly secrets: Secrets;
}

/** Whose password a reset token sets. */
export interface Reset {
  readonly uid: string;
  readonly email: string;
}

const schema = z.object({ uid: z.string(), email: z.string(), validUntil: firestoreTime });

const digestOf = (secrets: Secrets, token: string) => secrets.digest('reset token', token);

/** Stores the reset token of an address; the one before it is void. `key` is the address' own. */
export function writeReset(
  { firestore, secrets }: Deps,
  batch: WriteBatch,
  key: string,
  { uid, email, token }: Reset & { readonly token: string },
  now: number,
): void {
  const validUntil = Timestamp.fromMillis(now + RESET_TOKEN_MS);
  batch.set(firestore.collection('resets').doc(key), {
    digest: digestOf(secrets, token),
    uid,
    email,
    validUntil,
    expireAt: validUntil,
  });
}

const resetsOf = ({ firestore, secrets }: Deps, token: string) =>
  firestore.collection('resets').where('digest', '==', digestOf(secrets, token)).limit(1);

/** Whose password the token would set at `now`; null where it opens nothing. Consumes nothing. */
export async function readReset(deps: Deps, token: string, now: number): Promise<Reset | null> {
  const [document] = (await resetsOf(deps, token).get()).docs;
  const reset = document && parseDocument(schema, document);
  return reset && reset.validUntil > now ? reset : null;
}

/** As {@link readReset}, and from then on the token opens nothing: of many calls at once, one gets it. */
export async function claimReset(deps: Deps, token: string, now: number): Promise<Reset | null> {
  return deps.firestore.runTransaction(async (transaction) => {
    const [document] = (await transaction.get(resetsOf(deps, token))).docs;
    const reset = document && parseDocument(schema, document);
    if (!reset || reset.validUntil <= now) return null;
    transaction.update(document.ref, { digest: null });
    return reset;
  });
}
