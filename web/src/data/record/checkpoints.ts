import { isBackDated, type Sighting } from '@quantalgo/contracts/record/ledger/timeRules';
import { encodeBase64 } from '@quantalgo/contracts/record/log/base64';
import { type Checkpoint, parseLogOrigin } from '@quantalgo/contracts/record/log/checkpoint';
import { isDemonstration, sourceSchema } from '@quantalgo/contracts/signals/signal';
import * as z from 'zod/mini';
import { flagFault } from '../core/faultFlag';
import { storeHead } from './heads';
import {
  isSameLog,
  parseCheckpointNote,
  fetchProvenEntry,
  fetchLogText,
  fetchShownEntry,
  parseLogEntry,
  checkSignature,
  parseClaimedTime,
} from './log';
import {
  type RecordedFault,
  readCheckpoint,
  readFault,
  type SeenCheckpoint,
  storeFault,
  updateCheckpoint,
} from './logFault';

const parseNote = ({ note }: Pick<SeenCheckpoint, 'note'>): Checkpoint => parseCheckpointNote(note);

const genesisSchema = z.object({ type: z.literal('genesis'), source: sourceSchema });

async function readSource({ note }: SeenCheckpoint, cache: RequestCache) {
  const entry = await fetchProvenEntry(0, parseCheckpointNote(note), { cache });
  return entry === null ? null : (parseLogEntry(entry, genesisSchema)?.source ?? null);
}

/** A log may be replaced only by a demonstration, and never if it was proven to be live. */
async function mayRestart(before: SeenCheckpoint | null, now: SeenCheckpoint): Promise<boolean> {
  if (before?.isReal === true) return false;
  const source = await readSource(now, 'reload');
  return Boolean(source && isDemonstration(source));
}

/** `refused`: the log doesn't serve its first new entry. Null: no fault. */
type EntryVerdict = Pick<RecordedFault, 'fault' | 'entry'> | 'refused' | null;

/**
 * Checks the first entry added since the previous visit: it must be proven and not older than that
 * visit. Entries' times never decrease, so this covers all later entries. The verifiers handle
 * malformed entries.
 */
async function checkNewEntry(
  { newest }: SeenCheckpoint,
  checkpoint: Checkpoint,
  cache: RequestCache,
): Promise<EntryVerdict> {
  if (checkpoint.size <= newest.size) return null;
  const response = await fetchShownEntry(newest.size, checkpoint, { cache });
  if (!response) return 'refused';
  const { entry, isProven } = response;
  if (!isProven) return { fault: 'unproven', entry };
  const claim = parseClaimedTime(entry);
  return claim && isBackDated(claim, newest) ? { fault: 'back-dated', entry } : null;
}

async function compareNotes(
  before: SeenCheckpoint,
  note: string,
  cache: RequestCache,
): Promise<EntryVerdict> {
  const [older, newer] = [parseNote(before), parseNote({ note })];
  if (older.origin !== newer.origin) return { fault: 'other-log' };
  if ((await checkSignature(note, before.key)) === 'wrong') return { fault: 'other-key' };
  const proven = await isSameLog(older, newer, cache);
  if (proven !== true)
    return { fault: proven === null && newer.size < older.size ? 'rollback' : 'fork' };
  return checkNewEntry(before, newer, cache);
}

interface LogCheck {
  readonly now: SeenCheckpoint;
  readonly fault: RecordedFault | null;
}

const isOlder = (a: SeenCheckpoint, b: SeenCheckpoint): boolean =>
  parseNote(a).size < parseNote(b).size;

async function compareCheckpoint(
  before: SeenCheckpoint | null,
  cache: RequestCache,
): Promise<LogCheck | null> {
  const checkpointText = await fetchLogText('checkpoint', { cache });
  const key = before?.key ?? (await fetchLogText('key', { cache }))?.text.trim();
  if (checkpointText === null || key === undefined) return null;
  const { text: note, knownAt } = checkpointText;
  const sighting = { size: parseCheckpointNote(note).size, at: knownAt };
  const now = { note, key, seenAt: Date.now(), newest: sighting };
  if (!before) return (await checkSignature(note, key)) === 'wrong' ? null : { now, fault: null };
  const verdict = await compareNotes(before, note, cache);
  // Retains the old time, so that the next visit compares the log with it again.
  if (verdict === 'refused') return { now: { ...now, newest: before.newest }, fault: null };
  return { now, fault: verdict && { ...verdict, before, now } };
}

function pickLater(a: Sighting, b: Sighting): Sighting {
  if (a.size < b.size) return b;
  return a.size === b.size && a.at < b.at ? b : a;
}

/**
 * The checkpoint to store. A smaller tree that is a proven prefix came from a cache or another tab,
 * so only the time at which it was the newest is updated.
 */
function mergeCheckpoint(stored: SeenCheckpoint | null, now: SeenCheckpoint): SeenCheckpoint {
  if (!stored || parseNote(stored).origin !== parseNote(now).origin) return now;
  const { note, key, seenAt } = isOlder(stored, now) ? now : stored;
  const newest = pickLater(stored.newest, now.newest);
  const { isReal } = stored;
  return {
    note,
    key,
    seenAt,
    newest,
    ...(isReal !== undefined && { isReal }),
  };
}

/** Stores the log's source (live market or demonstration), once this build can read the proof. */
async function storeSource(before: SeenCheckpoint | null, now: SeenCheckpoint): Promise<void> {
  if (before?.isReal !== undefined) return;
  const source = await readSource(now, 'default').catch(() => null);
  if (!source) return;
  const isReal = !isDemonstration(source);
  await updateCheckpoint((stored) => ({ ...mergeCheckpoint(stored, now), isReal }));
}

function storeTree({ note, seenAt, newest }: SeenCheckpoint): Promise<void> {
  const { origin, root, size } = parseCheckpointNote(note);
  const tree = { ledgerId: parseLogOrigin(origin), size, root: encodeBase64(root) };
  return storeHead(tree, seenAt, newest.at);
}

async function storeCheck(before: SeenCheckpoint | null, now: SeenCheckpoint): Promise<void> {
  await updateCheckpoint((stored) => mergeCheckpoint(stored, now));
  // A cached checkpoint may not have been the newest at that time. Storing it would make valid
  // entries look back-dated.
  if (!before || !isOlder(now, before)) await storeTree(now);
  await storeSource(before, now);
}

async function runCheck(): Promise<RecordedFault | null> {
  const storedFault = await readFault();
  if (storedFault) {
    flagFault();
    return storedFault;
  }
  const before = await readCheckpoint();
  const firstCheck = await compareCheckpoint(before, 'default');
  // A cache may mix responses from different times, so bypass it before reporting a fault.
  const check = firstCheck?.fault ? await compareCheckpoint(before, 'reload') : firstCheck;
  if (!check) return null;
  const { now, fault } = check;
  // Demonstrations restart with a new key.
  if (fault?.fault === 'other-log' && (await mayRestart(before, now))) {
    const restarted = await compareCheckpoint(null, 'reload');
    if (restarted) await storeCheck(null, restarted.now);
    return null;
  }
  if (fault) await storeFault(fault);
  else await storeCheck(before, now);
  return fault;
}

/**
 * Checks that the log has only grown since this device's last visit, and contains nothing
 * back-dated. Faults are stored permanently, with their evidence. Never rejects: without a response
 * or storage, reports no fault.
 * @returns the fault found by this or an earlier visit
 */
export async function checkLog(): Promise<RecordedFault | null> {
  try {
    return await runCheck();
  } catch {
    return null;
  }
}
