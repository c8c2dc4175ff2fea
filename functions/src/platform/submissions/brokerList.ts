import { FieldValue, type Firestore, Timestamp } from 'firebase-admin/firestore';
import { brokerAccountDocument } from '../../collections/broker';
import type { ReportedAccount } from '../../domain/broker/postback';
import { type BrokerAccount, toAccountKey } from '../../domain/submissions/brokerList';
import { COLLECTIONS } from '../../collections/collections';
import type { Clock } from '../core/clock';
import { ignoreStaleWrite, parseDocument } from '../core/documents';
import { recordStaffAction } from '../core/staffActions';
import { PROOFS, queryByAccount, SETUPS } from './kinds';
import { sha256 } from '../../domain/core/sha256';

export interface ListedAccount extends BrokerAccount {
  readonly importedAt: number;
  /** The member whose link opened the account, as the broker reported. */
  readonly uid?: string | undefined;
  readonly report?: ReportedAccount | undefined;
}

export interface BrokerRegistry {
  /** Compares normalised trader IDs (`toAccountKey`). Null if the account isn't listed. */
  find(traderId: string): Promise<ListedAccount | null>;
}

/** The id is a digest, because a trader ID may contain characters that paths can't. */
export const brokerAccountRef = (firestore: Firestore, traderId: string) =>
  firestore.collection('brokerRegistry').doc(sha256(toAccountKey(traderId)));

/**
 * Finds accounts that staff imported from the broker's affiliate panel. An account expires unless a
 * later list contains it.
 */
export const createImportedRegistry = (firestore: Firestore, clock: Clock): BrokerRegistry => ({
  async find(traderId) {
    const account = parseDocument(
      brokerAccountDocument,
      await brokerAccountRef(firestore, traderId).get(),
    );
    return account && account.importedAt + COLLECTIONS.brokerRegistry.retentionMs > clock()
      ? account
      : null;
  },
});

export async function importAccounts(
  firestore: Firestore,
  accounts: readonly BrokerAccount[],
  { by, now }: { by: string; now: number },
): Promise<void> {
  const writer = firestore.bulkWriter();
  const importFields = {
    importedAt: Timestamp.fromMillis(now),
    expireAt: Timestamp.fromMillis(now + COLLECTIONS.brokerRegistry.retentionMs),
  };
  const writes = accounts.map((account) =>
    writer.set(
      brokerAccountRef(firestore, account.traderId),
      { ...account, ...importFields },
      { merge: true },
    ),
  );
  await Promise.all([...writes, writer.close()]);
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

/**
 * True if another member submitted the account, or if their link opened it.
 * @param opener as the broker reported
 */
export async function isClaimedByAnother(
  firestore: Firestore,
  { traderId, opener }: { readonly traderId: string; readonly opener: string | undefined },
  uid: string,
): Promise<boolean> {
  if (opener !== undefined && opener !== uid) return true;
  const claims = await Promise.all(
    [PROOFS, SETUPS].map((kind) => queryByAccount(firestore, kind, traderId).select('uid').get()),
  );
  return claims.some(({ docs }) => docs.some((claim) => claim.get('uid') !== uid));
}

/** Keeps accounts that another member opened or also claims, but forgets which this one opened. */
export async function eraseListedAccounts(
  firestore: Firestore,
  traderIds: readonly string[],
  uid: string,
): Promise<void> {
  const openedAccounts = await firestore.collection('brokerRegistry').where('uid', '==', uid).get();
  const openedIds = openedAccounts.docs.map(
    (account) => parseDocument(brokerAccountDocument, account).traderId,
  );
  await Promise.all(
    [...traderIds, ...openedIds].map(async (traderId) => {
      const snapshot = await brokerAccountRef(firestore, traderId).get();
      const opener = parseDocument(brokerAccountDocument, snapshot)?.uid;
      if (!(await isClaimedByAnother(firestore, { traderId, opener }, uid)))
        await snapshot.ref.delete();
    }),
  );
  // Last, because an interrupted run finds these accounts by their uid.
  await Promise.all(
    openedAccounts.docs.map(({ ref }) =>
      ref.update({ uid: FieldValue.delete() }).catch(ignoreStaleWrite),
    ),
  );
}
