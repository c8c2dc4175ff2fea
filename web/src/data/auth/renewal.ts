import * as z from 'zod/mini';
import { deleteDatabase, SESSION_NAME } from '../core/databases';
import { changeRow, eraseRow, readRow } from '../core/rowStore';

/** The IndexedDB database, store and only key through which page and worker share the member's refresh token. */
const STORE = { database: SESSION_NAME, store: 'session', key: 'member' } as const;

const renewalSchema = z.object({ uid: z.string(), refreshToken: z.string() });

/** The refresh token of a member's session. */
export type Renewal = z.infer<typeof renewalSchema>;

/** The stored refresh token; null if nobody is signed in, or the browser denies storage. Never rejects. */
export async function readRenewal(): Promise<Renewal | null> {
  try {
    return renewalSchema.safeParse(await readRow(STORE)).data ?? null;
  } catch {
    return null;
  }
}

/**
 * Deletes what renews a session that the server has ended; that of another session, which a page began meanwhile, stays.
 * Never rejects.
 */
export async function dropRenewal({ refreshToken }: Renewal): Promise<void> {
  const isIt = (row: unknown) => renewalSchema.safeParse(row).data?.refreshToken === refreshToken;
  await eraseRow(STORE, isIt).catch(() => undefined);
}

/** Deletes it at sign-out. Never rejects. */
export async function forgetRenewal(): Promise<void> {
  await eraseRow(STORE).catch(() => undefined);
  await deleteDatabase(STORE.database).catch(() => undefined);
}

/**
 * Stores it while `isSignedIn`, and deletes it again after a sign-out in between. Never rejects.
 * @returns whether it is stored
 */
export async function storeRenewal(renewal: Renewal, isSignedIn: () => boolean): Promise<boolean> {
  if (!isSignedIn()) return false;
  const isStored = await changeRow(STORE, () => renewal).then(
    () => true,
    () => false,
  );
  if (isSignedIn()) return isStored;
  await forgetRenewal();
  return false;
}
