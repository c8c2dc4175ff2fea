import { pairSchema, pushDeviceSchema, subscriptionSchema } from '@quantalgo/contracts';
import * as z from 'zod/mini';
import { PUSH_STORE } from '../core/workerProtocol';

/** What this device knows of its notifications: pages and the worker share it, and it goes with the session. */
const pushStateSchema = z.object({
  /** The subscription that the server knows; null while the member has not turned notifications on. */
  subscription: z.nullable(subscriptionSchema),
  /** The device as the server last told it. */
  device: z.nullable(pushDeviceSchema),
  /** The pairs that the server gives signals for, as it last told; empty where it did not yet. */
  pairs: z._default(z.array(pairSchema), []),
  /** How far (ms) the device's clock is ahead of the server's. */
  clockAhead: z.number(),
  /** Notifications shown since one was last opened. */
  unopened: z.int(),
  /** How long (ms) the last took from the server to this device that was asked. */
  tookMs: z.nullable(z.number()),
});
export type PushState = z.infer<typeof pushStateSchema>;

const EMPTY_STATE: PushState = {
  subscription: null,
  device: null,
  pairs: [],
  clockAhead: 0,
  unopened: 0,
  tookMs: null,
};

const opened = () =>
  new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(PUSH_STORE.database, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(PUSH_STORE.store);
    opening.onsuccess = () => {
      // A sign-out deletes the database, whoever has it open.
      opening.result.onversionchange = () => opening.result.close();
      resolve(opening.result);
    };
    opening.onerror = opening.onblocked = () => reject(new Error('No database of notifications'));
  });

const valueOf = (row: unknown): PushState => {
  const parsed = pushStateSchema.safeParse(row);
  return parsed.success ? parsed.data : EMPTY_STATE;
};

/** Reads it and, where `change` is given, writes what that makes of it, in one step. */
async function transact(change: ((kept: PushState) => PushState) | null): Promise<PushState> {
  const database = await opened();
  const mode = change ? 'readwrite' : 'readonly';
  return new Promise<PushState>((resolve, reject) => {
    const transaction = database.transaction(PUSH_STORE.store, mode);
    const store = transaction.objectStore(PUSH_STORE.store);
    const reading: IDBRequest<unknown> = store.get(PUSH_STORE.key);
    let kept = EMPTY_STATE;
    reading.onsuccess = () => {
      kept = valueOf(reading.result);
      if (change) store.put((kept = change(kept)), PUSH_STORE.key);
    };
    transaction.oncomplete = () => resolve(kept);
    transaction.onabort = () => reject(new Error('Notifications could not be kept'));
  }).finally(() => database.close());
}

/** What is kept, or nothing where the browser keeps nothing. Never rejects. */
export const readPushState = (): Promise<PushState> => transact(null).catch(() => EMPTY_STATE);

/** Changes what is kept. Never rejects: without it all works, but for what it would tell. */
export const changePushState = (change: (kept: PushState) => PushState): Promise<PushState> =>
  transact(change).catch(() => change(EMPTY_STATE));
