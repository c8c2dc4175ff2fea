import { SLOT_MS, slotId, parseSlotId } from '@quantalgo/contracts/core/slots';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@quantalgo/contracts/core/time';
import { REVIEW_TIMEOUT_MS } from '@quantalgo/contracts/submissions/submission';
import type { Heartbeat } from '@quantalgo/contracts/record/heartbeatDocument';
import { type Firestore, Timestamp } from 'firebase-admin/firestore';
import { missDocument } from '../../collections/record';
import type { Alarm } from '../core/alarm';
import { parseDocument } from '../core/documents';
import { readHeartbeat } from '../record/heartbeat';
import { findOverdue } from './overdue';
import { telegramPostDocument } from '../../domain/telegram/posts';

/** Two slots of five minutes, and time for the publisher to start late. */
const MAX_HEARTBEAT_AGE_MS = 11 * MINUTE_MS;

/** A slot's checkpoint is stamped within minutes, but an authority may fail for a while. */
const MAX_STAMP_AGE_MS = HOUR_MS;

/** Backups are daily, and take hours. */
const MAX_BACKUP_AGE_MS = 36 * HOUR_MS;

/**
 * Google and Fastly add networks every few weeks. A deployment refuses lists over six weeks old.
 */
const MAX_NETWORKS_AGE_MS = 60 * DAY_MS;

/** The check runs every five minutes and may itself be late. */
const DEAD_EMAIL_WINDOW_MS = 10 * MINUTE_MS;

export interface WatchContext {
  /** Time of the watcher's first run, from which it counts the ages of events that never came. */
  readonly watchedSince: number;
  readonly timeAuthorities: number;
  /** Undefined without backups, as on emulators; null before the first. */
  readonly newestBackupAt: number | null | undefined;
  readonly networksFetchedAt: number;
}

/** Age (ms) of the newest slot; 0 while the market is closed. */
function getHeartbeatAge(beat: Heartbeat | null, now: number, watchedSince: number): number {
  if (!beat) return now - watchedSince;
  const isClosed = beat.state === 'closed' && beat.opensAt !== null && beat.opensAt > now;
  return isClosed ? 0 : now - parseSlotId(beat.slot);
}

async function countConsecutiveMisses(
  firestore: Firestore,
  beat: Heartbeat | null,
): Promise<number> {
  if (beat?.state !== 'missed') return 0;
  const newest = firestore.collection('misses').orderBy('slot', 'desc').limit(10);
  const missedSlots = new Set(
    (await newest.get()).docs.map((document) => parseDocument(missDocument, document).slot),
  );
  let count = 0;
  for (let slot = parseSlotId(beat.slot); missedSlots.has(slotId(slot)); slot -= SLOT_MS)
    count += 1;
  return count;
}

async function countDeadEmails(firestore: Firestore, now: number): Promise<number> {
  const since = Timestamp.fromMillis(now - DEAD_EMAIL_WINDOW_MS);
  const deadQuery = firestore.collection('mail').where('state', '==', 'dead');
  const recentQuery = deadQuery.where('updatedAt', '>=', since).orderBy('updatedAt', 'desc');
  return (await recentQuery.count().get()).data().count;
}

const POST_WINDOW_MS = 30 * MINUTE_MS;

/** One failed post is tolerated, because a signal's post isn't retried. */
const MAX_FAILED_POSTS = 1;

async function countFailedPosts(firestore: Firestore, now: number): Promise<number> {
  const since = Timestamp.fromMillis(now - POST_WINDOW_MS);
  const recentQuery = firestore.collection('telegramPosts').where('createdAt', '>=', since);
  const { docs } = await recentQuery.orderBy('createdAt', 'desc').get();
  const states = docs.map((document) => parseDocument(telegramPostDocument, document).state);
  return states.filter((state) => state === 'refused' || state === 'lost').length;
}

/** Age (ms) of the oldest proof or setup that waits longer than promised; 0 if there is none. */
async function getLateReviewAge(firestore: Firestore, now: number): Promise<number> {
  const kinds = [
    ['proofs', REVIEW_TIMEOUT_MS.proof],
    ['setups', REVIEW_TIMEOUT_MS.setup],
  ] as const;
  const ages = kinds.map(async ([name, timeoutMs]) => {
    const waiting = firestore.collection(name).where('state', '==', 'waiting');
    const { docs } = await waiting.orderBy('createdAt').limit(1).get();
    const createdAt: unknown = docs[0]?.get('createdAt');
    const age = createdAt instanceof Timestamp ? now - createdAt.toMillis() : 0;
    return age > timeoutMs ? age : 0;
  });
  return Math.max(...(await Promise.all(ages)));
}

/** In ms. Slots of a closed market are stamped, too. */
async function getStampAge(
  firestore: Firestore,
  now: number,
  watchedSince: number,
): Promise<number> {
  const newest = firestore.collection('checkpointStamps').orderBy('slot', 'desc').limit(1);
  const slot = (await newest.get()).docs[0]?.id;
  return now - (slot === undefined ? watchedSince : parseSlotId(slot));
}

function toOverdueAlarms(overdue: Awaited<ReturnType<typeof findOverdue>>, now: number): Alarm[] {
  const oldestByAlarm = new Map<Alarm['alarm'], number>();
  for (const { alarm, since } of overdue)
    oldestByAlarm.set(alarm, Math.min(since, oldestByAlarm.get(alarm) ?? since));
  return [...oldestByAlarm].map(([alarm, since]) => ({ alarm, value: toMinutes(now - since) }));
}

const toMinutes = (ms: number) => Math.round(ms / MINUTE_MS);

/** Takes a constant number of reads, however much data there is. */
export async function findAlarms(
  firestore: Firestore,
  now: number,
  { watchedSince, timeAuthorities, newestBackupAt, networksFetchedAt }: WatchContext,
): Promise<Alarm[]> {
  const beat = await readHeartbeat(firestore);
  const [missCount, deadEmails, overdue, failedPosts, lateReviewAgeMs, stampAgeMs] =
    await Promise.all([
      countConsecutiveMisses(firestore, beat),
      countDeadEmails(firestore, now),
      findOverdue(firestore, now),
      countFailedPosts(firestore, now),
      getLateReviewAge(firestore, now),
      timeAuthorities > 0 ? getStampAge(firestore, now, watchedSince) : 0,
    ]);
  const backupAgeMs = newestBackupAt === undefined ? 0 : now - (newestBackupAt ?? watchedSince);
  const counts = [
    { alarm: 'misses-in-a-row', value: missCount, limit: 1 },
    { alarm: 'mail-given-up', value: deadEmails, limit: 0 },
    { alarm: 'posts-failing', value: failedPosts, limit: MAX_FAILED_POSTS },
  ] as const;
  const ages = [
    {
      alarm: 'heartbeat-late',
      age: getHeartbeatAge(beat, now, watchedSince),
      limit: MAX_HEARTBEAT_AGE_MS,
    },
    { alarm: 'proofs-late', age: lateReviewAgeMs, limit: 0 },
    { alarm: 'stamps-late', age: stampAgeMs, limit: MAX_STAMP_AGE_MS },
    { alarm: 'backups-late', age: backupAgeMs, limit: MAX_BACKUP_AGE_MS },
    { alarm: 'networks-old', age: now - networksFetchedAt, limit: MAX_NETWORKS_AGE_MS },
  ] as const;
  return [
    ...counts.flatMap(({ alarm, value, limit }) => (value > limit ? [{ alarm, value }] : [])),
    ...ages.flatMap(({ alarm, age, limit }) =>
      age > limit ? [{ alarm, value: toMinutes(age) }] : [],
    ),
    ...toOverdueAlarms(overdue, now),
  ];
}
