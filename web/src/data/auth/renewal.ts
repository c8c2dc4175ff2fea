import * as z from 'zod/mini';
import { RENEWAL_ROW } from '../database/databases';
import { changeRow, deleteDatabase, eraseRow, readRow } from '../database/plain';

const renewalSchema = z.object({ uid: z.string(), refreshToken: z.string() });

export type Renewal = z.infer<typeof renewalSchema>;

export async function readRenewal(): Promise<Renewal | null> {
  try {
    return renewalSchema.safeParse(await readRow(RENEWAL_ROW)).data ?? null;
  } catch {
    return null;
  }
}

export async function deleteRenewalIfUnchanged({ refreshToken }: Renewal): Promise<void> {
  const isSame = (row: unknown) => renewalSchema.safeParse(row).data?.refreshToken === refreshToken;
  await eraseRow(RENEWAL_ROW, isSame).catch(() => undefined);
}

export async function deleteRenewal(): Promise<void> {
  await eraseRow(RENEWAL_ROW).catch(() => undefined);
  await deleteDatabase(RENEWAL_ROW.database);
}

/**
 * Deletes the token again if the member logged out in the meantime. Never rejects.
 * @returns true if it is stored
 */
export async function storeRenewal(renewal: Renewal, isLoggedIn: () => boolean): Promise<boolean> {
  if (!isLoggedIn()) return false;
  const isStored = await changeRow(RENEWAL_ROW, () => renewal).then(
    () => true,
    () => false,
  );
  if (isLoggedIn()) return isStored;
  await deleteRenewal();
  return false;
}
