import { useEffect } from 'react';
import { useOutbox } from '../outbox/outbox';
import { useStored } from '../storage/memberDatabase';
import { entryView, type JournalView } from './entries';
import { followJournal } from './pull';
import { readEntry } from './rows';

/** The entry of one signal with what waits here, empty where there is none; undefined while it is read. */
export function useEntry(uid: string, id: string): JournalView | undefined {
  useEffect(() => followJournal(uid, null), [uid]);
  const items = useOutbox(uid);
  const found = useStored(async (database) => ({ row: await readEntry(database, id) }), [id]);
  return items && found && entryView(id, found.row, items);
}
