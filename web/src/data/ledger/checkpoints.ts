import {
  base64Of,
  type Checkpoint,
  isBackDated,
  isDemonstration,
  ledgerOfOrigin,
  type Sighting,
  sourceSchema,
  type WitnessPolicy,
} from '@quantalgo/contracts';
import * as z from 'zod/mini';
import { WITNESS_POLICY } from '../../witnessPolicy';
import { flagFault } from '../core/faultFlag';
import { policiesWith, type StoredPolicy } from './witnessPolicies';
import { storeHead } from './heads';
import {
  areOneLog,
  checkpointIn,
  type LogText,
  readEntry,
  readLogText,
  readShownEntry,
  saidBy,
  signatureOf,
  timedBy,
} from './log';
import {
  type FoundFault,
  liftFault,
  type NewCheckpoint,
  readCheckpoint,
  readFault,
  type RewriteFound,
  type SeenCheckpoint,
  storeFault,
  updateCheckpoint,
} from './logFault';
import { witnessFault } from './witnessed';

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
type Between = Pick<RewriteFound, 'fault' | 'entry'> | 'refused' | null;

/**
 * What is wrong with the first entry that a log got after the visit before: it isn't proven, or claims to be older than
 * that. Times of a ledger never go back, so it tells of all after it. What makes no sense is the verifiers' to name.
 */
async function faultOfEntry(
  { newest }: SeenCheckpoint,
  checkpoint: Checkpoint,
  cache: RequestCache,
): Promise<Between> {
  if (!newest || checkpoint.size <= newest.size) return null;
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

/** What a visit compares the log with. */
interface Known {
  /** The newest checkpoint of the visit before; null on the first. */
  readonly before: SeenCheckpoint | null;
  readonly policies: readonly StoredPolicy[];
}

/** What one check of the log finds. */
interface LogCheck {
  readonly now: NewCheckpoint;
  readonly found: FoundFault | null;
  /** Whether the log said what its witnesses signed of its newest entries, and this browser could check it. */
  readonly isAnswered: boolean;
}

/** What the witnesses' signatures show. Without Ed25519 that is nothing, and no reason to forget what is new. */
async function checkWitnesses(
  now: NewCheckpoint,
  given: LogText,
  { known: { before, policies }, cache }: { readonly known: Known; readonly cache: RequestCache },
): Promise<LogCheck> {
  const waited = before?.waits;
  try {
    const judged = await witnessFault({ now, given, waited }, policies, cache);
    const { found, isAnswered, ...waiting } = judged;
    return { now: { ...now, ...waiting }, found, isAnswered };
  } catch {
    return { now: { ...now, ...(waited && { waits: waited }) }, found: null, isAnswered: false };
  }
}

const isOlder = (one: SeenCheckpoint, other: SeenCheckpoint): boolean =>
  contentOf(one).size < contentOf(other).size;

/** Compares the newest checkpoint with what is known; null where the log hasn't begun. */
async function compareCheckpoint(known: Known, cache: RequestCache): Promise<LogCheck | null> {
  const { before } = known;
  const asked = await readLogText('checkpoint', { cache });
  const key = before?.key ?? (await readLogText('key', { cache }))?.text.trim();
  if (asked === null || key === undefined) return null;
  const { text: note } = asked;
  const newest = { size: checkpointIn(note).size, at: asked.knownAt };
  const now = { note, key, seenAt: Date.now(), newest };
  if (!before) {
    if ((await signatureOf(note, key)) === 'wrong') return null;
    return checkWitnesses(now, asked, { known, cache });
  }
  const between = await faultBetween(before, note, cache);
  if (between && between !== 'refused')
    return { now, found: { ...between, before, now }, isAnswered: false };
  // An older one is no news, neither of what waits nor of what is signed.
  if (isOlder(now, before)) return { now, found: null, isAnswered: false };
  // What wasn't shown is asked for again, with the time of then.
  const shown = between === 'refused' && before.newest ? { ...now, newest: before.newest } : now;
  return checkWitnesses(shown, asked, { known, cache });
}

/** The later of two sightings: of the longer log, or else of the later time. */
function laterOf(one: Sighting | undefined, other: Sighting): Sighting {
  if (!one || one.size < other.size) return other;
  return one.size === other.size && one.at < other.at ? other : one;
}

/**
 * What a visit stores. A smaller tree that was proven to be a prefix came from a cache, or another tab stored a larger one
 * meanwhile: it adds nothing, except the time until which nothing newer had come.
 */
function checkpointAfter(stands: SeenCheckpoint | null, now: NewCheckpoint): SeenCheckpoint {
  if (!stands || contentOf(stands).origin !== contentOf(now).origin) return now;
  const { note, key, seenAt } = isOlder(stands, now) ? now : stands;
  const { waits } = isOlder(now, stands) ? stands : now;
  const newest = laterOf(stands.newest, now.newest);
  const { isReal } = stands;
  return {
    note,
    key,
    seenAt,
    newest,
    ...(waits && { waits }),
    ...(isReal !== undefined && { isReal }),
  };
}

/**
 * Keeps beside its checkpoint whether a log is of a live market: asked for once, and again where it proves nothing that this
 * build can read.
 */
async function learnSource({ before }: Known, now: NewCheckpoint): Promise<void> {
  if (before?.isReal !== undefined) return;
  const source = await sourceOf(now, 'default').catch(() => null);
  if (!source) return;
  const isReal = !isDemonstration(source);
  await updateCheckpoint((stands) => ({ ...checkpointAfter(stands, now), isReal }));
}

/** Notes a tree among those that the page for verifying compares, with the time at which it was the newest. */
function noteTree({ note, seenAt, newest }: NewCheckpoint): Promise<void> {
  const { origin, root, size } = checkpointIn(note);
  const tree = { ledgerId: ledgerOfOrigin(origin), size, root: base64Of(root) };
  return storeHead(tree, seenAt, newest.at);
}

/** Stores what a check of a log without a permanent fault found. */
async function storeCheck(known: Known, { now }: LogCheck): Promise<void> {
  const { before } = known;
  await updateCheckpoint((stands) => checkpointAfter(stands, now));
  // A cached one may not have been the newest at that time; noting it as such would wrongly accuse earlier entries.
  if (!before || !isOlder(now, before)) await noteTree(now);
  await learnSource(known, now);
}

/** A visit's finding, given the fault of an earlier one: only missing cosignatures can be lifted later. */
async function foundAfter(
  earlier: FoundFault | null,
  { found, isAnswered }: LogCheck,
): Promise<FoundFault | null> {
  if (found && !earlier) await storeFault(found);
  if (earlier && !found && isAnswered) await liftFault();
  return found ?? (isAnswered ? null : earlier);
}

async function visit(policy: WitnessPolicy | null): Promise<FoundFault | null> {
  const earlier = await readFault();
  if (earlier) flagFault();
  if (earlier && earlier.fault !== 'uncosigned') return earlier;
  const known = { before: await readCheckpoint(), policies: await policiesWith(policy) };
  const first = await compareCheckpoint(known, 'default');
  // A cache may mix two moments: nobody is accused before the log itself was asked.
  const checked = first?.found ? await compareCheckpoint(known, 'reload') : first;
  if (!checked) return earlier;
  const { now, found } = checked;
  // Demonstrations begin anew: the key of the new log is its own.
  if (found?.fault === 'other-log' && (await mayBeginAnew(known.before, now))) {
    const anew = { ...known, before: null };
    const kept = await compareCheckpoint(anew, 'reload');
    if (kept) await storeCheck(anew, kept);
    return earlier;
  }
  if (found && found.fault !== 'uncosigned') {
    await storeFault(found);
    return found;
  }
  await storeCheck(known, checked);
  return foundAfter(earlier, checked);
}

/**
 * Has the log prove that it only grew since this device's last visit, with nothing that claims to be older than that, and
 * that it is the one which its witnesses cosign; keeps its newest checkpoint. A fault stays known, with what shows it:
 * missing cosignatures until they are there, all others for good. Never rejects: without an answer, or without storage,
 * nothing is found.
 * @param policy the witnesses that this build of the site demands
 * @returns the fault, found now or on an earlier visit
 */
export async function checkLog(policy = WITNESS_POLICY): Promise<FoundFault | null> {
  try {
    return await visit(policy);
  } catch {
    return null;
  }
}
