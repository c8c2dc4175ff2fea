import { firestoreTime } from '@quantalgo/contracts';
import { type Firestore, Timestamp } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import type { BrokerAccount } from '../../domain/brokerList';
import { sha256 } from '../../domain/ledger';
import { parseDocument } from '../core/documents';
import { recordStaffAction } from '../core/staffActions';

/** An account as the broker's list that was imported last tells of it. */
export interface ListedAccount extends BrokerAccount {
  /** Epoch ms. */
  readonly importedAt: number;
}

/** What the broker itself says of accounts: proofs are weighed against it. */
export interface BrokerRegistry {
  /** The account of a trader ID, in any case; null where the broker does not know it. */
  find(traderId: string): Promise<ListedAccount | null>;
}

const schema = z.object({
  traderId: z.string(),
  underOurLink: z.boolean(),
  funded: z.boolean(),
  amount: z.nullable(z.number()),
  importedAt: firestoreTime,
});

/** Ids hold no characters that a path could not. */
const accountRef = (firestore: Firestore, traderId: string) =>
  firestore.collection('brokerRegistry').doc(sha256(traderId.trim().toLowerCase()));

/** The broker's accounts as staff imported them from its affiliate panel. */
export const importedList = (firestore: Firestore): BrokerRegistry => ({
  find: async (traderId) => parseDocument(schema, await accountRef(firestore, traderId).get()),
});

/**
 * Takes in accounts, each in the place of what was known of it.
 * @param by uid of the one of staff who imports them
 * @param now epoch ms
 */
export async function importAccounts(
  firestore: Firestore,
  accounts: readonly BrokerAccount[],
  { by, now }: { by: string; now: number },
): Promise<void> {
  const writer = firestore.bulkWriter();
  const importedAt = Timestamp.fromMillis(now);
  const written = accounts.map((account) =>
    writer.set(accountRef(firestore, account.traderId), { ...account, importedAt }),
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
