import { journalEndpoints } from '@quantalgo/contracts/journal/endpoints';
import type { JournalEntry } from '@quantalgo/contracts/journal/entry';
import { receivedSignalSchema } from '@quantalgo/contracts/signals/apiSignal';
import { signalsEndpoints } from '@quantalgo/contracts/signals/endpoints';
import { shareConcurrent } from '../core/cachedPromise';
import { call } from '../auth/call';
import { ApiError } from '../core/errors';
import { observable } from '../core/observable';
import { getCurrentUser } from '../auth/currentSession';
import { toSignalDigest, type SignalDigest } from '../storage/digests';
import { withDatabase } from '../storage/memberDatabase';
import type { JournalView } from './entries';
import { readJournalPosition, storeEntries, storeRecords } from './rows';

export const JOURNAL_POLL_INTERVAL_MS = 60_000;

const MIN_HIDDEN_MS = 60_000;

let viewerCount = 0;

interface JournalPage {
  readonly entries: readonly JournalEntry[];
  readonly next: number | null;
}

const fetchPageAfter = async (after: number): Promise<JournalPage> =>
  (await call(journalEndpoints.journal, { query: { after: String(after) } })).data;

async function fetchAllChanges(uid: string): Promise<void> {
  const position = await withDatabase(uid, readJournalPosition);
  for (let after: number | null = position.after; after !== null;) {
    const { entries, next }: JournalPage = await fetchPageAfter(after);
    const upTo = Math.max(after, ...entries.map(({ seq }) => seq));
    if (getCurrentUser()?.id !== uid) return;
    const nextPosition = { after: upTo, isComplete: next === null };
    await withDatabase(uid, (database) => storeEntries(database, entries, nextPosition));
    after = next;
  }
}

/** The last pull failed. */
export const journalHasFailed = observable(false);

const pullJournal = shareConcurrent((uid) =>
  fetchAllChanges(uid).then(
    () => journalHasFailed.set(false),
    () => journalHasFailed.set(true),
  ),
);

export function followJournal(uid: string, intervalMs: number | null): () => void {
  viewerCount += 1;
  const controller = new AbortController();
  const { signal } = controller;
  let hiddenAt: number | null = document.hidden ? -Infinity : null;
  journalHasFailed.set(false);
  const pull = () => {
    if (!document.hidden) void pullJournal(uid);
  };
  const onVisibility = () => {
    const isBack = !document.hidden && hiddenAt !== null;
    if (isBack && performance.now() - (hiddenAt ?? 0) >= MIN_HIDDEN_MS) pull();
    hiddenAt = document.hidden ? (hiddenAt ?? performance.now()) : null;
  };
  if (viewerCount === 1) pull();
  const timer = intervalMs === null ? undefined : setInterval(pull, intervalMs);
  addEventListener('online', pull, { signal });
  document.addEventListener('visibilitychange', onVisibility, { signal });
  return () => {
    viewerCount -= 1;
    clearInterval(timer);
    controller.abort();
  };
}

/** Limit per page visit. A long import's remaining signals are fetched on later visits. */
const MAX_SIGNAL_REQUESTS = 100;

let requestLog = { uid: '', ids: new Set<string>() };

let requestQueue: Promise<unknown> = Promise.resolve();

/** Empty if the signal isn't found. @throws Error if a later request may succeed */
async function fetchDigest(id: string): Promise<SignalDigest[]> {
  try {
    const { data } = await call(signalsEndpoints.signal, { params: { id }, query: {} });
    const signal = receivedSignalSchema.safeParse(data).data;
    return signal ? [toSignalDigest(signal)] : [];
  } catch (error) {
    if (error instanceof ApiError && error.status < 429) return [];
    throw error;
  }
}

/**
 * Fetches missing signals one by one and stores them with their entries. Stops when the member
 * logs out, because later requests would run as the next member.
 */
async function fetchMissingSignals(uid: string, missing: readonly string[]): Promise<void> {
  const isLoggedIn = () => getCurrentUser()?.id === uid;
  if (!isLoggedIn()) return;
  if (requestLog.uid !== uid) requestLog = { uid, ids: new Set() };
  const ids = requestLog.ids;
  for (const id of missing.filter((missingId) => !ids.has(missingId))) {
    if (!isLoggedIn() || !navigator.onLine || ids.size >= MAX_SIGNAL_REQUESTS) return;
    const digests = await fetchDigest(id);
    ids.add(id);
    if (!isLoggedIn()) return;
    if (digests.length > 0) await withDatabase(uid, (database) => storeRecords(database, digests));
  }
}

/**
 * Copies fresh signals to their entries, because the device deletes signals sooner than entries.
 * Fetches missing ones in the order of `journal`. Never rejects.
 * @param fresh signals whose current version isn't yet stored with its entry
 */
export async function completeJournal(
  uid: string,
  journal: readonly JournalView[],
  fresh: readonly SignalDigest[],
): Promise<void> {
  try {
    if (fresh.length > 0) await withDatabase(uid, (database) => storeRecords(database, fresh));
    const missingIds = journal
      .filter(({ record }) => (record?.ending ?? null) === null)
      .map(({ id }) => id);
    const fetchMissing = () => fetchMissingSignals(uid, missingIds);
    requestQueue = requestQueue.then(fetchMissing, fetchMissing);
    await requestQueue;
  } catch {
    return;
  }
}
