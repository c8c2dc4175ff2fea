import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useSyncExternalStore } from 'react';
import { opened, openOutbox } from './database';
import type { OutboxItem } from './item';
import { itemsIn } from './outbox';
import { uploading } from './progress';

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
  const now = useSyncExternalStore(uploading.subscribe, uploading.get);
  return now !== null && now.id === id ? now.share : null;
}
