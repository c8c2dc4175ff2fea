import { PATHS } from '@quantalgo/contracts';
import { SHARE_PART, SHARED_FILE_STORE } from '../data/core/workerProtocol';

const opened = () =>
  new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(SHARED_FILE_STORE.database, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(SHARED_FILE_STORE.store);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(new Error('What was shared can’t be kept'));
  });

/** Keeps a shared file until a page takes it: bytes, as Blobs don't survive every browser's IndexedDB. */
async function keepShared(file: File): Promise<void> {
  const { name, type } = file;
  const row = { name, type, bytes: await file.arrayBuffer(), sharedAt: Date.now() };
  const database = await opened();
  await new Promise<void>((resolve, reject) => {
    const writing = database.transaction(SHARED_FILE_STORE.store, 'readwrite', {
      durability: 'strict',
    });
    writing.objectStore(SHARED_FILE_STORE.store).put(row, SHARED_FILE_STORE.key);
    writing.oncomplete = () => resolve();
    writing.onabort = () => reject(new Error('What was shared can’t be kept'));
  }).finally(() => database.close());
}

/**
 * Answers another app that shares a screenshot, online and offline: keeps it on the device and leads on to the form that
 * it is meant for, which takes it.
 */
export async function takeShared(request: Request): Promise<Response> {
  try {
    const shared = (await request.formData()).get(SHARE_PART);
    if (shared instanceof File) await keepShared(shared);
  } catch {
    // The form then opens without it, and asks for it.
  }
  return Response.redirect(PATHS.linkTrader, 303);
}
