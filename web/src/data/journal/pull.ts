import { type JournalEntry, journalEndpoints } from '@quantalgo/contracts';
import { call } from '../session/call';
import { currentUser } from '../session/currentSession';
import { withDatabase } from '../storage/memberDatabase';
import { readPlace, storeEntries } from './rows';

/** A journal that is shown is asked for this often (ms), for what other devices wrote. */
const EVERY_MS = 60_000;

let running: Promise<void> | null = null;
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
function pullJournal(uid: string): Promise<void> {
  running ??= pullAll(uid)
    .catch(() => undefined)
    .finally(() => {
      running = null;
    });
  return running;
}

/** Keeps the journal up to date while something shows it. @returns the stop */
export function followJournal(uid: string): () => void {
  shown += 1;
  const stopped = new AbortController();
  const { signal } = stopped;
  const look = () => {
    if (!document.hidden) void pullJournal(uid);
  };
  if (shown === 1) look();
  const timer = setInterval(look, EVERY_MS);
  addEventListener('online', look, { signal });
  document.addEventListener('visibilitychange', look, { signal });
  return () => {
    shown -= 1;
    clearInterval(timer);
    stopped.abort();
  };
}
