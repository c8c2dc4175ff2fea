import { recordEndpoints } from '@quantalgo/contracts/record/endpoints';
import type { Stamp } from '@quantalgo/contracts/record/ledger/entry';
import { checkHeads } from '@quantalgo/contracts/record/ledger/evidence';
import { type Break, ChainVerifier } from '@quantalgo/contracts/record/ledger/verifier';
import { base64Of } from '@quantalgo/contracts/record/log/base64';
import { ledgerOfOrigin } from '@quantalgo/contracts/record/log/checkpoint';
import { GrowingTree } from '@quantalgo/contracts/record/log/growingTree';
import type { StampedCheckpoint } from '@quantalgo/contracts/record/log/stampedCheckpoint';
import { hashesOf } from '@quantalgo/contracts/record/log/tiles';
import type { Performance } from '@quantalgo/contracts/signals/figures';
import { readPublic } from '../core/readPublic';
import {
  BundleSource,
  LEDGER_TIMEOUT_MS,
  type Reporting,
  storeCheckpoint,
  storedCheckpoint,
  type StoredCheckpoint,
} from './bundles';
import { seenHeads, storeHead } from './heads';
import { type InspectedBundle, inspectedIn } from './inspectBundle';
import { Inspectors } from './inspectors';
import { checkpointIn, NotTheLogError, readLogText, signatureOf } from './log';
import { readCheckpoint } from './logFault';
import type { Progress, VerificationOutcome } from './messages';
import { downloadStamped, downloadStamps } from './stamps';
import { type Stamped, verdictsOn, type VerifiedLedger } from './verdicts';

/** Verifies the entries of a log by the rules of a ledger, and builds the tree that its checkpoints state the root of. */
export class LogVerifier {
  readonly chain: ChainVerifier;
  readonly #tree = new GrowingTree();

  /**
   * @param now epoch ms by a trusted clock: no entry may be later
   * @param ledgerId the expected ledger; undefined accepts any
   */
  constructor(now: number, ledgerId?: string) {
    this.chain = new ChainVerifier(now, ledgerId);
  }

  /** Takes the next bundle up to a break; returns it, now and on every later call, once there is one. */
  take(bundle: InspectedBundle): Break | null {
    for (const hash of hashesOf(bundle.hashes)) this.#tree.add(hash);
    for (const entry of inspectedIn(bundle)) {
      const found = this.chain.takeInspected(entry);
      if (found) return found;
    }
    return null;
  }

  /** The root of the tree of the first `size` entries, in base64; null where there are fewer. */
  rootAt(size: number): string | null {
    const root = this.#tree.rootAt(size);
    return root && base64Of(root);
  }
}

/** The signed checkpoint up to which to verify. */
interface Newest extends StoredCheckpoint {
  /** When it was downloaded (epoch ms), if the site can't be reached now. */
  readonly since: number | null;
  /** When it was the newest (epoch ms), by both clocks. */
  readonly knownAt: number;
}

/** The key that this device knows the log by, or else the one that the site names. */
async function keyFor(origin: string): Promise<string> {
  const seen = await readCheckpoint().catch(() => null);
  if (seen && checkpointIn(seen.note).origin === origin) return seen.key;
  const key = await readLogText('key', ASKING);
  if (!key) throw new NotTheLogError('The log names no key');
  return key.text.trim();
}

/**
 * The newest signed checkpoint, or the one that this device keeps.
 * @throws Error if the site can't be reached and none is stored
 */
export async function newestCheckpoint(cache: RequestCache = 'default'): Promise<Newest> {
  try {
    const found = await readLogText('checkpoint', { ...ASKING, cache });
    if (!found) throw new NotTheLogError('The log has no checkpoint');
    const { text: note, knownAt } = found;
    const at = Date.now();
    const stored = { note, key: await keyFor(checkpointIn(note).origin), at };
    await storeCheckpoint(stored);
    return { ...stored, since: null, knownAt };
  } catch (error) {
    const kept = await storedCheckpoint();
    if (kept) return { ...kept, since: kept.at, knownAt: kept.at };
    throw error;
  }
}

const ASKING = { timeoutMs: LEDGER_TIMEOUT_MS };

/** Verifies bundle by bundle up to a checkpoint. @returns the break, null if there is none */
async function takeAll(
  log: LogVerifier,
  { note }: Newest,
  source: BundleSource,
  taken: () => void,
): Promise<Break | null> {
  const inspectors = new Inspectors(source.count);
  try {
    for await (const bundle of inspectors.inspected(source)) {
      const found = log.take(bundle);
      if (found) return found;
      taken();
    }
  } finally {
    inspectors.close();
  }
  const { size, root } = checkpointIn(note);
  return log.rootAt(size) === base64Of(root) ? null : { seq: size - 1, reason: OTHER_ROOT };
}

/**
 * Reports of a verification whose downloads are ahead of it, and may still wait when it is over. `taken` reports what was
 * verified so far.
 */
function reportsOf({ chain }: LogVerifier, of: number, { report, again }: Reporting) {
  let waits: Progress['waits'] = null;
  let isOver = false;
  const taken = () => {
    if (!isOver) report({ entries: chain.count, of, waits });
  };
  const told = (progress: Progress) => {
    waits = progress.waits;
    taken();
  };
  return { taken, ofDownloads: { report: told, again }, end: () => (isOver = true) };
}

const OTHER_ROOT =
  'The entries fit together, but they are not those that the site’s signed checkpoint states.';
const OTHER_KEY = 'The checkpoint that states it is not signed with the key of this record.';

/** The stamps of a ledger; null where they can't be fetched. */
async function stampsOf({ chain, ledgerId }: VerifiedLedger): Promise<readonly Stamp[] | null> {
  try {
    const stamps = await downloadStamps(chain.entryAt(0)?.at ?? Date.now());
    return stamps.filter((stamp) => stamp.ledgerId === ledgerId);
  } catch {
    return null;
  }
}

/** Claims that the site made before it served a checkpoint, which must cover them; null where it made none. */
interface Said {
  readonly figures: Performance | null;
  readonly stamps: readonly Stamp[] | null;
}

/** Whether the site speaks of entries that a ledger doesn't have: they may have come while it was downloaded. */
const isAhead = (chain: ChainVerifier, { figures, stamps }: Said): boolean =>
  (figures !== null && chain.after(figures.totalSignals) === null) ||
  (stamps ?? []).some(({ seq }) => seq >= chain.count);

/** Stamped checkpoints of another root prove nothing about this log: the command names them. */
const isOf = (
  { ledgerId, rootAt }: VerifiedLedger,
  { size, root, ...stamped }: StampedCheckpoint,
) => stamped.ledgerId === ledgerId && [root, null].includes(rootAt(size));

async function allStampsOf(held: VerifiedLedger, said: Said | null): Promise<Stamped> {
  const [stamps, stamped] = await Promise.all([
    said ? said.stamps : stampsOf(held),
    downloadStamped(Date.now()).catch(() => null),
  ]);
  return { stamps, stamped: stamped && stamped.filter((one) => isOf(held, one)) };
}

/** The site's figures; null where they can't be fetched. */
async function readFigures(): Promise<Performance | null> {
  try {
    return (await readPublic(recordEndpoints.record, LEDGER_TIMEOUT_MS)).data.performance;
  } catch {
    return null;
  }
}

/** Longest time (ms) for which a cache on the way keeps a checkpoint. */
const CHECKPOINT_KEPT_MS = 5000;

const NONE: Stamped = { stamps: null, stamped: null };

/** Downloads and verifies the entries up to a checkpoint, and whether it is signed. */
async function readUpTo(newest: Newest, fresh: boolean, reporting: Reporting) {
  const { note, key, since } = newest;
  const checkpoint = checkpointIn(note);
  const { size, origin, root } = checkpoint;
  const ledgerId = ledgerOfOrigin(origin);
  const log = new LogVerifier(Date.now(), ledgerId);
  const { ofDownloads, taken, end } = reportsOf(log, size, reporting);
  const source = new BundleSource(checkpoint, ofDownloads, { fresh, offline: since !== null });
  const signature = await signatureOf(note, key);
  const unsigned = signature === 'wrong' ? { seq: size - 1, reason: OTHER_KEY } : null;
  const found = (await takeAll(log, newest, source, taken).finally(end)) ?? unsigned;
  const { chain } = log;
  const rootAt = (at: number) => log.rootAt(at);
  const held: VerifiedLedger = { ledgerId, chain, rootAt, size, root: base64Of(root) };
  const { downloaded, kept } = source;
  return { held, found, isSignatureChecked: signature === 'holds', downloaded, kept };
}

/**
 * Downloads the entries of the log that aren't stored here, verifies them from the first on, and compares them with the
 * signed checkpoint, what this device saw before, the time-stamps and the site's figures. Where those are ahead of it, it
 * looks once more: only a later checkpoint that lacks what was known before it accuses anybody.
 * @param fresh downloads everything again, bypassing all caches
 * @param said what the site said at the first look
 * @throws Error if the site can't be reached and no entries are stored
 */
export async function verifyLedger(
  reporting: Reporting,
  fresh: boolean,
  said: Said | null = null,
): Promise<VerificationOutcome> {
  const started = performance.now();
  const figures = said ? said.figures : await readFigures();
  const known = await seenHeads();
  const newest = await newestCheckpoint(fresh || said ? 'reload' : 'default');
  const { since, knownAt } = newest;
  const { held, found, ...read } = await readUpTo(newest, fresh, reporting);
  // Stored or cached data may predate a rewrite, so verify again with fresh data before reporting a break.
  if (found && !fresh && since === null) return verifyLedger(reporting, true, said);
  if (found) return { kind: 'broken', found };
  const { ledgerId, size, root } = held;
  const longer = known.filter((one) => one.ledgerId === ledgerId && one.size > size);
  // Stored data may be older than later sightings: only a fresh reply of the site can show that entries are gone.
  const seen = since === null ? known : known.filter((one) => !longer.includes(one));
  const heads = checkHeads(held, seen);
  // A cached checkpoint may not have been the newest at that time; noting it as such would wrongly accuse earlier
  // entries of being back-dated.
  if (since === null && !heads.conflict && longer.length === 0)
    await storeHead({ ledgerId, size, root }, Date.now(), knownAt);
  const given = since === null ? await allStampsOf(held, said) : NONE;
  const saidNow = { figures, stamps: given.stamps };
  const isBehind = longer.length > 0 || isAhead(held.chain, saidNow);
  if (since === null && !said && isBehind) {
    await new Promise((resolve) => setTimeout(resolve, CHECKPOINT_KEPT_MS));
    return verifyLedger(reporting, false, saidNow);
  }
  const verdicts = verdictsOn(held, seen, given, since === null ? figures : null);
  const ms = performance.now() - started;
  return { kind: 'checked', ...verdicts, heads, ...read, offlineSince: since, ms };
}
