import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useOutbox } from '../outbox/outbox';
import {
  parseDigests,
  serializeDigests,
  parseDayRows,
  type SignalDigest,
} from '../storage/digests';
import type { MemberDatabase } from '../database/tables';
import { useFirstLoad, useStored } from '../storage/memberDatabase';
import { arrangeJournal, type JournalView } from './entries';
import { completeJournal, followJournal, JOURNAL_POLL_INTERVAL_MS, journalHasFailed } from './pull';
import { readEntries, readJournal } from './rows';

interface SignalsOfDays {
  readonly days: string;
  readonly byId: ReadonlyMap<string, SignalDigest>;
}

async function readDigests({ digests }: MemberDatabase, days: string): Promise<SignalsOfDays> {
  const rows = parseDayRows(await digests.bulkGet(days === '' ? [] : days.split(' ')));
  const signals = rows.flatMap(({ text }) => parseDigests(text));
  return { days, byId: new Map(signals.map((digest) => [digest.id, digest])) };
}

const isSame = (a: SignalDigest, b: SignalDigest | null): boolean =>
  b !== null && serializeDigests([a]) === serializeDigests([b]);

/** Adds this device's versions of the signals. Unchanged entries keep their identity. */
export const attachRecords = (
  journal: readonly JournalView[],
  digests: ReadonlyMap<string, SignalDigest>,
): readonly JournalView[] =>
  journal.map((view) => {
    const record = digests.get(view.id);
    return record && !isSame(record, view.record) ? { ...view, record } : view;
  });

const listDays = (journal: readonly JournalView[]): string =>
  [...new Set(journal.map(({ id }) => id.slice(0, 8)))].sort().join(' ');

/** Undefined while it is being read, and while a device that has no entries waits for the first page. */
export function useJournal(uid: string): readonly JournalView[] | undefined {
  useEffect(() => followJournal(uid, JOURNAL_POLL_INTERVAL_MS), [uid]);
  const items = useOutbox(uid);
  const rows = useStored(readJournal);
  const hasFailed = useSyncExternalStore(journalHasFailed.subscribe, journalHasFailed.get);
  const journal = useMemo(
    () => (items && rows !== undefined ? arrangeJournal(rows ?? [], items) : undefined),
    [items, rows],
  );
  const days = journal ? listDays(journal) : '';
  const digests = useStored((database) => readDigests(database, days), [days]);
  const merged = useMemo(
    () => journal && digests && attachRecords(journal, digests.byId),
    [journal, digests],
  );
  useEffect(() => {
    // Until a new page's days are read, all of its signals would count as missing.
    if (!merged || digests?.days !== days) return;
    const changedViews = merged.filter((view, index) => view !== journal?.[index]);
    const freshRecords = changedViews.flatMap(({ record }) => record ?? []);
    void completeJournal(uid, merged, freshRecords);
  }, [uid, journal, merged, days, digests]);
  const isEmpty = rows === null && merged?.length === 0;
  const isFirstLoad = useFirstLoad(isEmpty ? null : merged, hasFailed);
  return isFirstLoad ? undefined : merged;
}

export const useJournalDays = (maxDays: number): readonly string[] | undefined =>
  useStored(
    async (database) => {
      const entries = await readEntries(database);
      const written = entries.filter(({ status }) => status !== null && status !== 'removed');
      const days = new Set(written.map(({ id }) => id.slice(0, 8)));
      return [...days].sort().reverse().slice(0, maxDays);
    },
    [maxDays],
  );
