import type { SessionData } from '@quantalgo/contracts/auth/endpoints';
import {
  CONFIRMATION_CODE_LENGTH,
  CONFIRMATION_CODE_TTL_MS,
} from '@quantalgo/contracts/core/validation';
import type { Firestore, Transaction, WriteBatch } from 'firebase-admin/firestore';
import { maskAddress } from '../../domain/account/account';
import { createGuardedCode, drawSecretCode } from '../../domain/auth/codes';
import { queueEmail } from '../core/queues';
import { type Digester, draw } from '../core/secrets';
import { addressKey, addressRef, NO_ACCOUNT, readAddressUid } from './addresses';
import { type Replacement, replaceSessions } from './endSessions';
import { toGuardedFields, tryCode } from './oneTimeCodes';
import type { GrantDeps } from './openings';
import { buildRegistrationsQuery } from './registrations';
import type { Session } from './sessions';
import { requireMember, userRef } from '../account/users';

interface CodeDeps {
  readonly firestore: Firestore;
  readonly secrets: Digester;
}

type MoveDeps = CodeDeps & GrantDeps;

const addressChangeRef = (firestore: Firestore, uid: string) =>
  firestore.collection('addressChanges').doc(uid);

const digestCode = (secrets: Digester, uid: string, code: string) =>
  secrets.digest(`address change of ${uid}`, code);

/** Voids an earlier code. @returns the code, of which only a digest is stored */
export function issueAddressChange(
  { firestore, secrets }: CodeDeps,
  batch: WriteBatch,
  { uid, email }: { uid: string; email: string },
  now: number,
): string {
  const code = drawSecretCode(CONFIRMATION_CODE_LENGTH, draw);
  const state = createGuardedCode(digestCode(secrets, uid, code), now, CONFIRMATION_CODE_TTL_MS);
  batch.set(addressChangeRef(firestore, uid), { ...toGuardedFields(state), email });
  return code;
}

export async function isAddressTaken(deps: CodeDeps, uid: string, email: string): Promise<boolean> {
  const holder = await readAddressUid(deps, email);
  return holder !== NO_ACCOUNT && holder !== uid;
}

/** Emails to the former address. A move adds the uid to them, so that an erasure finds them. */
const buildEmailsQuery = (firestore: Firestore, email: string) =>
  firestore.collection('mail').where('to', '==', email);

async function prepareMove(
  deps: MoveDeps,
  transaction: Transaction,
  {
    session,
    replacement,
    email,
  }: { readonly session: Session; readonly replacement: Replacement; readonly email: string },
  now: number,
): Promise<(() => SessionData) | null> {
  const { firestore } = deps;
  const { uid } = session;
  const key = addressKey(email);
  const holder = await transaction.get(addressRef(firestore, key));
  const record = await requireMember(firestore, transaction, uid);
  // An unconfirmed registration doesn't reserve the address, because only a code proves ownership.
  const { docs: pending } = await transaction.get(buildRegistrationsQuery(firestore, key));
  const { docs: emails } = await transaction.get(buildEmailsQuery(firestore, record.email));
  const replace = await replaceSessions(deps, transaction, session, replacement, now);
  if (holder.exists && holder.get('uid') !== uid) return null;
  return () => {
    transaction.set(holder.ref, { uid });
    if (record.email !== email) transaction.delete(addressRef(firestore, addressKey(record.email)));
    transaction.update(userRef(firestore, uid), { email });
    for (const { ref } of pending) transaction.delete(ref);
    for (const { ref } of emails) transaction.update(ref, { uid });
    const at = new Date(now).toISOString();
    const { fullName, zone } = record;
    const parameters = { fullName, zone, masked: maskAddress(email), at };
    const order = { template: 'emailChanged', to: record.email, uid, parameters } as const;
    queueEmail({ firestore }, transaction, order, now);
    return replace({}, { email });
  };
}

/**
 * If the code is right, one transaction uses it up, moves the member to the new address, replaces
 * all sessions by one and emails the former address.
 * @param prepare mints the new session; not called for wrong codes
 * @returns 'wrong' also if another member took the address in the meantime
 * @throws MemberGoneError, also if the calling session has ended
 */
export async function confirmAddressChange(
  deps: MoveDeps,
  { session, code }: { readonly session: Session; readonly code: string },
  prepare: () => Promise<Replacement>,
  now: number,
): Promise<SessionData | 'wrong' | 'exhausted'> {
  const { firestore, secrets } = deps;
  const { uid } = session;
  const reference = addressChangeRef(firestore, uid);
  const attempt = {
    digest: digestCode(secrets, uid, code),
    now,
    validMs: CONFIRMATION_CODE_TTL_MS,
  };
  let data: SessionData | undefined;
  const verdict = await tryCode(firestore, reference, attempt, async (transaction) => {
    data = undefined;
    const email: unknown = (await transaction.get(reference)).get('email');
    if (typeof email !== 'string') throw new Error('The stored address change has no email');
    const replacement = await prepare();
    const move = await prepareMove(deps, transaction, { session, replacement, email }, now);
    return () => {
      data = move?.();
    };
  });
  if (verdict === 'right') return data ?? 'wrong';
  return verdict;
}
