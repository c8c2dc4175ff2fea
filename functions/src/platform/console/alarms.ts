import { SLOT_MS, slotId, slotStartOfId } from '@quantalgo/contracts/core/slots';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@quantalgo/contracts/core/time';
import type { Heartbeat } from '@quantalgo/contracts/record/heartbeatDocument';
import { type Firestore, Timestamp } from 'firebase-admin/firestore';
import { missDocument } from '../../collections/record';
import type { Alarm } from '../core/alarm';
import { parseDocument } from '../core/documents';
import { readHeartbeat } from '../record/heartbeat';
import { findOverdue } from './overdue';
import { telegramPostDocument } from '../../domain/telegram/posts';

/** A slot takes five minutes, and the publisher ten seconds of the next. */
const HEARTBEAT_LATE_MS = 11 * MINUTE_MS;

/** Staff promise a decision within a day. */
const PROOF_LATE_MS = DAY_MS;

/** A slot's checkpoint is stamped within minutes; an authority may fail for a while. */
const STAMP_LATE_MS = HOUR_MS;

/** Backups are daily, and take hours. */
const BACKUP_LATE_MS = 36 * HOUR_MS;

/** Google and Fastly add networks every few weeks; a deployment demands a list of six. */
const NETWORKS_OLD_MS = 60 * DAY_MS;

/** How far back (ms) given-up mails are counted: the check runs every five minutes and may be late itself. */
const GIVEN_UP_WITHIN_MS = 10 * MINUTE_MS;

/** What the watcher learns elsewhere than in the database. Times are epoch ms. */
export interface Surroundings {
  /** The watcher's first run: what never came is late from then on. */
  readonly watchedSince: number;
  /** How many are set. */
  readonly timeAuthorities: number;
  /** Undefined where there are no backups, as on emulators; null before the first. */
  readonly newestBackupAt: number | null | undefined;
  readonly networksFetchedAt: number;
}

/** Age (ms) of the newest slot in the heartbeat; 0 while the market is closed, when no new slot is expected. */
function heartbeatAge(beat: Heartbeat | null, now: number, watchedSince: number): number {
  if (!beat) return now - watchedSince;
  const isClosed = beat.state === 'closed' && beat.opensAt !== null && beat.opensAt > now;
  return isClosed ? 0 : now - slotStartOfId(beat.slot);
}

/** Number of consecutive missed slots up to the newest one. */
async function missesInARow(firestore: Firestore, beat: Heartbeat | null): Promise<number> {
  if (beat?.state !== 'missed') return 0;
  const newest = firestore.collection('misses').orderBy('slot', 'desc').limit(10);
  const missed = new Set(
    (await newest.get()).docs.flatMap(
      (document) => parseDocument(missDocument, document)?.slot ?? [],
    ),
  );
  let count = 0;
  for (let slot = slotStartOfId(beat.slot); missed.has(slotId(slot)); slot -= SLOT_MS) count += 1;
  return count;
}

async function mailsGivenUp(firestore: Firestore, now: number): Promise<number> {
  const since = Timestamp.fromMillis(now - GIVEN_UP_WITHIN_MS);
  const dead = firestore.collection('mail').where('state', '==', 'dead');
  const recent = dead.where('updatedAt', '>=', since).orderBy('updatedAt', 'desc');
  return (await recent.count().get()).data().count;
}

/** How far back (ms) the channels' posts are looked at, and how many of them may fail: one signal's post is not repeated. */
const POSTED_WITHIN_MS = 30 * MINUTE_MS;
const POSTS_MAY_FAIL = 1;

/** Number of recent posts on Telegram that it refused, or of which nobody knows. */
async function postsFailed(firestore: Firestore, now: number): Promise<number> {
  const since = Timestamp.fromMillis(now - POSTED_WITHIN_MS);
  const recent = firestore.collection('telegramPosts').where('createdAt', '>=', since);
  const { docs } = await recent.orderBy('createdAt', 'desc').get();
  const states = docs.map((document) => parseDocument(telegramPostDocument, document)?.state);
  return states.filter((state) => state === 'refused' || state === 'lost').length;
}

/** How long (ms) the oldest proof or account setup has waited for staff; 0 if none does. */
async function longestReview(firestore: Firestore, now: number): Promise<number> {
  const ages = ['proofs', 'setups'].map(async (name) => {
    const waiting = firestore.collection(name).where('state', '==', 'waiting');
    const { docs } = await waiting.orderBy('createdAt').limit(1).get();
    const createdAt: unknown = docs[0]?.get('createdAt');
    return createdAt instanceof Timestamp ? now - createdAt.toMillis() : 0;
  });
  return Math.max(...(await Promise.all(ages)));
}

/** Age (ms) of the newest stamped slot. Slots of a closed market are stamped, too. */
async function stampAge(firestore: Firestore, now: number, watchedSince: number): Promise<number> {
  const newest = firestore.collection('checkpointStamps').orderBy('slot', 'desc').limit(1);
  const slot = (await newest.get()).docs[0]?.id;
  return now - (slot === undefined ? watchedSince : slotStartOfId(slot));
}

/** The alarms of overdue states, each with the minutes that its longest one has waited. */
function overdueAlarms(overdue: Awaited<ReturnType<typeof findOverdue>>, now: number): Alarm[] {
  const oldest = new Map<Alarm['alarm'], number>();
  for (const { alarm, since } of overdue)
    oldest.set(alarm, Math.min(since, oldest.get(alarm) ?? since));
  return [...oldest].map(([alarm, since]) => ({ alarm, value: minutes(now - since) }));
}

const minutes = (ms: number) => Math.round(ms / MINUTE_MS);

/** The alarms at `now` (epoch ms). It costs the same few reads however much data there is. */
export async function findAlarms(
  firestore: Firestore,
  now: number,
  { watchedSince, timeAuthorities, newestBackupAt, networksFetchedAt }: Surroundings,
): Promise<Alarm[]> {
  const beat = await readHeartbeat(firestore);
  const [misses, givenUp, overdue, posts, review, stamp] = await Promise.all([
    missesInARow(firestore, beat),
    mailsGivenUp(firestore, now),
    findOverdue(firestore, now),
    postsFailed(firestore, now),
    longestReview(firestore, now),
    timeAuthorities > 0 ? stampAge(firestore, now, watchedSince) : 0,
  ]);
  const backup = newestBackupAt === undefined ? 0 : now - (newestBackupAt ?? watchedSince);
  const counts = [
    { alarm: 'misses-in-a-row', value: misses, most: 1 },
    { alarm: 'mail-given-up', value: givenUp, most: 0 },
    { alarm: 'posts-failing', value: posts, most: POSTS_MAY_FAIL },
  ] as const;
  const ages = [
    {
      alarm: 'heartbeat-late',
      age: heartbeatAge(beat, now, watchedSince),
      most: HEARTBEAT_LATE_MS,
    },
    { alarm: 'proofs-late', age: review, most: PROOF_LATE_MS },
    { alarm: 'stamps-late', age: stamp, most: STAMP_LATE_MS },
    { alarm: 'backups-late', age: backup, most: BACKUP_LATE_MS },
    { alarm: 'networks-old', age: now - networksFetchedAt, most: NETWORKS_OLD_MS },
  ] as const;
  return [
    ...counts.flatMap(({ alarm, value, most }) => (value > most ? [{ alarm, value }] : [])),
    ...ages.flatMap(({ alarm, age, most }) => (age > most ? [{ alarm, value: minutes(age) }] : [])),
    ...overdueAlarms(overdue, now),
  ];
}
