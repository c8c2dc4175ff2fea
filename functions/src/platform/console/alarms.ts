import { type Heartbeat, MINUTE_MS, SLOT_MS, slotId, slotStartOfId } from '@quantalgo/contracts';
import { type Firestore, Timestamp } from 'firebase-admin/firestore';
import { logger } from 'firebase-functions';
import { missDocument } from '../../collections/record';
import { telegramPostDocument } from '../../collections/telegram';
import { parseDocument } from '../core/documents';
import { readHeartbeat } from '../record/heartbeat';
import { findOverdue } from './overdue';

/** A slot takes five minutes, and the publisher ten seconds of the next. */
const HEARTBEAT_LATE_MS = 11 * MINUTE_MS;

/** How far back (ms) given-up mails are counted: the check runs every five minutes and may be late itself. */
const GIVEN_UP_WITHIN_MS = 10 * MINUTE_MS;

/** Names of alarms, each with a policy of that name in `alerts/`. */
export const ALARMS = [
  'heartbeat-late',
  'misses-in-a-row',
  'mail-given-up',
  'mail-late',
  'push-late',
  'deletion-late',
  'waiting-overdue',
  'posts-failing',
] as const;

export interface Alarm {
  readonly alarm: (typeof ALARMS)[number];
  /** Delay in minutes, or a count. */
  readonly value: number;
}

/**
 * Logs an alarm in the words that the policies in `alerts/` match. Not by `logger.error`, which puts a stack in the place
 * of its message.
 */
export const logAlarm = (alarm: Alarm): void =>
  logger.write({ severity: 'ERROR', message: 'Alarm', ...alarm });

/** Age (ms) of the newest slot in the heartbeat; 0 while the market is closed, when no new slot is expected. */
function latenessOf(beat: Heartbeat | null, now: number): number {
  if (!beat) return 0;
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

/** The alarms of overdue states, each with the minutes that its longest one has waited. */
function overdueAlarms(overdue: Awaited<ReturnType<typeof findOverdue>>, now: number): Alarm[] {
  const oldest = new Map<Alarm['alarm'], number>();
  for (const { alarm, since } of overdue)
    oldest.set(alarm, Math.min(since, oldest.get(alarm) ?? since));
  return [...oldest].map(([alarm, since]) => ({ alarm, value: minutes(now - since) }));
}

const minutes = (ms: number) => Math.round(ms / MINUTE_MS);

/** The alarms at `now` (epoch ms). It costs the same few reads however much data there is. */
export async function findAlarms(firestore: Firestore, now: number): Promise<Alarm[]> {
  const beat = await readHeartbeat(firestore);
  const [misses, givenUp, overdue, posts] = await Promise.all([
    missesInARow(firestore, beat),
    mailsGivenUp(firestore, now),
    findOverdue(firestore, now),
    postsFailed(firestore, now),
  ]);
  const heartbeat = latenessOf(beat, now);
  const found: readonly (Alarm & { readonly rings: boolean })[] = [
    {
      alarm: 'heartbeat-late',
      value: minutes(heartbeat),
      rings: heartbeat > HEARTBEAT_LATE_MS,
    },
    { alarm: 'misses-in-a-row', value: misses, rings: misses >= 2 },
    { alarm: 'mail-given-up', value: givenUp, rings: givenUp > 0 },
    { alarm: 'posts-failing', value: posts, rings: posts > POSTS_MAY_FAIL },
  ];
  return [
    ...found.flatMap(({ rings, ...alarm }) => (rings ? [alarm] : [])),
    ...overdueAlarms(overdue, now),
  ];
}
