import { useLiveQuery } from 'dexie-react-hooks';
import { useSyncExternalStore } from 'react';
import type { OutboxItem } from './item';
import { itemsOf } from './outbox';
import { uploading } from './progress';

/** The member's items, oldest first; undefined while they are read. Followed in all tabs. */
export const useOutbox = (uid: string): OutboxItem[] | undefined =>
  useLiveQuery(() => itemsOf(uid).catch(() => []), [uid]);

/** How much of the item's file has arrived, 0 to 1; null while it is not on its way from this tab. */
export function useUploaded(id: string | undefined): number | null {
  const now = useSyncExternalStore(uploading.subscribe, uploading.get);
  return now !== null && now.id === id ? now.share : null;
}
