import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { requestSync } from '../core/backgroundSync';
import { observable } from '../core/observable';
import { OUTBOX_TAG, SEND_OUTBOX } from '../core/workerProtocol';
import { requestPersistence } from '../storage/memberDatabase';
import { hasIndexedDb } from '../database/dexie';
import type { OutboxDatabase } from '../database/tables';
import { getNextSeq, openedOutbox, openOutbox, withOutbox } from './database';
import {
  isUnsent,
  makeDueNow,
  mergeState,
  type OutboxContent,
  type OutboxContents,
  type OutboxFile,
  outboxFileSchema,
  type OutboxItem,
  readRows,
} from './item';

/**
 * True once the browser accepted a background sync and the worker has the refresh token it needs.
 */
const backgroundSyncReady = observable(false);

/**
 * Requests a sync event for the service worker once there is a network. Browsers without background
 * sync send when a page is visible again.
 */
export function requestBackgroundSync(uid: string): void {
  void (async () => {
    if (!(await requestSync(OUTBOX_TAG))) return;
    const { readRenewal } = await import('../auth/renewal');
    backgroundSyncReady.set((await readRenewal())?.uid === uid);
  })().catch(() => backgroundSyncReady.set(false));
}

const messageSchema = z.object({ type: z.literal(SEND_OUTBOX) });

export function followSyncRequests(send: () => void, signal: AbortSignal): void {
  if (!('serviceWorker' in navigator)) return;
  const onMessage = ({ data }: MessageEvent) => {
    if (messageSchema.safeParse(data).success) send();
  };
  navigator.serviceWorker.addEventListener('message', onMessage, { signal });
}

export interface UploadState {
  readonly id: string;
  /** Uploaded share, 0 to 1. */
  readonly share: number;
  readonly bytes: number;
}

/** The file being uploaded. Only set in the sending tab. */
export const uploadProgress = observable<UploadState | null>(null);

const SENT_RETENTION_MS = 24 * 60 * 60_000;

const findMemberRows = ({ items }: OutboxDatabase, uid: string) => items.where('uid').equals(uid);

/** Awaits only queries, so that live queries can track it. */
export const readOutboxContents = (
  database: OutboxDatabase,
  uid: string,
): Promise<OutboxContents> => findMemberRows(database, uid).toArray(readRows);

export const readOutboxItems = async (uid: string): Promise<readonly OutboxItem[]> =>
  (await withOutbox((database) => readOutboxContents(database, uid))).items;

/** `isComplete`: false if there may be more on the disk, which can't be read. */
export interface UnsentContents extends OutboxContents {
  readonly isComplete: boolean;
}

/** Refused tickets and replies are shown as “Not sent” until their member retries or discards them. */
const isUndelivered = (item: OutboxItem): boolean =>
  isUnsent(item) ||
  (item.state === 'refused' && (item.content.kind === 'ticket' || item.content.kind === 'reply'));

export const readUnsentItems = (uid: string): Promise<UnsentContents> =>
  withOutbox(async (database, isPersisted) => {
    const { items, unreadable } = await readOutboxContents(database, uid);
    const isComplete = isPersisted || !hasIndexedDb();
    return { items: items.filter(isUndelivered), unreadable, isComplete };
  });

const INITIAL_ATTEMPT = {
  attempts: 0,
  nextAttemptAt: 0,
  notBefore: 0,
  reason: null,
  fault: null,
} as const;

type NewItem = Omit<OutboxItem, 'seq'>;

const createItem = (uid: string, content: OutboxContent): NewItem => ({
  id: crypto.randomUUID(),
  uid,
  content,
  state: 'waiting',
  createdAt: Date.now(),
  confirmedAt: 0,
  ...INITIAL_ATTEMPT,
});

/** @returns true if the items survive closing the page */
async function storeNewItems(
  uid: string,
  newItems: readonly NewItem[],
  file?: OutboxFile,
): Promise<boolean> {
  const isPersisted = await withOutbox(async (database, isPersistent) => {
    const { items, files } = database;
    await database.transaction('rw', items, files, async () => {
      if (file) await files.put(file);
      const seq = await getNextSeq(database);
      // Not `bulkPut`, whose error hides that the device is full.
      for (const [index, item] of newItems.entries())
        await items.put({ ...item, seq: seq + index });
    });
    return isPersistent;
  });
  requestPersistence();
  requestBackgroundSync(uid);
  return isPersisted;
}

/**
 * Queues a member's change, with its file if it has one. Resolves once both are committed.
 * @returns `isPersisted`: the item survives closing the page
 * @throws Error if nothing can be stored
 */
export async function enqueueItem(
  uid: string,
  content: OutboxContent,
  file?: { readonly type: string; readonly bytes: ArrayBuffer },
): Promise<{ id: string; isPersisted: boolean }> {
  const item = createItem(uid, content);
  const { id } = item;
  const isPersisted = await storeNewItems(uid, [item], file && { id, ...file });
  return { id, isPersisted };
}

/**
 * Queues a member's changes in this order: either all or none.
 * @throws Error if they can't be stored
 */
export async function enqueueItems(uid: string, contents: readonly OutboxContent[]): Promise<void> {
  await storeNewItems(
    uid,
    contents.map((content) => createItem(uid, content)),
  );
}

/**
 * Stores an item's new state if the stored one still matches `canReplace`: the member may have
 * discarded it, or another tab sent it. Deletes the file of an item that is no longer unsent.
 * @returns false if nothing was stored
 */
export const storeItem = (item: OutboxItem, canReplace = isUnsent): Promise<boolean> =>
  withOutbox((database) =>
    database.transaction('rw', database.items, database.files, async () => {
      const row = await database.items.get(item.id);
      if (!readRows([row]).items.some(canReplace)) return false;
      await database.items.put(mergeState(row, item));
      if (!isUnsent(item)) await database.files.delete(item.id);
      return true;
    }),
  );

export const discardItems = (...ids: readonly string[]): Promise<void> =>
  withOutbox((database) =>
    database.transaction('rw', database.items, database.files, async () => {
      await database.items.bulkDelete([...ids]);
      await database.files.bulkDelete([...ids]);
    }),
  );

export const retryItem = async (item: OutboxItem): Promise<void> => {
  await storeItem(
    { ...item, ...INITIAL_ATTEMPT, state: 'waiting' },
    ({ state }) => state === 'refused',
  );
};

export async function readItemFile(id: string): Promise<OutboxFile | null> {
  const parsed = outboxFileSchema.safeParse(await withOutbox(({ files }) => files.get(id)));
  return parsed.success ? parsed.data : null;
}

/**
 * Deletes sent items: the member's own after a day, others' at once. Deletes other members' file
 * drafts.
 */
export const removeOldItems = (uid: string, now: number): Promise<void> =>
  withOutbox(async (database) => {
    const { items } = readRows(await database.items.toArray());
    const isExpired = ({ uid: owner, state, createdAt, sentAt = createdAt }: OutboxItem) =>
      state === 'sent' && (owner !== uid || sentAt < now - SENT_RETENTION_MS);
    const ids = items.filter(isExpired).map(({ id }) => id);
    const { items: itemTable, files, drafts, setupDrafts } = database;
    await database.transaction('rw', itemTable, files, drafts, setupDrafts, async () => {
      await itemTable.bulkDelete(ids);
      await files.bulkDelete(ids);
      for (const draftTable of [drafts, setupDrafts])
        await draftTable.where('uid').notEqual(uid).delete();
    });
  });

/**
 * Makes all waiting items due at once, except those that the server delayed. Rewrites all rows so
 * that live queries run again, because the worker writes without Dexie's knowledge.
 */
export const retryNow = (uid: string): Promise<void> =>
  withOutbox((database) =>
    database.transaction('rw', database.items, async () => {
      await database.items.bulkPut(makeDueNow(await findMemberRows(database, uid).toArray()));
    }),
  );

export function useOutboxQuery<T>(
  query: (database: OutboxDatabase) => Promise<T>,
  uid: string,
): T | undefined {
  const database = useSyncExternalStore(openedOutbox.subscribe, openedOutbox.get)?.database;
  useEffect(() => {
    openOutbox().catch(() => undefined);
  }, []);
  return useLiveQuery<T | undefined>(
    () => (database ? query(database) : undefined),
    [database, uid],
  );
}

export const useOutboxContents = (uid: string): OutboxContents | undefined =>
  useOutboxQuery((database) => readOutboxContents(database, uid), uid);

export const useOutbox = (uid: string): readonly OutboxItem[] | undefined =>
  useOutboxContents(uid)?.items;

/**
 * When unsent changes can be delivered. `page`: only while this page is open, because the browser
 * denies storage. `app`: whenever the app is open. `closed`: also by background sync.
 */
export function useDeliveryScope(): 'page' | 'app' | 'closed' {
  const isSyncReady = useSyncExternalStore(backgroundSyncReady.subscribe, backgroundSyncReady.get);
  const isPersisted =
    useSyncExternalStore(openedOutbox.subscribe, openedOutbox.get)?.isPersisted !== false;
  if (!isPersisted) return 'page';
  return isSyncReady ? 'closed' : 'app';
}

export function useUploadProgress(id: string | undefined): UploadState | null {
  const progress = useSyncExternalStore(uploadProgress.subscribe, uploadProgress.get);
  return progress !== null && progress.id === id ? progress : null;
}
