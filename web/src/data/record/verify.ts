import { recordEndpoints } from '@quantalgo/contracts/record/endpoints';
import type { Stamp } from '@quantalgo/contracts/record/ledger/entry';
import { checkHeads } from '@quantalgo/contracts/record/ledger/evidence';
import { type ChainBreak, ChainVerifier } from '@quantalgo/contracts/record/ledger/verifier';
import { encodeBase64 } from '@quantalgo/contracts/record/log/base64';
import { parseLogOrigin } from '@quantalgo/contracts/record/log/checkpoint';
import { GrowingTree } from '@quantalgo/contracts/record/log/growingTree';
import type { StampedCheckpoint } from '@quantalgo/contracts/record/log/stampedCheckpoint';
import { splitHashes } from '@quantalgo/contracts/record/log/tiles';
import type { Performance } from '@quantalgo/contracts/signals/figures';
import { readPublic } from '../core/readPublic';
import {
  BundleSource,
  LEDGER_TIMEOUT_MS,
  type Reporting,
  storeCheckpoint,
  readStoredCheckpoint,
  type StoredCheckpoint,
} from './bundles';
import { readSeenHeads, storeHead } from './heads';
import { type InspectedBundle, parseInspected } from './inspectBundle';
import { Inspectors } from './inspectors';
import { parseCheckpointNote, UnexpectedResponseError, fetchLogText, checkSignature } from './log';
import { readCheckpoint } from './logFault';
import type { Progress, VerificationOutcome } from './messages';
import { downloadStampedCheckpoints, downloadStamps } from './stamps';
import { type StampSets, judgeLedger, type VerifiedLedger } from './verdicts';

export class LogVerifier {
  readonly chain: ChainVerifier;
  readonly #tree = new GrowingTree();

  /**
   * @param now epoch ms by this device's clock
   * @param ledgerId the expected ledger; undefined accepts any
   * @param siteTime epoch ms by the site's clock when it served the ledger
   */
  constructor(now: number, ledgerId?: string, siteTime = now) {
    this.chain = new ChainVerifier(now, ledgerId, siteTime);
  }

  /** Verifies the next bundle. After a break, every call returns that break. */
  take(bundle: InspectedBundle): ChainBreak | null {
    for (const hash of splitHashes(bundle.hashes)) this.#tree.add(hash);
    for (const entry of parseInspected(bundle)) {
      const breakFound = this.chain.verifyInspected(entry);
      if (breakFound) return breakFound;
    }
    return null;
  }

  rootAt(size: number): string | null {
    const root = this.#tree.rootAt(size);
    return root && encodeBase64(root);
  }
}

interface NewestCheckpoint extends StoredCheckpoint {
  /** Download time (epoch ms); null if the site could be reached. */
  readonly since: number | null;
  /** When it was the newest (epoch ms), by the earlier of both clocks. */
  readonly knownAt: number;
}

async function readKey(origin: string): Promise<string> {
  const checkpoint = await readCheckpoint().catch(() => null);
  if (checkpoint && parseCheckpointNote(checkpoint.note).origin === origin) return checkpoint.key;
  const key = await fetchLogText('key', FETCH_OPTIONS);
  if (!key) throw new UnexpectedResponseError('The log has no key');
  return key.text.trim();
}

/**
 * Falls back to the stored checkpoint.
 * @throws Error if the site can't be reached and none is stored
 */
export async function fetchNewestCheckpoint(
  cache: RequestCache = 'default',
): Promise<NewestCheckpoint> {
  try {
    const response = await fetchLogText('checkpoint', { ...FETCH_OPTIONS, cache });
    if (!response) throw new UnexpectedResponseError('The log has no checkpoint');
    const { text: note, siteTime, knownAt } = response;
    const at = Date.now();
    const key = await readKey(parseCheckpointNote(note).origin);
    const stored = { note, key, at, siteTime };
    await storeCheckpoint(stored);
    return { ...stored, since: null, knownAt };
  } catch (error) {
    const saved = await readStoredCheckpoint();
    if (saved) return { ...saved, since: saved.at, knownAt: saved.at };
    throw error;
  }
}

const FETCH_OPTIONS = { timeoutMs: LEDGER_TIMEOUT_MS };

async function verifyBundles(
  log: LogVerifier,
  { note }: NewestCheckpoint,
  source: BundleSource,
  reportProgress: () => void,
): Promise<ChainBreak | null> {
  const inspectors = new Inspectors(source.count);
  try {
    for await (const bundle of inspectors.inspected(source)) {
      const breakFound = log.take(bundle);
      if (breakFound) return breakFound;
      reportProgress();
    }
  } finally {
    inspectors.close();
  }
  const { size, root } = parseCheckpointNote(note);
  return log.rootAt(size) === encodeBase64(root)
    ? null
    : { seq: size - 1, reason: OTHER_ROOT_REASON };
}

function createReports({ chain }: LogVerifier, of: number, { report, again }: Reporting) {
  let waits: Progress['waits'] = null;
  let hasEnded = false;
  const reportProgress = () => {
    if (!hasEnded) report({ entries: chain.count, of, waits });
  };
  const reportDownload = (progress: Progress) => {
    waits = progress.waits;
    reportProgress();
  };
  return {
    reportProgress,
    downloadReporting: { report: reportDownload, again },
    end: () => (hasEnded = true),
  };
}

const OTHER_ROOT_REASON =
  'The entries fit together, but they don’t match the site’s signed checkpoint.';
const OTHER_KEY_REASON =
  'The checkpoint that covers this entry isn’t signed with this record’s key.';

async function fetchStamps({ chain, ledgerId }: VerifiedLedger): Promise<readonly Stamp[] | null> {
  try {
    const stamps = await downloadStamps(chain.entryAt(0)?.at ?? Date.now());
    return stamps.filter((stamp) => stamp.ledgerId === ledgerId);
  } catch {
    return null;
  }
}

/** Fetched before the checkpoint, which therefore must cover them. */
interface SiteClaims {
  readonly figures: Performance | null;
  readonly stamps: readonly Stamp[] | null;
}

/**
 * True if the site mentions entries that the ledger lacks. They may have been added during the
 * download.
 */
function isAhead(chain: ChainVerifier, { figures, stamps }: SiteClaims): boolean {
  const standing = figures && chain.totalsAfter(figures.totalSignals);
  const isFigureNewer =
    figures !== null && (standing === null || figures.missedSlots > standing.maxMissed);
  return isFigureNewer || (stamps ?? []).some(({ seq }) => seq >= chain.count);
}

/**
 * Stamped checkpoints of another root prove nothing about this log. The command-line verifier
 * reports them.
 */
const isOfLedger = (
  { ledgerId, rootAt }: VerifiedLedger,
  { size, root, ...stamped }: StampedCheckpoint,
) => stamped.ledgerId === ledgerId && [root, null].includes(rootAt(size));

async function fetchAllStamps(
  ledger: VerifiedLedger,
  claims: SiteClaims | null,
): Promise<StampSets> {
  const [stamps, stamped] = await Promise.all([
    claims ? claims.stamps : fetchStamps(ledger),
    downloadStampedCheckpoints(Date.now()).catch(() => null),
  ]);
  return { stamps, stamped: stamped && stamped.filter((item) => isOfLedger(ledger, item)) };
}

async function readFigures(): Promise<Performance | null> {
  try {
    return (await readPublic(recordEndpoints.record, LEDGER_TIMEOUT_MS)).data.performance;
  } catch {
    return null;
  }
}

const CHECKPOINT_TTL_MS = 5000;

const NO_STAMPS: StampSets = { stamps: null, stamped: null };

async function verifyUpTo(newest: NewestCheckpoint, fresh: boolean, reporting: Reporting) {
  const { note, key, since, siteTime } = newest;
  const checkpoint = parseCheckpointNote(note);
  const { size, origin, root } = checkpoint;
  const ledgerId = parseLogOrigin(origin);
  const log = new LogVerifier(Date.now(), ledgerId, siteTime);
  const { downloadReporting, reportProgress, end } = createReports(log, size, reporting);
  const source = new BundleSource(checkpoint, downloadReporting, {
    fresh,
    offline: since !== null,
  });
  const signature = await checkSignature(note, key);
  const unsigned = signature === 'wrong' ? { seq: size - 1, reason: OTHER_KEY_REASON } : null;
  const breakFound =
    (await verifyBundles(log, newest, source, reportProgress).finally(end)) ?? unsigned;
  const { chain } = log;
  const rootAt = (size: number) => log.rootAt(size);
  const ledger: VerifiedLedger = { ledgerId, chain, rootAt, size, root: encodeBase64(root) };
  const { downloaded, kept } = source;
  return {
    ledger,
    breakFound,
    isSignatureChecked: signature === 'holds',
    downloaded,
    kept,
  };
}

/**
 * Downloads and verifies the log's entries, and compares them with the signed checkpoint, this
 * device's sightings, the stamps and the site's figures. If the site is ahead, verifies once more:
 * it is a fault only if the later checkpoint also lacks known entries.
 * @param fresh bypasses all caches
 * @param claims the site's claims, fetched by the first run
 * @throws Error if the site can't be reached and no entries are stored
 */
export async function verifyLedger(
  reporting: Reporting,
  fresh: boolean,
  claims: SiteClaims | null = null,
): Promise<VerificationOutcome> {
  const started = performance.now();
  const figures = claims ? claims.figures : await readFigures();
  const sightings = await readSeenHeads();
  const newest = await fetchNewestCheckpoint(fresh || claims ? 'reload' : 'default');
  const { since, knownAt } = newest;
  const { ledger, breakFound, ...counts } = await verifyUpTo(newest, fresh, reporting);
  // Stored or cached data may predate a rewrite, so verify fresh data before reporting a break.
  if (breakFound && !fresh && since === null) return verifyLedger(reporting, true, claims);
  if (breakFound) return { kind: 'broken', found: breakFound };
  const { ledgerId, size, root } = ledger;
  const longerHeads = sightings.filter((head) => head.ledgerId === ledgerId && head.size > size);
  // Stored data may be older than later sightings. Only a fresh reply can show that entries are
  // gone.
  const relevant =
    since === null ? sightings : sightings.filter((head) => !longerHeads.includes(head));
  const heads = checkHeads(ledger, relevant);
  // A cached checkpoint may not have been the newest at that time. Storing it would wrongly accuse
  // earlier entries of being back-dated.
  if (since === null && !heads.conflict && longerHeads.length === 0)
    await storeHead({ ledgerId, size, root }, Date.now(), knownAt);
  const stampSets = since === null ? await fetchAllStamps(ledger, claims) : NO_STAMPS;
  const newClaims = { figures, stamps: stampSets.stamps };
  const isBehind = longerHeads.length > 0 || isAhead(ledger.chain, newClaims);
  if (since === null && !claims && isBehind) {
    await new Promise((resolve) => setTimeout(resolve, CHECKPOINT_TTL_MS));
    return verifyLedger(reporting, false, newClaims);
  }
  const verdicts = judgeLedger(ledger, relevant, stampSets, since === null ? figures : null);
  const ms = performance.now() - started;
  return { kind: 'checked', ...verdicts, heads, ...counts, offlineSince: since, ms };
}
