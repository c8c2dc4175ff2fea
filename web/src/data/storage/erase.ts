import { isMemberDatabase } from './names';

/** Deletes a database; connections to it, in any tab, close by themselves when they are told so. */
const erase = (name: string) =>
  new Promise<void>((resolve) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = request.onerror = () => resolve();
  });

/** Deletes all that this device keeps of any member. Settles when that is done; never rejects. */
export async function eraseDatabases(): Promise<void> {
  try {
    const names = (await indexedDB.databases()).map(({ name }) => name ?? '');
    await Promise.all(names.filter(isMemberDatabase).map(erase));
  } catch {
    return;
  }
}
