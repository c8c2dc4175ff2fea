import {
  backDated,
  type ChainSummary,
  ChainVerifier,
  checkHeads,
  LEDGER_PAGE_SIZE,
  ledgerEndpoints,
  recordEndpoints,
  type SeenHead,
  sightingOfCheckpoint,
  sightingOfStamp,
  sightingsOf,
  stampFault,
  type Break,
  type LedgerHead,
  type Stamp,
  stampedBeforeEntry,
  type StampedCheckpoint,
  type TimeFault,
} from '@quantalgo/contracts';
import { readPublic } from '../core/readPublic';
import {
  downloadStamped,
  downloadStamps,
  LEDGER_TIMEOUT_MS,
  PageSource,
  type Reporting,
  STAMPED_DAYS,
  stampedSince,
  storedHead,
  storeHeadOfPages,
} from './pages';
import type { Outcome, ShownVerdict, StampedVerdict, StampsVerdict } from './messages';
import { keepHead, seenHeads } from './heads';

/** Longest lag (ms) of an HTTP cache on the way, and how many times to wait for it. */
const CACHE_LAG_MS = 6000;
const LAGS = 2;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * The head up to which to verify; `since` is when it was downloaded (epoch ms), if the site can't be reached now, and
 * `knownAt` when it was the newest, by both clocks.
 */
async function headToVerify(): Promise<{
  head: LedgerHead;
  since: number | null;
  knownAt: number;
}> {
  const asked = Date.now();
  try {
    const { data, at } = await readPublic(ledgerEndpoints.ledgerHead, LEDGER_TIMEOUT_MS);
    await storeHeadOfPages(data, at);
    return { head: data, since: null, knownAt: Math.min(asked, at) };
  } catch (error) {
    const kept = await storedHead();
    if (kept) return { head: kept.head, since: kept.at, knownAt: kept.at };
    throw error;
  }
}

/** Verifies page by page up to the head. @returns the break, null if there is none */
async function takeAll(
  chain: ChainVerifier,
  head: LedgerHead,
  source: PageSource,
  reporting: Reporting,
): Promise<Break | null> {
  for (let lags = 0; chain.count <= head.seq;) {
    const page = Math.floor(chain.count / LEDGER_PAGE_SIZE);
    const entries = await source.page(page);
    for (const entry of entries.slice(chain.count - page * LEDGER_PAGE_SIZE)) {
      const found = chain.take(entry);
      if (found) return found;
    }
    reporting.report({ entries: chain.count, of: head.seq + 1, waits: null });
    if (entries.length >= LEDGER_PAGE_SIZE || chain.count > head.seq) continue;
    if (lags === LAGS) return { seq: chain.count, reason: GONE };
    lags += 1;
    source.forget();
    await pause(CACHE_LAG_MS);
  }
  const last = chain.entryAt(head.seq);
  return last?.hash === head.hash ? null : { seq: head.seq, reason: OTHER_HEAD };
}

const GONE = 'The site says that there are more entries, but the ledger ends here.';
const OTHER_HEAD = 'The site gives another hash for its newest entry than the ledger does.';

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));

function stampsVerdict(chain: ChainVerifier, stamps: readonly Stamp[]): StampsVerdict {
  const faults = stamps.flatMap((stamp) => {
    const fault = stampFault(chain, stamp, bytesOf(stamp.token));
    return fault === null ? [] : [{ day: stamp.day, seq: stamp.seq, fault }];
  });
  const authorities = [...new Set(stamps.map(({ authority }) => authority))];
  return { fit: stamps.length - faults.length, authorities, faults };
}

/** The stamps of a ledger; null where they can't be fetched. */
async function stampsOf(ledgerId: string): Promise<readonly Stamp[] | null> {
  try {
    return (await downloadStamps()).filter((stamp) => stamp.ledgerId === ledgerId);
  } catch {
    return null;
  }
}

/** The stamps of a ledger: of its days, and of its slots in the last days. Null what can't be fetched. */
interface Stamped {
  readonly stamps: readonly Stamp[] | null;
  readonly stamped: readonly StampedCheckpoint[] | null;
}

const NONE: Stamped = { stamps: null, stamped: null };

async function allStampsOf(ledgerId: string): Promise<Stamped> {
  const [stamps, stamped] = await Promise.all([
    stampsOf(ledgerId),
    downloadStamped(Date.now()).catch(() => null),
  ]);
  return { stamps, stamped: stamped && stamped.filter((one) => one.ledgerId === ledgerId) };
}

function stampedVerdict(
  chain: ChainVerifier,
  stamped: readonly StampedCheckpoint[],
): StampedVerdict {
  const published = chain.publishedSince(stampedSince(Date.now()));
  const authorities = stamped.flatMap(({ stamps }) => stamps.map(({ authority }) => authority));
  return {
    days: STAMPED_DAYS,
    published: published.length,
    before: stampedBeforeEntry(published, stamped),
    authorities: [...new Set(authorities)],
  };
}

/** The rules of time that a chain breaks by itself, and by what this device and the stamps saw of it. */
function faultsOf(
  chain: ChainVerifier,
  { ledgerId, faults }: ChainSummary,
  seen: readonly SeenHead[],
  { stamps, stamped }: Stamped,
): TimeFault[] {
  const ofDays = (stamps ?? []).flatMap(
    (stamp) => sightingOfStamp(stamp, bytesOf(stamp.token)) ?? [],
  );
  const ofSlots = (stamped ?? []).map(sightingOfCheckpoint);
  const sightings = [...sightingsOf(ledgerId, seen), ...ofDays, ...ofSlots];
  return [...faults, ...backDated(chain, sightings)];
}

/** Compares the site's figures with the ledger's for the same number of settled signals. */
async function checkShown(chain: ChainVerifier): Promise<ShownVerdict | null> {
  try {
    const { performance } = (await readPublic(recordEndpoints.record, LEDGER_TIMEOUT_MS)).data;
    const standing = chain.after(performance.totalSignals);
    const agrees =
      standing?.won === performance.wonSignals &&
      standing.breakEven === performance.breakEvenSignals;
    return { settled: performance.totalSignals, won: performance.wonSignals, agrees, standing };
  } catch {
    return null;
  }
}

/**
 * Downloads the pages of the ledger that aren't stored here, verifies it from the first entry on, and compares it with
 * the heads seen by this device, the daily stamps and the site's figures.
 * @param fresh downloads everything again, bypassing all caches
 * @throws Error if the site can't be reached and no pages are stored
 */
export async function verifyLedger(reporting: Reporting, fresh: boolean): Promise<Outcome> {
  const started = performance.now();
  const { head, since, knownAt } = await headToVerify();
  const chain = new ChainVerifier(Date.now(), head.ledgerId);
  const source = new PageSource(head, reporting, { fresh, offline: since !== null });
  const found = await takeAll(chain, head, source, reporting);
  // Stored pages may be of a chain that was rewritten since: the site's pages decide.
  if (found && source.kept > 0 && since === null) return verifyLedger(reporting, true);
  if (found) return { kind: 'broken', found };
  const seen = await seenHeads();
  const heads = checkHeads(chain, head.ledgerId, seen);
  const summary = chain.summary();
  if (!summary) throw new Error('A ledger that holds has an entry');
  if (since === null && !heads.conflict) await keepHead(head, Date.now(), knownAt);
  const [given, shown] =
    since === null
      ? await Promise.all([allStampsOf(head.ledgerId), checkShown(chain)])
      : [NONE, null];
  const stamps = given.stamps && stampsVerdict(chain, given.stamps);
  const stamped = given.stamped && stampedVerdict(chain, given.stamped);
  const faults = faultsOf(chain, summary, seen, given);
  const { downloaded, kept } = source;
  const ms = performance.now() - started;
  const effort = { offlineSince: since, downloaded, kept, ms };
  return { kind: 'checked', summary, heads, faults, stamps, stamped, shown, ...effort };
}
