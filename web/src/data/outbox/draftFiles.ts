import * as z from 'zod/mini';
import { SHARED_FILE_STORE } from '../core/workerProtocol';
import { currentUser } from '../session/currentSession';
import { withOutbox } from './database';
import { bytesSchema } from './item';

const draftSchema = z.object({
  uid: z.string(),
  name: z.string(),
  type: z.string(),
  bytes: bytesSchema,
});

/** The form that a file was chosen in. */
export type FileForm = 'drafts' | 'setupDrafts';

let lastChange: Promise<unknown> = Promise.resolve();

/** One after the other, as they were asked for: what is chosen last stays, and what is forgotten does not come back. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const mine = lastChange.then(work);
  lastChange = mine.catch(() => undefined);
  return mine;
}

/**
 * Keeps the file that a member chose and has not sent yet, in place of the one before, through reloads. Of one who signed
 * out meanwhile nothing is kept.
 * @throws Error when it can't be read or stored
 */
export const storeDraftFile = (uid: string, file: File, form: FileForm = 'drafts'): Promise<void> =>
  inTurn(async () => {
    const { name, type } = file;
    const draft = draftSchema.parse({ uid, name, type, bytes: await file.arrayBuffer() });
    await withOutbox(async (database) => {
      if (currentUser()?.id === uid) await database[form].put(draft);
    });
  });

/** The file that a member chose and has not sent yet; null where there is none. */
export const draftFile = (uid: string, form: FileForm = 'drafts'): Promise<File | null> =>
  inTurn(async () => {
    const { data } = draftSchema.safeParse(await withOutbox((database) => database[form].get(uid)));
    return data ? new File([data.bytes], data.name, { type: data.type }) : null;
  });

/** Lets go of it. */
export const forgetDraftFile = (uid: string, form: FileForm = 'drafts'): Promise<void> =>
  inTurn(() => withOutbox((database) => database[form].delete(uid)));

/** Whoever shares a picture means it for now: one that nobody took for so long (ms) is let go. */
const SHARED_EXPIRES_MS = 60 * 60_000;

const sharedSchema = z.object({
  name: z.string(),
  type: z.string(),
  bytes: bytesSchema,
  sharedAt: z.number(),
});

/** The store of what was shared, for one transaction; null where nothing ever was. */
const openShared = () =>
  new Promise<IDBDatabase | null>((resolve) => {
    const opening = indexedDB.open(SHARED_FILE_STORE.database);
    opening.onupgradeneeded = () => opening.transaction?.abort();
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => resolve(null);
  });

const resultOf = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(new Error('What was shared can’t be read'));
  });

async function inStore<T>(work: (files: IDBObjectStore) => IDBRequest<T>): Promise<T | undefined> {
  const database = await openShared();
  if (!database) return undefined;
  try {
    return await resultOf(
      work(
        database
          .transaction(SHARED_FILE_STORE.store, 'readwrite')
          .objectStore(SHARED_FILE_STORE.store),
      ),
    );
  } finally {
    database.close();
  }
}

/** The picture that another app shared and nobody took yet; null where there is none. Never rejects. */
export async function sharedFile(): Promise<File | null> {
  const row: unknown = await inStore((files) => files.get(SHARED_FILE_STORE.key)).catch(
    () => undefined,
  );
  const { data } = sharedSchema.safeParse(row);
  if (!data || Date.now() - data.sharedAt > SHARED_EXPIRES_MS) return null;
  return new File([data.bytes], data.name, { type: data.type });
}

/** Lets go of it, once it is kept elsewhere or turned out to be no use. Never rejects. */
export async function forgetShared(): Promise<void> {
  await inStore((files) => files.delete(SHARED_FILE_STORE.key)).catch(() => undefined);
}
