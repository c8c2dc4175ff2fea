import {
  base64Of,
  bytesOf64,
  type Checkpoint,
  isBackDated,
  isDemonstration,
  keyOfVerifier,
  ledgerOfOrigin,
  openCheckpoint,
  provesConsistency,
  type Sighting,
  sourceSchema,
} from '@quantalgo/contracts';
import * as z from 'zod/mini';
import { flagFault } from '../core/faultFlag';
import { keepHead } from './heads';
import { checkpointIn, readEntry, readLogText, verifyEd25519 } from './log';
import {
  type FoundFault,
  keepCheckpoint,
  keepFault,
  readCheckpoint,
  readFault,
  type SeenCheckpoint,
} from './logFault';

const contentOf = ({ note }: Pick<SeenCheckpoint, 'note'>): Checkpoint => checkpointIn(note);

/** Whether these lines of base64 prove a tree to begin with an older one. */
function isProof(older: Checkpoint, newer: Checkpoint, lines: string): boolean {
  try {
    return provesConsistency(older, newer, lines.split('\n').slice(0, -1).map(bytesOf64));
  } catch {
    return false;
  }
}

/** Whether the log proves the smaller of two trees to be the beginning of the larger; null where it has no proof. */
async function areOneLog(
  one: Checkpoint,
  other: Checkpoint,
  cache: RequestCache,
): Promise<boolean | null> {
  const [older, newer] = one.size <= other.size ? [one, other] : [other, one];
  if (older.size === newer.size) return provesConsistency(older, newer, []);
  const lines = await readLogText(`consistency/${older.size}/${newer.size}`, { cache });
  return lines && isProof(older, newer, lines.text);
}

const timedSchema = z.object({ type: z.string(), at: z.string() });

const genesisSchema = z.object({ type: z.literal('genesis'), source: sourceSchema });

/** What an entry says; null where it makes no sense, which the verifiers say. */
function saidBy<Schema extends z.ZodMiniType>(entry: string, schema: Schema) {
  try {
    return z.parse(schema, JSON.parse(entry));
  } catch {
    return null;
  }
}

/** Whether a log proves that it is a demonstration's. */
async function isOfDemonstration({ note }: SeenCheckpoint): Promise<boolean> {
  const entry = await readEntry(0, checkpointIn(note), { cache: 'reload' });
  const genesis = entry === null ? null : saidBy(entry, genesisSchema);
  return genesis !== null && isDemonstration(genesis.source);
}

/**
 * The first entry that a log got after the visit before, where it claims to be older than that; null otherwise. Times of
 * a ledger never go back, so it tells of all after it.
 */
async function backDatedEntry(
  { newest }: SeenCheckpoint,
  checkpoint: Checkpoint,
  cache: RequestCache,
): Promise<string | null> {
  if (!newest || checkpoint.size <= newest.size) return null;
  const entry = await readEntry(newest.size, checkpoint, { cache });
  const timed = entry === null ? null : saidBy(entry, timedSchema);
  const isOlder = timed && isBackDated({ type: timed.type, at: Date.parse(timed.at) }, newest);
  return isOlder === true ? entry : null;
}

/** The fault of a newer note after an older one; null where there is none. */
async function faultBetween(
  before: SeenCheckpoint,
  note: string,
  cache: RequestCache,
): Promise<Pick<FoundFault, 'fault' | 'entry'> | null> {
  const [was, is] = [contentOf(before), contentOf({ note })];
  if (was.origin !== is.origin) return { fault: 'other-log' };
  if (!(await openCheckpoint(note, keyOfVerifier(before.key), verifyEd25519)))
    return { fault: 'other-key' };
  const proven = await areOneLog(was, is, cache);
  if (proven !== true)
    return { fault: proven === null && is.size < was.size ? 'rollback' : 'fork' };
  const entry = await backDatedEntry(before, is, cache);
  return entry === null ? null : { fault: 'back-dated', entry };
}

/** A checkpoint that was seen just now. */
type NewCheckpoint = SeenCheckpoint & { readonly newest: Sighting };

/** What one look at the log finds. */
interface Look {
  readonly now: NewCheckpoint;
  readonly found: Pick<FoundFault, 'fault' | 'entry'> | null;
}

/** Compares the newest checkpoint with the one kept; null where the log hasn't begun. */
async function look(before: SeenCheckpoint | null, cache: RequestCache): Promise<Look | null> {
  const asked = await readLogText('checkpoint', { cache });
  const key = before?.key ?? (await readLogText('key', { cache }))?.text.trim();
  if (asked === null || key === undefined) return null;
  const { text: note, knownAt } = asked;
  const newest = { size: checkpointIn(note).size, at: knownAt };
  const now = { note, key, seenAt: Date.now(), newest };
  if (before) return { now, found: await faultBetween(before, note, cache) };
  const isSigned = await openCheckpoint(note, keyOfVerifier(key), verifyEd25519);
  return isSigned ? { now, found: null } : null;
}

/** The later of two sightings: of the longer log, or else of the later time. */
function laterOf(one: Sighting | undefined, other: Sighting): Sighting {
  if (!one || one.size < other.size) return other;
  return one.size === other.size && one.at < other.at ? other : one;
}

/**
 * What a visit keeps. A smaller tree that was proven to be a beginning came from a cache, and is no news; the time at
 * which nothing had come yet is.
 */
function keptAfter(before: SeenCheckpoint | null, now: NewCheckpoint): NewCheckpoint {
  const kept = before && contentOf(now).size <= contentOf(before).size ? before : now;
  return { ...kept, newest: laterOf(before?.newest, now.newest) };
}

/** Notes a tree among those that the page for verifying compares, with the time at which it was the newest. */
function noteTree({ note, seenAt, newest }: NewCheckpoint): Promise<void> {
  const { origin, root, size } = checkpointIn(note);
  const tree = { ledgerId: ledgerOfOrigin(origin), size, root: base64Of(root) };
  return keepHead(tree, seenAt, newest.at);
}

async function visit(): Promise<FoundFault | null> {
  const fault = await readFault();
  if (fault) {
    flagFault();
    return fault;
  }
  const before = await readCheckpoint();
  const first = await look(before, 'default');
  // A cache may mix two moments: nobody is accused before the log itself was asked.
  const looked = first?.found ? await look(before, 'reload') : first;
  if (!looked) return null;
  const { now, found } = looked;
  // Demonstrations begin anew: the key of the new log is its own.
  const isNew = found?.fault === 'other-log' && (await isOfDemonstration(now));
  if (before && found && !isNew) {
    const evidence = { ...found, before, now };
    await keepFault(evidence);
    return evidence;
  }
  const kept = isNew ? (await look(null, 'reload'))?.now : now;
  if (!kept) return null;
  const known = isNew ? null : before;
  await keepCheckpoint(keptAfter(known, kept));
  // One that a cache kept was no longer the newest: its time would accuse what came before.
  if (!known || contentOf(known).size <= contentOf(kept).size) await noteTree(kept);
  return null;
}

/**
 * Has the log prove that it only grew since this device's last visit, with nothing that claims to be older than that, and
 * keeps its newest checkpoint. A fault stays known, with both checkpoints. Never rejects: without an answer, or without
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
