import { dateText, type Sighting, UTC } from '@quantalgo/contracts';
import { type Answered, answersTo, type HeldDemand, isMet } from './demands';
import {
  areOneLog,
  checkpointIn,
  type LogText,
  readEntry,
  readLogText,
  signatureOf,
  timedBy,
} from './log';
import type { FoundFault, NewCheckpoint } from './logFault';

type Demands = readonly HeldDemand[];

/**
 * Longest time (ms) that an entry may wait for its witnesses. They are asked by the minute; what is longer allows for one
 * that starts anew.
 */
const COSIGNED_WITHIN_MS = 10 * 60_000;

/** The newest checkpoint that meets every demand, as the site serves it; null for none. @throws Error without an answer */
async function readCosigned({ note, key }: NewCheckpoint, demands: Demands, cache: RequestCache) {
  const found = await readLogText('cosigned', { cache });
  if (!found) return null;
  const isSigned = (await signatureOf(found.text, key)) !== 'wrong';
  const isOwn = checkpointIn(found.text).origin === checkpointIn(note).origin;
  return isSigned && isOwn && (await answersTo(demands, found.text)).every(isMet)
    ? found.text
    : null;
}

function sentenceOf({ demand, cosigners }: Answered): string {
  const asked = `of the ${demand.needed} that this device has asked for since ${dateText(demand.since, UTC)}`;
  return `Too few witnesses have signed the newest entries of the public record: ${cosigners.length} ${asked}.`;
}

const ADVICE =
  'Until they do, nobody vouches that others are shown the same: don’t rely on its newest figures. This bar goes when they have signed.';

/** What shows that too few cosigned. */
interface Shown {
  readonly now: NewCheckpoint;
  readonly lacking: Answered;
  /** The newest checkpoint that meets every demand; null for none. */
  readonly cosigned: string | null;
  /** The entry that has waited longest, as the log has it; null where it proves none. */
  readonly entry: string | null;
}

function evidenceOf({ now, lacking: { demand, cosigners }, cosigned, entry }: Shown): string {
  const since = new Date(demand.since).toISOString();
  return [
    'Fault: uncosigned',
    `Key: ${now.key}`,
    `Witnesses, of which ${demand.needed} are needed since ${since}:\n\n${demand.keys.join('\n')}`,
    `Of these cosigned: ${cosigners.join(', ') || 'none'}`,
    ...(cosigned === null ? [] : [`Cosigned last:\n\n${cosigned}`]),
    ...(entry === null ? [] : [`The first entry that waits for them:\n\n${entry}`]),
    `Seen ${new Date(now.seenAt).toISOString()}:\n\n${now.note}`,
  ].join('\n\n');
}

/**
 * Whether an entry may still wait: by the time that it claims and the earlier of two clocks; by the site's own, to which it
 * can't be of the future; and by this device's alone, since it first saw it wait. The site sets the first two.
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
  readonly waited: Sighting | undefined;
}

/** What witnesses make of a checkpoint. */
interface Witnessed {
  readonly found: FoundFault | null;
  /** How far they have seen where that is not enough, and since when this device knows it. */
  readonly waits?: Sighting;
}

/**
 * What is wrong between a checkpoint and the witnesses that this device demands: the log isn't the one that they cosigned,
 * or its entries have waited for them too long. Nothing where enough cosigned, or may yet.
 * @throws Error where the log doesn't answer, or this browser can't check what they signed
 */
export async function witnessFault(
  { now, given, waited }: Awaited,
  demands: Demands,
  cache: RequestCache,
): Promise<Witnessed> {
  const lacking = (await answersTo(demands, now.note)).find((one) => !isMet(one));
  if (!lacking) return { found: null };
  const checkpoint = checkpointIn(now.note);
  const cosigned = await readCosigned(now, demands, cache);
  const covered = cosigned === null ? null : checkpointIn(cosigned);
  if (cosigned !== null && covered) {
    const { key, seenAt } = now;
    if ((await areOneLog(covered, checkpoint, cache)) !== true)
      return { found: { fault: 'unlike-witnessed', before: { note: cosigned, key, seenAt }, now } };
    if (covered.size >= checkpoint.size) return { found: null };
  }
  const size = covered?.size ?? 0;
  // A site that shows an older cosigned checkpoint again begins no new time.
  const waits = waited && waited.size >= size ? waited : { size, at: now.seenAt };
  const entry = await readEntry(size, checkpoint, { cache });
  const waiting = entry === null ? null : timedBy(entry);
  if (waiting && isInTime(waiting.at, waits.at, { now, given })) return { found: null, waits };
  const found = {
    fault: 'uncosigned',
    sentence: sentenceOf(lacking),
    advice: ADVICE,
    evidence: evidenceOf({ now, lacking, cosigned, entry }),
  } as const;
  return { found, waits };
}
