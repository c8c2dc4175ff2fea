import { isBackDated, type Sighting } from '@quantalgo/contracts/record/ledger/timeRules';
import { base64Of } from '@quantalgo/contracts/record/log/base64';
import { type Checkpoint, ledgerOfOrigin } from '@quantalgo/contracts/record/log/checkpoint';
import { isDemonstration, sourceSchema } from '@quantalgo/contracts/signals/signal';
import * as z from 'zod/mini';
import { flagFault } from '../core/faultFlag';
import { storeHead } from './heads';
import {
  areOneLog,
  checkpointIn,
  readEntry,
  readLogText,
  readShownEntry,
  saidBy,
  signatureOf,
  timedBy,
} from './log';
import {
  type FoundFault,
  readCheckpoint,
  readFault,
  type SeenCheckpoint,
  storeFault,
  updateCheckpoint,
} from './logFault';

const contentOf = ({ note }: Pick<SeenCheckpoint, 'note'>): Checkpoint => checkpointIn(note);

const genesisSchema = z.object({ type: z.literal('genesis'), source: sourceSchema });

/** What a log proves to be the source of its prices; null where it proves none that this build can read. */
async function sourceOf({ note }: SeenCheckpoint, cache: RequestCache) {
  const entry = await readEntry(0, checkpointIn(note), { cache });
  return entry === null ? null : (saidBy(entry, genesisSchema)?.source ?? null);
}

/** Whether another log may stand in place of one: where both are demonstrations, or nobody knows what the first was. */
async function mayBeginAnew(before: SeenCheckpoint | null, now: SeenCheckpoint): Promise<boolean> {
  if (before?.isReal === true) return false;
  const source = await sourceOf(now, 'reload');
  return Boolean(source && isDemonstration(source));
}

/** What is wrong between two visits; `refused` where the log doesn't show its first new entry; null where that is nothing. */
type Between = Pick<FoundFault, 'fault' | 'entry'> | 'refused' | null;

/**
 * What is wrong with the first entry that a log got after the visit before: it isn't proven, or claims to be older than
 * that. Times of a ledger never go back, so it tells of all after it. What makes no sense is the verifiers' to name.
 */
async function faultOfEntry(
  { newest }: SeenCheckpoint,
  checkpoint: Checkpoint,
  cache: RequestCache,
): Promise<Between> {
  if (checkpoint.size <= newest.size) return null;
  const shown = await readShownEntry(newest.size, checkpoint, { cache });
  if (!shown) return 'refused';
  const { entry, isProven } = shown;
  if (!isProven) return { fault: 'unproven', entry };
  const timed = timedBy(entry);
  return timed && isBackDated(timed, newest) ? { fault: 'back-dated', entry } : null;
}

/** What a newer note shows to be wrong after an older one. */
async function faultBetween(
  before: SeenCheckpoint,
  note: string,
  cache: RequestCache,
): Promise<Between> {
  const [was, is] = [contentOf(before), contentOf({ note })];
  if (was.origin !== is.origin) return { fault: 'other-log' };
  if ((await signatureOf(note, before.key)) === 'wrong') return { fault: 'other-key' };
  const proven = await areOneLog(was, is, cache);
  if (proven !== true)
    return { fault: proven === null && is.size < was.size ? 'rollback' : 'fork' };
  return faultOfEntry(before, is, cache);
}

/** What one check of the log finds. */
interface LogCheck {
  readonly now: SeenCheckpoint;
  readonly found: FoundFault | null;
}

const isOlder = (one: SeenCheckpoint, other: SeenCheckpoint): boolean =>
  contentOf(one).size < contentOf(other).size;

/**
 * Compares the newest checkpoint with that of the visit before, which is null on the first; null where the log hasn't
 * begun.
 */
async function compareCheckpoint(
  before: SeenCheckpoint | null,
  cache: RequestCache,
): Promise<LogCheck | null> {
  const newest = await readLogText('checkpoint', { cache });
  const key = before?.key ?? (await readLogText('key', { cache }))?.text.trim();
  if (newest === null || key === undefined) return null;
  const { text: note, knownAt } = newest;
  const sighting = { size: checkpointIn(note).size, at: knownAt };
  const now = { note, key, seenAt: Date.now(), newest: sighting };
  if (!before) return (await signatureOf(note, key)) === 'wrong' ? null : { now, found: null };
  const between = await faultBetween(before, note, cache);
  // What wasn't shown is asked for again, with the time of then.
  if (between === 'refused') return { now: { ...now, newest: before.newest }, found: null };
  return { now, found: between && { ...between, before, now } };
}

/** The later of two sightings: of the longer log, or else of the later time. */
function pickLater(one: Sighting, other: Sighting): Sighting {
  if (one.size < other.size) return other;
  return one.size === other.size && one.at < other.at ? other : one;
}

/**
 * What a visit stores. A smaller tree that was proven to be a prefix came from a cache, or another tab stored a larger one
 * meanwhile: it adds nothing, except the time until which nothing newer had come.
 */
function checkpointAfter(stands: SeenCheckpoint | null, now: SeenCheckpoint): SeenCheckpoint {
  if (!stands || contentOf(stands).origin !== contentOf(now).origin) return now;
  const { note, key, seenAt } = isOlder(stands, now) ? now : stands;
  const newest = pickLater(stands.newest, now.newest);
  const { isReal } = stands;
  return {
    note,
    key,
    seenAt,
    newest,
    ...(isReal !== undefined && { isReal }),
  };
}

/**
 * Keeps beside its checkpoint whether a log is of a live market: asked for once, and again where it proves nothing that this
 * build can read.
 */
async function learnSource(before: SeenCheckpoint | null, now: SeenCheckpoint): Promise<void> {
  if (before?.isReal !== undefined) return;
  const source = await sourceOf(now, 'default').catch(() => null);
  if (!source) return;
  const isReal = !isDemonstration(source);
  await updateCheckpoint((stands) => ({ ...checkpointAfter(stands, now), isReal }));
}

/** Notes a tree among those that the page for verifying compares, with the time at which it was the newest. */
function noteTree({ note, seenAt, newest }: SeenCheckpoint): Promise<void> {
  const { origin, root, size } = checkpointIn(note);
  const tree = { ledgerId: ledgerOfOrigin(origin), size, root: base64Of(root) };
  return storeHead(tree, seenAt, newest.at);
}

/** Stores what a check of a log without a permanent fault found. */
async function storeCheck(before: SeenCheckpoint | null, now: SeenCheckpoint): Promise<void> {
  await updateCheckpoint((stands) => checkpointAfter(stands, now));
  // A cached one may not have been the newest at that time; noting it as such would wrongly accuse earlier entries.
  if (!before || !isOlder(now, before)) await noteTree(now);
  await learnSource(before, now);
}

async function visit(): Promise<FoundFault | null> {
  const earlier = await readFault();
  if (earlier) {
    flagFault();
    return earlier;
  }
  const before = await readCheckpoint();
  const first = await compareCheckpoint(before, 'default');
  // A cache may mix two moments: nobody is accused before the log itself was asked.
  const checked = first?.found ? await compareCheckpoint(before, 'reload') : first;
  if (!checked) return null;
  const { now, found } = checked;
  // Demonstrations begin anew: the key of the new log is its own.
  if (found?.fault === 'other-log' && (await mayBeginAnew(before, now))) {
    const restarted = await compareCheckpoint(null, 'reload');
    if (restarted) await storeCheck(null, restarted.now);
    return null;
  }
  if (found) await storeFault(found);
  else await storeCheck(before, now);
  return found;
}

/**
 * Has the log prove that it only grew since this device's last visit, with nothing that claims to be older than that; keeps
 * its newest checkpoint. A fault stays known for good, with what shows it. Never rejects: without an answer, or without
 * storage, nothing is found.
 * @returns the fault, found now or on an earlier visit
 */
export async function checkLog(): Promise<FoundFault | null> {
  try {
    return await visit();
  } catch {
    return null;
  }
}
