import type { Firestore } from 'firebase-admin/firestore';
import { rowsIn, rowsOf } from './rows';

/** Has the device of a session told nothing more. What a crash leaves is found dead when it would be told. */
export async function removeRowsOfSession(
  firestore: Firestore,
  { uid, authTime }: { readonly uid: string; readonly authTime: number },
): Promise<void> {
  const rows = await rowsOf(firestore, uid);
  const own = rows.filter((row) => row.authTime === authTime);
  await Promise.all(own.map(({ id }) => rowsIn(firestore).doc(id).delete()));
}
