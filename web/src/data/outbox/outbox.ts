import type { PromiseExtended } from 'dexie';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { askForSync } from '../core/backgroundSync';
import { observable } from '../core/observable';
import { OUTBOX_TAG, SEND_OUTBOX } from '../core/workerProtocol';
import { requestPersistence } from '../storage/memberDatabase';
import { nextSeq, opened, openOutbox, type OutboxDatabase, withOutbox } from './database';
import { dueNow } from './due';
import {
  isUnsent,
  type OutboxContent,
  type OutboxContents,
  type OutboxFile,
  outboxFileSchema,
  type OutboxItem,
  readRows,
} from './item';

/** True once the browser accepted a background sync and the worker has the refresh token it needs to send. */
const callPromised = observable(false);

/**
 * Asks the browser to wake the worker as soon as there is a network, even after the page is closed. Browsers without
 * Background Sync lose nothing, as a page sends when it is visible again. Never rejects.
 */
export function askToSendLater(uid: string): void {
  void (async () => {
    if (!(await askForSync(OUTBOX_TAG))) return;
    const { readRenewal } = await import('../auth/renewal');
    callPromised.set((await readRenewal())?.uid === uid);
  })().catch(() => callPromised.set(false));
}

const messageSchema = z.object({ type: z.literal(SEND_OUTBOX) });

/** Calls `send` whenever the worker reports a network, until `stopped`. */
export function followSyncRequests(send: () => void, stopped: AbortSignal): void {
  if (!('serviceWorker' in navigator)) return;
  const onMessage = ({ data }: MessageEvent) => {
    if (messageSchema.safeParse(data).success) send();
  };
  navigator.serviceWorker.addEventListener('message', onMessage, { signal: stopped });
}

/** Uploaded share of the current file, 0 to 1; null if there is none. Known to the sending tab alone. */
export const uploadProgress = observable<{ readonly id: string; readonly share: number } | null>(
  null,
);

/** Sent items are kept for a day (ms), for screens that show their status. */
const REMEMBERED_MS = 24 * 60 * 60_000;

const rowsOf = ({ items }: OutboxDatabase, uid: string) => items.where('uid').equals(uid);

/** A member's rows in this database. Awaits nothing else, so that live queries can track it. */
export const heldIn = (database: OutboxDatabase, uid: string): PromiseExtended<OutboxContents> =>
  rowsOf(database, uid).toArray(readRows);

/** All items of a member in sending order. */
export const itemsOf = async (uid: string): Promise<readonly OutboxItem[]> =>
  (await withOutbox((database) => heldIn(database, uid))).items;

/** A member's rows without a final answer from the server. */
export async function unsentOf(uid: string): Promise<OutboxContents> {
  const { items, unreadable } = await withOutbox((database) => heldIn(database, uid));
  return { items: items.filter(isUnsent), unreadable };
}

/** Fields of an item before the first attempt. */
const UNTRIED = { attempts: 0, nextAttemptAt: 0, notBefore: 0, reason: null, fault: null } as const;

/**
 * Adds a member's change to the outbox, with its file if it has one, until the server has answered. Settles once both
 * are committed.
 * @returns the item's id, and whether the item would survive the closing of the page
 * @throws Error if nothing can be stored
 */
export async function append(
  uid: string,
  content: OutboxContent,
  file?: { readonly type: string; readonly bytes: ArrayBuffer },
): Promise<{ id: string; kept: boolean }> {
  const id = crypto.randomUUID();
  const item: Omit<OutboxItem, 'seq'> = {
    id,
    uid,
    content,
    state: 'waiting',
    createdAt: Date.now(),
    confirmedAt: 0,
    ...UNTRIED,
  };
  const kept = await withOutbox(async (database, lasts) => {
    await database.transaction('rw', database.items, database.files, async () => {
      if (file) await database.files.put({ id, ...file });
      await database.items.put({ ...item, seq: await nextSeq(database) });
    });
    return lasts;
  });
  requestPersistence();
  askToSendLater(uid);
  return { id, kept };
}

/**
 * Stores the new state of an item that is stored as unsent, or else as `isFrom` says: its member may have discarded it
 * meanwhile, and a tab that was suspended while it sent wakes up after another one got the final answer. Deletes its
 * file if it is sent or refused.
 * @returns whether it was stored
 */
export const storeItem = (item: OutboxItem, isFrom = isUnsent): Promise<boolean> =>
  withOutbox((database) =>
    database.transaction('rw', database.items, database.files, async () => {
      const { items } = readRows([await database.items.get(item.id)]);
      if (!items.some(isFrom)) return false;
      await database.items.put(item);
      if (!isUnsent(item)) await database.files.delete(item.id);
      return true;
    }),
  );

/** Deletes items at the member's request. */
export const discard = (...ids: readonly string[]): Promise<void> =>
  withOutbox((database) =>
    database.transaction('rw', database.items, database.files, async () => {
      await database.items.bulkDelete([...ids]);
      await database.files.bulkDelete([...ids]);
    }),
  );

/** Queues an item again that the server refused and did not count. An item with a file has lost it. */
export const tryAgain = async (item: OutboxItem): Promise<void> => {
  await storeItem({ ...item, ...UNTRIED, state: 'waiting' }, ({ state }) => state === 'refused');
};

/** The file of an item, null if it has none any more. */
export async function fileOf(id: string): Promise<OutboxFile | null> {
  const parsed = outboxFileSchema.safeParse(await withOutbox(({ files }) => files.get(id)));
  return parsed.success ? parsed.data : null;
}

/**
 * Deletes items that were sent long ago, or by another member, and other members' unsent file drafts. Refused items
 * stay until their member has decided about them, and other members' unsent ones until somebody was asked.
 */
export const removeOldItems = (uid: string, now: number): Promise<void> =>
  withOutbox(async (database) => {
    const { items } = readRows(await database.items.toArray());
    const isOver = ({ uid: owner, state, createdAt, sentAt = createdAt }: OutboxItem) =>
      state === 'sent' && (owner !== uid || sentAt < now - REMEMBERED_MS);
    const ids = items.filter(isOver).map(({ id }) => id);
    const { items: kept, files, drafts, setupDrafts } = database;
    await database.transaction('rw', kept, files, drafts, setupDrafts, async () => {
      await kept.bulkDelete(ids);
      await files.bulkDelete(ids);
      for (const chosen of [drafts, setupDrafts]) await chosen.where('uid').notEqual(uid).delete();
    });
  });

/**
 * Makes all waiting items of a member due at once, as the network is back, except those the server asked to delay. Writes
 * the others as they are, so that live queries run again: the worker writes without Dexie's knowledge.
 */
export const retryNow = (uid: string): Promise<void> =>
  withOutbox((database) =>
    database.transaction('rw', database.items, async () => {
      await database.items.bulkPut(dueNow(await rowsOf(database, uid).toArray()));
    }),
  );

/** The result of `read` on the outbox, updated in all tabs; undefined while it is read. */
export function useRead<T>(
  read: (database: OutboxDatabase) => Promise<T> | PromiseExtended<T>,
  uid: string,
): T | undefined {
  const database = useSyncExternalStore(opened.subscribe, opened.get)?.database;
  useEffect(() => {
    openOutbox().catch(() => undefined);
  }, []);
  return useLiveQuery<T | undefined>(
    () => (database ? read(database) : undefined),
    [database, uid],
  );
}

/** The member's rows in the outbox; undefined while they are read. */
export const useHeld = (uid: string): OutboxContents | undefined =>
  useRead((database) => heldIn(database, uid), uid);

/** The member's items in sending order; undefined while they are read. */
export const useOutbox = (uid: string): readonly OutboxItem[] | undefined => useHeld(uid)?.items;

/**
 * When unsent items can be sent: only while this page is open, as the browser denies storage; whenever the app is open;
 * or, if the browser accepted a background sync, also while it is closed.
 */
export function useDeliveryScope(): 'page' | 'app' | 'closed' {
  const isPromised = useSyncExternalStore(callPromised.subscribe, callPromised.get);
  const isKept = useSyncExternalStore(opened.subscribe, opened.get)?.kept !== false;
  if (!isKept) return 'page';
  return isPromised ? 'closed' : 'app';
}

/** Uploaded share of the item's file, 0 to 1; null if this tab isn't uploading it. */
export function useUploaded(id: string | undefined): number | null {
  const now = useSyncExternalStore(uploadProgress.subscribe, uploadProgress.get);
  return now !== null && now.id === id ? now.share : null;
}
