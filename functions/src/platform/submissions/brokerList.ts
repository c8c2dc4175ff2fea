import { type Firestore, Timestamp } from 'firebase-admin/firestore';
import { brokerAccountDocument } from '../../collections/console';
import { type BrokerAccount, toAccountKey } from '../../domain/submissions/brokerList';
import { KEPT_MS } from '../../retention';
import type { Clock } from '../core/clock';
import { parseDocument } from '../core/documents';
import { recordStaffAction } from '../core/staffActions';
import { PROOFS, SETUPS } from './kinds';
import { sha256 } from '../../domain/core/sha256';

/** An account from the latest imported broker list that names it. */
export interface ListedAccount extends BrokerAccount {
  /** Epoch ms. */
  readonly importedAt: number;
}

/** The broker's own data on accounts, against which staff check proofs. */
export interface BrokerRegistry {
  /** The account of a trader ID, in any spelling; null where it isn't listed. */
  find(traderId: string): Promise<ListedAccount | null>;
}

/** A digest as id, because a trader ID may contain characters that a path can't. */
const accountRef = (firestore: Firestore, traderId: string) =>
  firestore.collection('brokerRegistry').doc(sha256(toAccountKey(traderId)));

/** The broker's accounts that staff imported from its affiliate panel of late: one expires unless a later list names it. */
export const importedList = (firestore: Firestore, clock: Clock): BrokerRegistry => ({
  async find(traderId) {
    const listed = parseDocument(
      brokerAccountDocument,
      await accountRef(firestore, traderId).get(),
    );
    return listed && listed.importedAt + KEPT_MS.brokerRegistry > clock() ? listed : null;
  },
});

/**
 * Imports accounts, each of which replaces its earlier data.
 * @param by uid of the staff member who imports them
 * @param now epoch ms
 */
export async function importAccounts(
  firestore: Firestore,
  accounts: readonly BrokerAccount[],
  { by, now }: { by: string; now: number },
): Promise<void> {
  const writer = firestore.bulkWriter();
  const imported = {
    importedAt: Timestamp.fromMillis(now),
    expireAt: Timestamp.fromMillis(now + KEPT_MS.brokerRegistry),
  };
  const written = accounts.map((account) =>
    writer.set(accountRef(firestore, account.traderId), { ...account, ...imported }),
  );
  await writer.close();
  await Promise.all(written);
  const batch = firestore.batch();
  const reason = `${accounts.length} accounts`;
  recordStaffAction(firestore, batch, {
    by,
    uid: null,
    action: 'broker list imported',
    reason,
    now,
  });
  await batch.commit();
}

/** True where a submission of another member names the account too. */
async function isClaimedByAnother(
  firestore: Firestore,
  traderId: string,
  uid: string,
): Promise<boolean> {
  const claims = await Promise.all(
    [PROOFS, SETUPS].map(({ aboutAccount, collection }) =>
      aboutAccount(firestore.collection(collection), traderId).select('uid').get(),
    ),
  );
  return claims.some(({ docs }) => docs.some((one) => one.get('uid') !== uid));
}

/** Deletes the listed data on a member's accounts, unless another member claims the account too. */
export async function eraseListed(
  firestore: Firestore,
  traderIds: readonly string[],
  uid: string,
): Promise<void> {
  await Promise.all(
    traderIds.map(async (traderId) => {
      if (!(await isClaimedByAnother(firestore, traderId, uid)))
        await accountRef(firestore, traderId).delete();
    }),
  );
}
