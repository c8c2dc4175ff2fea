import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { observable } from '../core/observable';
import type { OutboxDatabase } from '../database/tables';
import { withOutbox } from './database';
import type { OutboxItem } from './item';
import { useOutboxQuery } from './outbox';

const updateRows = (ids: readonly string[], fields: object): Promise<void> =>
  withOutbox(({ items }) =>
    items.db.transaction('rw', items, async () => {
      const rows = await items.bulkGet([...ids]);
      await items.bulkPut(rows.flatMap((row) => (row ? [{ ...row, ...fields }] : [])));
    }),
  );

export const confirmItems = (items: readonly OutboxItem[]): Promise<void> =>
  updateRows(
    items.map(({ id }) => id),
    { confirmedAt: Date.now() },
  );

const foreignRowSchema = z.object({ id: z.string(), keptBesides: z._default(z.boolean(), false) });

async function readForeignRows({ items }: OutboxDatabase, uid: string): Promise<readonly string[]> {
  const rows: readonly unknown[] = await items.where('uid').notEqual(uid).toArray();
  return rows.flatMap((row) => {
    const { data } = foreignRowSchema.safeParse(row);
    return data && !data.keptBesides ? [data.id] : [];
  });
}

export const keepForeignRows = (ids: readonly string[]): Promise<void> =>
  updateRows(ids, { keptBesides: true });

export const useForeignRows = (uid: string): readonly string[] | undefined =>
  useOutboxQuery((database) => readForeignRows(database, uid), uid);

export const senderFault = observable<string | null>(null);

export const useSenderFault = (): string | null =>
  useSyncExternalStore(senderFault.subscribe, senderFault.get);
