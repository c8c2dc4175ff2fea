import { pushDeviceSchema, subscriptionSchema } from '@quantalgo/contracts';
import * as z from 'zod/mini';
import { PUSH_KEPT } from './protocol';

/** What this device knows of its notifications: pages and the worker share it, and it goes with the session. */
const keptSchema = z.object({
  /** The subscription that the server knows; null while the member has not turned notifications on. */
  subscription: z.nullable(subscriptionSchema),
  /** The device as the server last told it. */
  device: z.nullable(pushDeviceSchema),
  /** How far (ms) the device's clock is ahead of the server's. */
  clockAhead: z.number(),
  /** Notifications shown since one was last opened. */
  unopened: z.int(),
  /** How long (ms) the last took from the server to this device that was asked. */
  tookMs: z.nullable(z.number()),
});
export type Kept = z.infer<typeof keptSchema>;

const NOTHING_KEPT: Kept = {
  subscription: null,
  device: null,
  clockAhead: 0,
  unopened: 0,
  tookMs: null,
};

const opened = () =>
  new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(PUSH_KEPT.database, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(PUSH_KEPT.store);
    opening.onsuccess = () => {
      // A sign-out deletes the database, whoever has it open.
      opening.result.onversionchange = () => opening.result.close();
      resolve(opening.result);
    };
    opening.onerror = opening.onblocked = () => reject(new Error('No database of notifications'));
  });

const valueOf = (row: unknown): Kept => {
  const parsed = keptSchema.safeParse(row);
  return parsed.success ? parsed.data : NOTHING_KEPT;
};

/** Reads it and, where `change` is given, writes what that makes of it, in one step. */
async function transact(change: ((kept: Kept) => Kept) | null): Promise<Kept> {
  const database = await opened();
  const mode = change ? 'readwrite' : 'readonly';
  return new Promise<Kept>((resolve, reject) => {
    const transaction = database.transaction(PUSH_KEPT.store, mode);
    const store = transaction.objectStore(PUSH_KEPT.store);
    const reading: IDBRequest<unknown> = store.get(PUSH_KEPT.key);
    let kept = NOTHING_KEPT;
    reading.onsuccess = () => {
      kept = valueOf(reading.result);
      if (change) store.put((kept = change(kept)), PUSH_KEPT.key);
    };
    transaction.oncomplete = () => resolve(kept);
    transaction.onabort = () => reject(new Error('Notifications could not be kept'));
  }).finally(() => database.close());
}

/** What is kept, or nothing where the browser keeps nothing. Never rejects. */
export const readKept = (): Promise<Kept> => transact(null).catch(() => NOTHING_KEPT);

/** Changes what is kept. Never rejects: without it all works, but for what it would tell. */
export const changeKept = (change: (kept: Kept) => Kept): Promise<Kept> =>
  transact(change).catch(() => change(NOTHING_KEPT));
