import type { PromiseExtended } from 'dexie';
import { askToKeep } from '../storage/persist';
import { askToSendLater } from './backgroundSync';
import { withOutbox, type OutboxDatabase } from './database';
import {
  isUnsent,
  outboxFileSchema,
  outboxItemSchema,
  type OutboxContent,
  type OutboxFile,
  type OutboxItem,
} from './item';

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
  askToKeep();
  askToSendLater();
  return { id, kept };
}

/** Keeps what became of an item; the bytes of one that is over are let go. */
export const keep = (item: OutboxItem): Promise<void> =>
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
  keep({ ...item, state: 'waiting', attempts: 0, nextAttemptAt: 0, reason: null });

/** The file of an item, null where it has none any more. */
export async function fileOf(id: string): Promise<OutboxFile | null> {
  const parsed = outboxFileSchema.safeParse(await withOutbox(({ files }) => files.get(id)));
  return parsed.success ? parsed.data : null;
}

/**
 * Lets go of what was sent long ago, and of all that another member left: a session that expired ends nothing else. What
 * was refused stays until its member has decided about it.
 */
export const tidy = (uid: string, now: number): Promise<void> =>
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
export const hurry = (uid: string): Promise<void> =>
  withOutbox((database) =>
    database.transaction('rw', database.items, async () => {
      const items = readItems(await database.items.where('uid').equals(uid).toArray());
      const waiting = items.filter(({ state }) => state === 'waiting');
      await database.items.bulkPut(waiting.map((item) => ({ ...item, nextAttemptAt: 0 })));
    }),
  );
