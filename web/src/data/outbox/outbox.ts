import type { PromiseExtended } from 'dexie';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { observable } from '../core/observable';
import { OUTBOX_TAG, SEND_OUTBOX } from '../core/workerProtocol';
import { requestPersistence } from '../storage/memberDatabase';
import { opened, openOutbox, type OutboxDatabase, withOutbox } from './database';
import {
  isUnsent,
  type OutboxContent,
  type OutboxFile,
  outboxFileSchema,
  type OutboxItem,
  outboxItemSchema,
} from './item';

/** What Background Sync adds to a registration, in the browsers that have it: https://wicg.github.io/background-sync/spec/ */
interface WithSync extends ServiceWorkerRegistration {
  readonly sync: { readonly register: (tag: string) => Promise<void> };
}

const hasSync = (registration: ServiceWorkerRegistration): registration is WithSync =>
  'sync' in registration;

/**
 * Asks the browser to have this page's worker called as soon as there is a network, also while the page sleeps in the
 * background. Browsers without it lose nothing: a page that is seen again looks by itself. Never rejects.
 */
export function askToSendLater(): void {
  if (!('serviceWorker' in navigator)) return;
  void (async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    if (registration && hasSync(registration)) await registration.sync.register(OUTBOX_TAG);
  })().catch(() => undefined);
}

const messageSchema = z.object({ type: z.literal(SEND_OUTBOX) });

/** Calls `send` whenever the worker says that there is a network, until `stopped`. */
export function followSyncRequests(send: () => void, stopped: AbortSignal): void {
  if (!('serviceWorker' in navigator)) return;
  const onMessage = ({ data }: MessageEvent) => {
    if (messageSchema.safeParse(data).success) send();
  };
  navigator.serviceWorker.addEventListener('message', onMessage, { signal: stopped });
}

/** How much of the file that is going up has arrived, from 0 to 1; null while none is. Known to the sending tab alone. */
export const uploadProgress = observable<{ readonly id: string; readonly share: number } | null>(
  null,
);

/** What has been sent is remembered for a day (ms), for the screen that asks what became of it. */
const REMEMBERED_MS = 24 * 60 * 60_000;

function readItems(rows: readonly unknown[]): OutboxItem[] {
  const read = rows.map((row) => outboxItemSchema.safeParse(row));
  return read.flatMap(({ data }) => (data ? [data] : []));
}

/** All items of a member in this database, oldest first. Nothing else is awaited, so that live queries can follow it. */
export const itemsIn = (database: OutboxDatabase, uid: string): PromiseExtended<OutboxItem[]> =>
  database.items
    .where('uid')
    .equals(uid)
    .toArray((rows) => readItems(rows).sort((a, b) => a.createdAt - b.createdAt));

/** All items of a member, oldest first. */
export const itemsOf = (uid: string): Promise<OutboxItem[]> =>
  withOutbox((database) => itemsIn(database, uid));

/** The items of a member that the server has not answered for good. */
export const unsentOf = async (uid: string): Promise<OutboxItem[]> =>
  (await itemsOf(uid)).filter(isUnsent);

/**
 * Keeps what a member wants done, with its file if it has one, until the server has answered. Settles once both are stored for good,
 * with the item's id, and with whether they would survive the closing of the page.
 * @throws Error when nothing can be stored
 */
export async function append(
  uid: string,
  content: OutboxContent,
  file?: { readonly type: string; readonly bytes: ArrayBuffer },
): Promise<{ id: string; kept: boolean }> {
  const id = crypto.randomUUID();
  const item: OutboxItem = {
    id,
    uid,
    content,
    state: 'waiting',
    attempts: 0,
    nextAttemptAt: 0,
    reason: null,
    createdAt: Date.now(),
  };
  const kept = await withOutbox(async (database, lasts) => {
    await database.transaction('rw', database.items, database.files, async () => {
      if (file) await database.files.put({ id, ...file });
      await database.items.put(item);
    });
    return lasts;
  });
  requestPersistence();
  askToSendLater();
  return { id, kept };
}

/** Keeps what became of an item; the bytes of one that is over are let go. */
export const storeItem = (item: OutboxItem): Promise<void> =>
  withOutbox((database) =>
    database.transaction('rw', database.items, database.files, async () => {
      await database.items.put(item);
      if (!isUnsent(item)) await database.files.delete(item.id);
    }),
  );

/** Lets go of an item, as its member asked for. */
export const discard = (id: string): Promise<void> =>
  withOutbox((database) =>
    database.transaction('rw', database.items, database.files, async () => {
      await database.items.delete(id);
      await database.files.delete(id);
    }),
  );

/** Has an item sent again that the server refused: it counted nothing of it. One with a file has lost that. */
export const tryAgain = (item: OutboxItem): Promise<void> =>
  storeItem({ ...item, state: 'waiting', attempts: 0, nextAttemptAt: 0, reason: null });

/** The file of an item, null where it has none any more. */
export async function fileOf(id: string): Promise<OutboxFile | null> {
  const parsed = outboxFileSchema.safeParse(await withOutbox(({ files }) => files.get(id)));
  return parsed.success ? parsed.data : null;
}

/**
 * Lets go of what was sent long ago, and of all that another member left: a session that expired ends nothing else. What
 * was refused stays until its member has decided about it.
 */
export const removeOldItems = (uid: string, now: number): Promise<void> =>
  withOutbox(async (database) => {
    const items = readItems(await database.items.toArray());
    const isOver = ({ state, createdAt }: OutboxItem) =>
      state === 'sent' && createdAt < now - REMEMBERED_MS;
    const ids = items.filter((item) => item.uid !== uid || isOver(item)).map(({ id }) => id);
    const { items: kept, files, drafts, setupDrafts } = database;
    await database.transaction('rw', kept, files, drafts, setupDrafts, async () => {
      await kept.bulkDelete(ids);
      await files.bulkDelete(ids);
      for (const chosen of [drafts, setupDrafts]) await chosen.where('uid').notEqual(uid).delete();
    });
  });

/** Makes every item of a member that waits due at once: there is a network again. */
export const retryNow = (uid: string): Promise<void> =>
  withOutbox((database) =>
    database.transaction('rw', database.items, async () => {
      const items = readItems(await database.items.where('uid').equals(uid).toArray());
      const waiting = items.filter(({ state }) => state === 'waiting');
      await database.items.bulkPut(waiting.map((item) => ({ ...item, nextAttemptAt: 0 })));
    }),
  );

/** The member's items, oldest first; undefined while they are read. Followed in all tabs. */
export function useOutbox(uid: string): OutboxItem[] | undefined {
  const database = useSyncExternalStore(opened.subscribe, opened.get)?.database;
  useEffect(() => {
    openOutbox().catch(() => undefined);
  }, []);
  return useLiveQuery<OutboxItem[] | undefined>(
    () => (database ? itemsIn(database, uid) : undefined),
    [database, uid],
  );
}

/** False where the browser keeps nothing, and items live until the page closes. */
export const useOutboxKept = (): boolean =>
  useSyncExternalStore(opened.subscribe, opened.get)?.kept ?? true;

/** How much of the item's file has arrived, 0 to 1; null while it is not on its way from this tab. */
export function useUploaded(id: string | undefined): number | null {
  const now = useSyncExternalStore(uploadProgress.subscribe, uploadProgress.get);
  return now !== null && now.id === id ? now.share : null;
}
