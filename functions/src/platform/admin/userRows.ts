import {
  firestoreTime,
  toUser,
  userDocumentSchema,
  type AdminUser,
  type UserRecord,
} from '@quantalgo/contracts';
import type { DocumentSnapshot, Firestore } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { parseDocument } from '../parseDocument';
import { userRef } from '../users/users';

const documentSchema = z.object({
  ...userDocumentSchema.shape,
  proofWaitingSince: z._default(z.nullable(firestoreTime), null),
});

/** The row of a member; null where there is none. */
export function rowOf(snapshot: DocumentSnapshot): AdminUser | null {
  const stored = parseDocument(documentSchema, snapshot);
  if (!stored) return null;
  const { proofWaitingSince: since, ...record } = stored;
  return {
    ...toUser(snapshot.id, record),
    confirmed: true,
    proofWaitingSince: since === null ? null : new Date(since).toISOString(),
  };
}

/** The row of a member as it is now; null where there is none. */
export const readRow = async (firestore: Firestore, uid: string): Promise<AdminUser | null> =>
  rowOf(await userRef(firestore, uid).get());

const registrationSchema = z.object({
  uid: z.string(),
  fullName: z.string(),
  email: z.string(),
  createdAt: firestoreTime,
});

const NOTHING_YET = {
  admissionCode: '',
  tier: 'guest',
  dashboardUnlocked: false,
  hasDeposited: false,
  staff: false,
  accessVersion: 0,
  accessPath: null,
  codeActivated: false,
  notifications: { signals: true, trades: true, marketing: false, security: true },
  lockExpiresAt: null,
} as const satisfies Partial<UserRecord>;

/** The row of a registration that nobody has confirmed yet. */
export function unconfirmedRowOf(snapshot: DocumentSnapshot): AdminUser | null {
  const stored = parseDocument(registrationSchema, snapshot);
  if (!stored) return null;
  const { uid, ...fields } = stored;
  const user = toUser(uid, { ...NOTHING_YET, ...fields });
  return { ...user, confirmed: false, proofWaitingSince: null };
}
