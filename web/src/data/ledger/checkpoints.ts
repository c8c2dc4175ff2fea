import {
  base64Of,
  type Checkpoint,
  type Demand,
  isBackDated,
  isDemonstration,
  ledgerOfOrigin,
  type Sighting,
  sourceSchema,
} from '@quantalgo/contracts';
import * as z from 'zod/mini';
import { DEMAND } from '../../demand';
import { flagFault } from '../core/faultFlag';
import { demandsWith, type HeldDemand } from './demands';
import { keepHead } from './heads';
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
  keepCheckpoint,
  keepFault,
  liftFault,
  type NewCheckpoint,
  readCheckpoint,
  readFault,
  type RewriteFound,
  type SeenCheckpoint,
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
  readonly demands: readonly HeldDemand[];
}

/** What one look at the log finds. */
interface Look {
  readonly now: NewCheckpoint;
  readonly found: FoundFault | null;
  /** Whether the log said what its witnesses signed of its newest entries, and this browser could check it. */
  readonly isAnswered: boolean;
}

/** What the witnesses' signatures show. Without Ed25519 that is nothing, and no reason to forget what is new. */
async function lookForWitnesses(
  now: NewCheckpoint,
  given: LogText,
  { known: { before, demands }, cache }: { readonly known: Known; readonly cache: RequestCache },
): Promise<Look> {
  const waited = before?.waits;
  try {
    const judged = await witnessFault({ now, given, waited }, demands, cache);
    const { found, isAnswered, ...waiting } = judged;
    return { now: { ...now, ...waiting }, found, isAnswered };
  } catch {
    return { now: { ...now, ...(waited && { waits: waited }) }, found: null, isAnswered: false };
  }
}

const isOlder = (one: SeenCheckpoint, other: SeenCheckpoint): boolean =>
  contentOf(one).size < contentOf(other).size;

/** Compares the newest checkpoint with what is known; null where the log hasn't begun. */
async function look(known: Known, cache: RequestCache): Promise<Look | null> {
  const { before } = known;
  const asked = await readLogText('checkpoint', { cache });
  const key = before?.key ?? (await readLogText('key', { cache }))?.text.trim();
  if (asked === null || key === undefined) return null;
  const { text: note } = asked;
  const newest = { size: checkpointIn(note).size, at: asked.knownAt };
  const now = { note, key, seenAt: Date.now(), newest };
  if (!before) {
    if ((await signatureOf(note, key)) === 'wrong') return null;
    return lookForWitnesses(now, asked, { known, cache });
  }
  const between = await faultBetween(before, note, cache);
  if (between && between !== 'refused')
    return { now, found: { ...between, before, now }, isAnswered: false };
  // An older one is no news, neither of what waits nor of what is signed.
  if (isOlder(now, before)) return { now, found: null, isAnswered: false };
  // What wasn't shown is asked for again, with the time of then.
  const shown = between === 'refused' && before.newest ? { ...now, newest: before.newest } : now;
  return lookForWitnesses(shown, asked, { known, cache });
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
function keptAfter(stands: SeenCheckpoint | null, now: NewCheckpoint): SeenCheckpoint {
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
  await keepCheckpoint((stands) => ({ ...keptAfter(stands, now), isReal }));
}

/** Notes a tree among those that the page for verifying compares, with the time at which it was the newest. */
function noteTree({ note, seenAt, newest }: NewCheckpoint): Promise<void> {
  const { origin, root, size } = checkpointIn(note);
  const tree = { ledgerId: ledgerOfOrigin(origin), size, root: base64Of(root) };
  return keepHead(tree, seenAt, newest.at);
}

/** What a visit keeps of a look at a log without a fault for good. */
async function keepLook(known: Known, { now }: Look): Promise<void> {
  const { before } = known;
  await keepCheckpoint((stands) => keptAfter(stands, now));
  // A cached one may not have been the newest at that time; noting it as such would wrongly accuse earlier entries.
  if (!before || !isOlder(now, before)) await noteTree(now);
  await learnSource(known, now);
}

/** A visit's finding, given the fault of an earlier one: only missing cosignatures can be lifted later. */
async function foundAfter(
  standing: FoundFault | null,
  { found, isAnswered }: Look,
): Promise<FoundFault | null> {
  if (found && !standing) await keepFault(found);
  if (standing && !found && isAnswered) await liftFault();
  return found ?? (isAnswered ? null : standing);
}

async function visit(demand: Demand | null): Promise<FoundFault | null> {
  const standing = await readFault();
  if (standing) flagFault();
  if (standing && standing.fault !== 'uncosigned') return standing;
  const known = { before: await readCheckpoint(), demands: await demandsWith(demand) };
  const first = await look(known, 'default');
  // A cache may mix two moments: nobody is accused before the log itself was asked.
  const looked = first?.found ? await look(known, 'reload') : first;
  if (!looked) return standing;
  const { now, found } = looked;
  // Demonstrations begin anew: the key of the new log is its own.
  if (found?.fault === 'other-log' && (await mayBeginAnew(known.before, now))) {
    const anew = { ...known, before: null };
    const kept = await look(anew, 'reload');
    if (kept) await keepLook(anew, kept);
    return standing;
  }
  if (found && found.fault !== 'uncosigned') {
    await keepFault(found);
    return found;
  }
  await keepLook(known, looked);
  return foundAfter(standing, looked);
}

/**
 * Has the log prove that it only grew since this device's last visit, with nothing that claims to be older than that, and
 * that it is the one which its witnesses cosign; keeps its newest checkpoint. A fault stays known, with what shows it:
 * missing cosignatures until they are there, all others for good. Never rejects: without an answer, or without storage,
 * nothing is found.
 * @param demand the witnesses that this build of the site demands
 * @returns the fault, found now or on an earlier visit
 */
export async function checkLog(demand = DEMAND): Promise<FoundFault | null> {
  try {
    return await visit(demand);
  } catch {
    return null;
  }
}
