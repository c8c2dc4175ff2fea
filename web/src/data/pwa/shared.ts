import * as z from 'zod/mini';
import { bytesSchema } from '../outbox/item';
import { SHARED } from './protocol';

/** Whoever shares a picture means it for now: one that nobody took for so long (ms) is let go. */
const KEPT_MS = 60 * 60_000;

const sharedSchema = z.object({
  name: z.string(),
  type: z.string(),
  bytes: bytesSchema,
  sharedAt: z.number(),
});

/** The store of what was shared, for one transaction; null where nothing ever was. */
const opened = () =>
  new Promise<IDBDatabase | null>((resolve) => {
    const opening = indexedDB.open(SHARED.database);
    opening.onupgradeneeded = () => opening.transaction?.abort();
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => resolve(null);
  });

const answerOf = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(new Error('What was shared can’t be read'));
  });

async function inStore<T>(work: (files: IDBObjectStore) => IDBRequest<T>): Promise<T | undefined> {
  const database = await opened();
  if (!database) return undefined;
  try {
    return await answerOf(
      work(database.transaction(SHARED.store, 'readwrite').objectStore(SHARED.store)),
    );
  } finally {
    database.close();
  }
}

/** The picture that another app shared and nobody took yet; null where there is none. Never rejects. */
export async function sharedFile(): Promise<File | null> {
  const row: unknown = await inStore((files) => files.get(SHARED.key)).catch(() => undefined);
  const { data } = sharedSchema.safeParse(row);
  if (!data || Date.now() - data.sharedAt > KEPT_MS) return null;
  return new File([data.bytes], data.name, { type: data.type });
}

/** Lets go of it, once it is kept elsewhere or turned out to be no use. Never rejects. */
export async function forgetShared(): Promise<void> {
  await inStore((files) => files.delete(SHARED.key)).catch(() => undefined);
}
