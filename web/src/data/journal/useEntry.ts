import { useEffect } from 'react';
import { useOutbox } from '../outbox/outbox';
import { useStored } from '../storage/memberDatabase';
import { toEntryView, type JournalView } from './entries';
import { followJournal } from './pull';
import { readJournalEntry } from './rows';

export function useEntry(uid: string, id: string): JournalView | undefined {
  useEffect(() => followJournal(uid, null), [uid]);
  const items = useOutbox(uid);
  const stored = useStored(
    async (database) => ({ row: await readJournalEntry(database, id) }),
    [id],
  );
  return items && stored && toEntryView(id, stored.row, items);
}
