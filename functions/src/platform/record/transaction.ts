import type { Firestore, Transaction } from 'firebase-admin/firestore';
import type { Write } from './writes';

/** Adds writes to a transaction. One of a document made `once` fails the transaction where it is there already. */
export function applyIn(
  transaction: Transaction,
  database: Firestore,
  writes: readonly Write[],
): void {
  for (const { path, data, once } of writes) {
    if (once) transaction.create(database.doc(path), data);
    else transaction.set(database.doc(path), data);
  }
}
