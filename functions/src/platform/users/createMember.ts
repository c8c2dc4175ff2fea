import { Timestamp, type Firestore } from 'firebase-admin/firestore';
import { admissionCode } from '../../domain/codes';
import { draw } from '../random';
import { lowerName } from './searchName';
import { userRef } from './users';

/** Who a new member says they are. */
export interface NewMember {
  readonly uid: string;
  readonly fullName: string;
  readonly email: string;
  readonly phone: string;
  readonly country: string;
  readonly telegram: string | null;
}

/** Among millions of codes, to miss this often is a fault of our own. */
const MOST_DRAWS = 20;

/** A new member has no access yet. */
const GUEST = {
  tier: 'guest',
  dashboardUnlocked: false,
  hasDeposited: false,
  staff: false,
  accessVersion: 1,
  accessPath: null,
  codeActivated: false,
  lockExpiresAt: null,
} as const;

/** Writes the member with this admission code; false where the code is another member's. */
async function createWith(
  firestore: Firestore,
  { uid, ...fields }: NewMember,
  code: string,
  now: number,
): Promise<boolean> {
  const taken = firestore.collection('admissionCodes').doc(code);
  return firestore.runTransaction(async (transaction) => {
    const [user, holder] = await transaction.getAll(userRef(firestore, uid), taken);
    if (user?.exists === true) return true;
    if (holder?.exists === true) return false;
    transaction.create(taken, { uid });
    transaction.create(userRef(firestore, uid), {
      fullName: fields.fullName,
      email: fields.email,
      phone: fields.phone,
      country: fields.country,
      telegram: fields.telegram,
      nameLower: lowerName(fields.fullName),
      ...GUEST,
      admissionCode: code,
      createdAt: Timestamp.fromMillis(now),
    });
    return true;
  });
}

/** Creates the record of a new member, a guest with an admission code of their own, unless there is one already. */
export async function createMember(
  firestore: Firestore,
  member: NewMember,
  now: number,
): Promise<void> {
  for (let draws = 0; draws < MOST_DRAWS; draws += 1)
    if (await createWith(firestore, member, admissionCode(draw), now)) return;
  throw new Error('No admission code is left');
}
