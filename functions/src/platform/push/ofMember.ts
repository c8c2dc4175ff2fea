import type { AccountData } from '@quantalgo/contracts';
import type { Firestore } from 'firebase-admin/firestore';
import { rowsOf, toDevice } from './rows';

const iso = (at: number) => new Date(at).toISOString();

/** The devices of a member that are told by push, for the download of their data. */
export async function listPushDevices(
  firestore: Firestore,
  uid: string,
): Promise<AccountData['pushDevices']> {
  const rows = await rowsOf(firestore, uid);
  return rows.map((row) => {
    const { preferences, pausedUntil } = toDevice(row);
    return {
      service: new URL(row.endpoint).host,
      zone: row.zone,
      preferences,
      pausedUntil,
      createdAt: iso(row.createdAt),
      seenAt: iso(row.seenAt),
    };
  });
}
