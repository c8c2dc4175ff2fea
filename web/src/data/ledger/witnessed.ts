import { dateText, UTC } from '@quantalgo/contracts';
import { checkPolicies, isMet, type PolicyCheck, type StoredPolicy } from './witnessPolicies';
import {
  areOneLog,
  checkpointIn,
  isUnsupported,
  type LogText,
  readEntry,
  readLogText,
  signatureOf,
  timedBy,
} from './log';
import type { FoundFault, NewCheckpoint, Waits } from './logFault';

type Policies = readonly StoredPolicy[];

/**
 * Longest time (ms) that an entry may wait for its witnesses. They are asked by the minute; what is longer allows for one
 * that starts anew.
 */
const COSIGNED_WITHIN_MS = 10 * 60_000;

function isCheckpoint(note: string): boolean {
  try {
    checkpointIn(note);
    return true;
  } catch {
    return false;
  }
}

/**
 * The newest checkpoint that meets every policy, as the site serves it; null for none, and for a text that is none.
 * @throws Error without an answer of the log's own
 */
async function readCosigned({ note, key }: NewCheckpoint, policies: Policies, cache: RequestCache) {
  const found = await readLogText('cosigned', { cache });
  if (!found || !isCheckpoint(found.text)) return null;
  const isSigned = (await signatureOf(found.text, key)) !== 'wrong';
  const isOwn = checkpointIn(found.text).origin === checkpointIn(note).origin;
  return isSigned && isOwn && (await checkPolicies(policies, found.text)).every(isMet)
    ? found.text
    : null;
}

function sentenceOf({ policy, cosigners }: PolicyCheck): string {
  const asked = `of the ${policy.needed} that this device has asked for since ${dateText(policy.since, UTC)}`;
  return `Too few witnesses have signed the newest entries of the public record: ${cosigners.length} ${asked}.`;
}

const ADVICE =
  'Until they do, nobody vouches that others are shown the same: don’t rely on its newest figures. This notice disappears once they have signed.';

/** What shows that too few cosigned. */
interface Shown {
  readonly now: NewCheckpoint;
  readonly lacking: PolicyCheck;
  /** The newest checkpoint that meets every policy; null for none. */
  readonly cosigned: string | null;
  /** The entry that has waited longest, as the log has it; null where it proves none. */
  readonly entry: string | null;
  readonly silentSince?: number;
}

function evidenceOf(shown: Shown): string {
  const { now, cosigned, entry, silentSince } = shown;
  const { policy, cosigners } = shown.lacking;
  const since = new Date(policy.since).toISOString();
  return [
    'Fault: uncosigned',
    `Key: ${now.key}`,
    `Witnesses, of which ${policy.needed} are needed since ${since}:\n\n${policy.keys.join('\n')}`,
    `Of these cosigned: ${cosigners.join(', ') || 'none'}`,
    ...(cosigned === null ? [] : [`Cosigned last:\n\n${cosigned}`]),
    ...(silentSince === undefined
      ? []
      : [`The log hasn’t said what they cosigned since ${new Date(silentSince).toISOString()}`]),
    ...(entry === null ? [] : [`The first entry that waits for them:\n\n${entry}`]),
    `Seen ${new Date(now.seenAt).toISOString()}:\n\n${now.note}`,
  ].join('\n\n');
}

const uncosigned = (shown: Shown): FoundFault => ({
  fault: 'uncosigned',
  sentence: sentenceOf(shown.lacking),
  advice: ADVICE,
  evidence: evidenceOf(shown),
});

/**
 * Whether an entry may still be waiting for cosignatures: by its claimed time and the earlier of the two clocks; by the
 * site's clock, against which it can't be in the future; and by this device's clock alone, since it first saw it wait.
 * The site controls the first two.
 */
const isInTime = (
  at: number,
  since: number,
  { now, given }: Pick<Awaited, 'now' | 'given'>,
): boolean =>
  [given.knownAt - at, at - given.madeAt, now.seenAt - since].every(
    (ms) => ms <= COSIGNED_WITHIN_MS,
  );

/** A checkpoint of which witnesses are demanded. */
interface Awaited {
  readonly now: NewCheckpoint;
  /** When it was given out. */
  readonly given: Pick<LogText, 'knownAt' | 'madeAt'>;
  /** What the visit before kept of its waiting. */
  readonly waited: Waits | undefined;
}

/** What witnesses make of a checkpoint. */
interface Witnessed {
  readonly found: FoundFault | null;
  /** Whether the log said what they signed. */
  readonly isAnswered: boolean;
  /** Since when it waits for them, where enough haven't signed it. */
  readonly waits?: Waits;
}

/** The current wait for cosignatures: the earlier one until the witnesses have seen all its entries, else one from now. */
function waitsOf({ now, waited }: Awaited, seen: number): Waits {
  if (waited && waited.size > seen) return { size: waited.size, at: waited.at };
  return { size: checkpointIn(now.note).size, at: now.seenAt };
}

/**
 * Judges a checkpoint that too few cosigned by the newest one that enough did.
 * @throws Error where the log doesn't answer, or this browser can't check what they signed
 */
async function judged(
  awaited: Awaited,
  lacking: PolicyCheck,
  { policies, cache }: { readonly policies: Policies; readonly cache: RequestCache },
): Promise<Witnessed> {
  const { now, given } = awaited;
  const checkpoint = checkpointIn(now.note);
  const cosigned = await readCosigned(now, policies, cache);
  const covered = cosigned === null ? null : checkpointIn(cosigned);
  if (cosigned !== null && covered) {
    const { key, seenAt } = now;
    const before = { note: cosigned, key, seenAt };
    if ((await areOneLog(covered, checkpoint, cache)) !== true)
      return { found: { fault: 'unlike-witnessed', before, now }, isAnswered: true };
    if (covered.size >= checkpoint.size) return { found: null, isAnswered: true };
  }
  const size = covered?.size ?? 0;
  const waits = waitsOf(awaited, size);
  const entry = await readEntry(size, checkpoint, { cache });
  const waiting = entry === null ? null : timedBy(entry);
  const mayWait = waiting && isInTime(waiting.at, waits.at, { now, given });
  const found = mayWait ? null : uncosigned({ now, lacking, cosigned, entry });
  return { found, isAnswered: true, waits };
}

/** Judges a checkpoint that too few cosigned while the log doesn't report cosignatures, which it may omit for as long. */
function unanswered(awaited: Awaited, lacking: PolicyCheck): Witnessed {
  const { now, waited } = awaited;
  const silentSince = waited?.silentSince ?? now.seenAt;
  const isLate = now.seenAt - silentSince > COSIGNED_WITHIN_MS;
  const shown = { now, lacking, cosigned: null, entry: null, silentSince };
  return {
    found: isLate ? uncosigned(shown) : null,
    isAnswered: false,
    waits: { ...(waited ?? waitsOf(awaited, 0)), silentSince },
  };
}

/**
 * What is wrong between a checkpoint and the witnesses that this device demands: the log isn't the one that they cosigned,
 * or its entries have waited for them too long. Nothing where enough cosigned, or may yet.
 * @throws Error where this browser can't check what they signed
 */
export async function witnessFault(
  awaited: Awaited,
  policies: Policies,
  cache: RequestCache,
): Promise<Witnessed> {
  const lacking = (await checkPolicies(policies, awaited.now.note)).find((one) => !isMet(one));
  if (!lacking) return { found: null, isAnswered: true };
  try {
    return await judged(awaited, lacking, { policies, cache });
  } catch (error) {
    if (isUnsupported(error)) throw error;
    return unanswered(awaited, lacking);
  }
}
