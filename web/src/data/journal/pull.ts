import { journalEndpoints } from '@quantalgo/contracts/journal/endpoints';
import type { JournalEntry } from '@quantalgo/contracts/journal/entry';
import { receivedSignalSchema } from '@quantalgo/contracts/signals/apiSignal';
import { signalsEndpoints } from '@quantalgo/contracts/signals/endpoints';
import { onceAtATime } from '../core/cachedPromise';
import { call } from '../auth/call';
import { currentUser } from '../auth/currentSession';
import { digestOf, type SignalDigest } from '../storage/digests';
import { withDatabase } from '../storage/memberDatabase';
import type { JournalView } from './entries';
import { readPlace, storeEntries, storeRecords } from './rows';

/** The journal's own page asks this often (ms) for what other devices wrote. */
export const PAGE_ASKS_MS = 60_000;

/** After an absence shorter than this (ms) nothing is asked for. */
const AWAY_MS = 60_000;

let shown = 0;

interface JournalPage {
  readonly entries: readonly JournalEntry[];
  readonly next: number | null;
}

const pageAfter = async (after: number): Promise<JournalPage> =>
  (await call(journalEndpoints.journal, { query: { after: String(after) } })).data;

async function pullAll(uid: string): Promise<void> {
  for (let after: number | null = await withDatabase(uid, readPlace); after !== null;) {
    const { entries, next }: JournalPage = await pageAfter(after);
    const upTo = Math.max(after, ...entries.map(({ seq }) => seq));
    if (currentUser()?.id !== uid) return;
    await withDatabase(uid, (database) => storeEntries(database, entries, upTo));
    after = next;
  }
}

/** Fetches what changed in the journal on other devices. Never rejects: what is stored here stays. */
const pullJournal = onceAtATime((uid) => pullAll(uid).catch(() => undefined));

/**
 * Fetches what other devices wrote while something shows the journal: at first, back online and after an absence; also
 * every `everyMs` unless null.
 * @returns the stop
 */
export function followJournal(uid: string, everyMs: number | null): () => void {
  shown += 1;
  const stopped = new AbortController();
  const { signal } = stopped;
  let hiddenAt: number | null = document.hidden ? -Infinity : null;
  const look = () => {
    if (!document.hidden) void pullJournal(uid);
  };
  const onVisibility = () => {
    const isBack = !document.hidden && hiddenAt !== null;
    if (isBack && performance.now() - (hiddenAt ?? 0) >= AWAY_MS) look();
    hiddenAt = document.hidden ? (hiddenAt ?? performance.now()) : null;
  };
  if (shown === 1) look();
  const timer = everyMs === null ? undefined : setInterval(look, everyMs);
  addEventListener('online', look, { signal });
  document.addEventListener('visibilitychange', onVisibility, { signal });
  return () => {
    shown -= 1;
    clearInterval(timer);
    stopped.abort();
  };
}

/** Signals that are asked for at most while the page is open: those of a long import come with later visits. */
const MAX_ASKED = 100;

/** The signals that a member was asked about since the page was opened. */
let asked = { uid: '', ids: new Set<string>() };

/** What is asked for, one list after the other. */
let asking: Promise<unknown> = Promise.resolve();

async function fetched(id: string): Promise<SignalDigest[]> {
  try {
    const { data } = await call(signalsEndpoints.signal, { params: { id }, query: {} });
    const signal = receivedSignalSchema.safeParse(data).data;
    return signal ? [digestOf(signal)] : [];
  } catch {
    return [];
  }
}

/**
 * Asks for these signals one after the other, each once, and keeps what comes beside their entries. Ends where its member is
 * no longer signed in: as the next one, other signals are answered.
 */
async function askFor(uid: string, ids: readonly string[]): Promise<void> {
  const isHere = () => currentUser()?.id === uid;
  if (!isHere()) return;
  if (asked.uid !== uid) asked = { uid, ids: new Set() };
  const known = asked.ids;
  for (const id of ids.filter((one) => !known.has(one))) {
    if (!isHere() || !navigator.onLine || known.size >= MAX_ASKED) return;
    known.add(id);
    const found = await fetched(id);
    if (!isHere()) return;
    if (found.length > 0) await withDatabase(uid, (database) => storeRecords(database, found));
  }
}

/**
 * Keeps what this device has come to know of signals beside their entries, where it outlasts them, and asks for the
 * signals that it lacks, the newest first. Never rejects: an entry without its signal stays as it is.
 * @param fresh signals that aren't kept beside their entries yet, or not as they are now
 */
export async function completeJournal(
  uid: string,
  journal: readonly JournalView[],
  fresh: readonly SignalDigest[],
): Promise<void> {
  try {
    if (fresh.length > 0) await withDatabase(uid, (database) => storeRecords(database, fresh));
    const lacking = journal
      .filter(({ record }) => (record?.ending ?? null) === null)
      .map(({ id }) => id);
    const next = () => askFor(uid, lacking);
    asking = asking.then(next, next);
    await asking;
  } catch {
    return;
  }
}
