import { receivedSignalSchema, signalsEndpoints } from '@quantalgo/contracts';
import { call } from '../session/call';
import { currentUser } from '../session/currentSession';
import { digestOf, type SignalDigest } from '../storage/digests';
import { withDatabase } from '../storage/memberDatabase';
import type { JournalView } from './entries';
import { storeRecords } from './rows';

/** Signals that are asked for when a journal is opened, newest first. */
const AT_ONCE = 20;

/** Signals that were asked for since the page was opened. */
const asked = new Set<string>();

async function fetched(id: string): Promise<SignalDigest[]> {
  asked.add(id);
  try {
    const { data } = await call(signalsEndpoints.signal, { params: { id }, query: {} });
    const signal = receivedSignalSchema.safeParse(data).data;
    return signal ? [digestOf(signal)] : [];
  } catch {
    return [];
  }
}

/**
 * Keeps what this device knows of the signals beside their entries, where it outlasts them, and asks for the signals
 * that it lacks. Never rejects: an entry without its signal stays as it is.
 */
export async function completeJournal(uid: string, journal: readonly JournalView[]): Promise<void> {
  const known = journal.flatMap(({ record }) => record ?? []);
  const lacking = journal.filter(
    ({ id, record }) => (record?.ending ?? null) === null && !asked.has(id),
  );
  try {
    await withDatabase(uid, (database) => storeRecords(database, known));
    for (const { id } of navigator.onLine ? lacking.slice(0, AT_ONCE) : []) {
      const found = await fetched(id);
      if (currentUser()?.id !== uid) return;
      if (found.length > 0) await withDatabase(uid, (database) => storeRecords(database, found));
    }
  } catch {
    return;
  }
}
