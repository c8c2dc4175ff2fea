import type { AdminSetup, SetupCase } from '@quantalgo/contracts';
import type { Firestore, Query } from 'firebase-admin/firestore';
import { readAccessHistory } from '../admin/accessHistory';
import { readRow } from '../admin/userRows';
import type { BrokerRegistry } from '../brokerRegistry/brokerRegistry';
import { setupOf, setupRef, toAdminSetup } from './waiting';

/** Setups and changes that stand beside a case at most. */
const BESIDE = 10;

type Duplicate = SetupCase['duplicates'][number];

async function others(query: Query, id: string) {
  const { docs } = await query.limit(BESIDE).get();
  return docs.flatMap((document) => {
    const setup = setupOf(document);
    return setup && document.id !== id ? [{ setupId: document.id, userId: setup.uid }] : [];
  });
}

/** Setups with the very same file, of whomever, and other members' with the same broker account. */
async function duplicatesOf(
  firestore: Firestore,
  { id, userId, brokerAccount }: AdminSetup,
  digest: unknown,
): Promise<Duplicate[]> {
  const setups = firestore.collection('setups');
  const [files, accounts] = await Promise.all([
    typeof digest === 'string' ? others(setups.where('digest', '==', digest), id) : [],
    others(setups.where('brokerAccount', '==', brokerAccount), id),
  ]);
  return [
    ...files.map((one): Duplicate => ({ kind: 'file', ...one })),
    ...accounts
      .filter((one) => one.userId !== userId)
      .map((one): Duplicate => ({ kind: 'broker account', ...one })),
  ];
}

/** An account setup with all that staff decides it by; null where it or its member is gone. */
export async function readSetupCase(
  { firestore, registry }: { readonly firestore: Firestore; readonly registry: BrokerRegistry },
  id: string,
): Promise<SetupCase | null> {
  const document = await setupRef(firestore, id).get();
  const stored = setupOf(document);
  if (!stored) return null;
  const setup = toAdminSetup(id, stored);
  const [user, history, duplicates, listed] = await Promise.all([
    readRow(firestore, stored.uid),
    readAccessHistory(firestore, stored.uid, BESIDE),
    duplicatesOf(firestore, setup, document.get('digest')),
    registry.find(stored.brokerAccount),
  ]);
  const broker = listed && { ...listed, importedAt: new Date(listed.importedAt).toISOString() };
  return user && { setup, user, history, duplicates, broker };
}
