import * as z from 'zod/mini';
import { deleteDatabase, SESSION_NAME } from '../core/databases';
import { changeRow, eraseRow, readRow } from '../core/rowStore';

const STORE = { database: SESSION_NAME, store: 'session', key: 'member' } as const;

const renewalSchema = z.object({ uid: z.string(), refreshToken: z.string() });

export type Renewal = z.infer<typeof renewalSchema>;

export async function readRenewal(): Promise<Renewal | null> {
  try {
    return renewalSchema.safeParse(await readRow(STORE)).data ?? null;
  } catch {
    return null;
  }
}

export async function deleteEndedRenewal({ refreshToken }: Renewal): Promise<void> {
  const isSame = (row: unknown) => renewalSchema.safeParse(row).data?.refreshToken === refreshToken;
  await eraseRow(STORE, isSame).catch(() => undefined);
}

export async function deleteRenewal(): Promise<void> {
  await eraseRow(STORE).catch(() => undefined);
  await deleteDatabase(STORE.database).catch(() => undefined);
}

/**
 * Deletes the token again if a sign-out came in between. Never rejects.
 * @returns true if it is stored
 */
export async function storeRenewal(renewal: Renewal, isSignedIn: () => boolean): Promise<boolean> {
  if (!isSignedIn()) return false;
  const isStored = await changeRow(STORE, () => renewal).then(
    () => true,
    () => false,
  );
  if (isSignedIn()) return isStored;
  await deleteRenewal();
  return false;
}
