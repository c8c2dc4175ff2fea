import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { observable } from '../core/observable';
import { type OutboxDatabase, withOutbox } from './database';
import type { OutboxItem } from './item';
import { useRead } from './outbox';

/** Changes fields of those of these rows that are still stored, whatever became of them meanwhile. */
const change = (ids: readonly string[], fields: object): Promise<void> =>
  withOutbox(({ items }) =>
    items.db.transaction('rw', items, async () => {
      const rows = await items.bulkGet([...ids]);
      await items.bulkPut(rows.flatMap((row) => (row ? [{ ...row, ...fields }] : [])));
    }),
  );

/** Confirms old items, so that they are sent. */
export const confirm = (items: readonly OutboxItem[]): Promise<void> =>
  change(
    items.map(({ id }) => id),
    { confirmedAt: Date.now() },
  );

const askedSchema = z.object({ id: z.string(), keptBesides: z._default(z.boolean(), false) });

/** Ids of other members' rows on this device about which the present member wasn't asked yet. */
async function leftByOthers({ items }: OutboxDatabase, uid: string): Promise<readonly string[]> {
  const rows: readonly unknown[] = await items.where('uid').notEqual(uid).toArray();
  return rows.flatMap((row) => {
    const { data } = askedSchema.safeParse(row);
    return data && !data.keptBesides ? [data.id] : [];
  });
}

/** Keeps other members' rows until these members log in here again, and doesn't ask about them any more. */
export const keepOfOthers = (ids: readonly string[]): Promise<void> =>
  change(ids, { keptBesides: true });

/** Ids of other members' rows on this device; undefined while they are read. */
export const useLeftByOthers = (uid: string): readonly string[] | undefined =>
  useRead((database) => leftByOthers(database, uid), uid);

/** Error of this device's storage that prevents sending; null if there is none. */
export const senderFault = observable<string | null>(null);

export const useSenderFault = (): string | null =>
  useSyncExternalStore(senderFault.subscribe, senderFault.get);
