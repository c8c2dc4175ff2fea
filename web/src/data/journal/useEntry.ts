import { useEffect } from 'react';
import { useOutbox } from '../outbox/outbox';
import { useStored } from '../storage/memberDatabase';
import { entryView, type JournalView } from './entries';
import { followJournal } from './pull';
import { readEntry } from './rows';

export function useEntry(uid: string, id: string): JournalView | undefined {
  useEffect(() => followJournal(uid, null), [uid]);
  const items = useOutbox(uid);
  const stored = useStored(async (database) => ({ row: await readEntry(database, id) }), [id]);
  return items && stored && entryView(id, stored.row, items);
}
