import { type Heartbeat, MINUTE_MS, SLOT_MS, slotId, slotStartOfId } from '@quantalgo/contracts';
import { type Firestore, Timestamp } from 'firebase-admin/firestore';
import { logger } from 'firebase-functions';
import { missDocument } from '../../collections/record';
import { telegramPostDocument } from '../../collections/telegram';
import { parseDocument } from '../core/documents';
import { readHeartbeat } from '../record/heartbeat';

/** Delays (ms) after which an alarm rings. A slot takes five minutes, and the publisher ten seconds of the next. */
const LATE = {
  heartbeat: 11 * MINUTE_MS,
  mail: 10 * MINUTE_MS,
  push: 5 * MINUTE_MS,
  deletion: 2 * 60 * MINUTE_MS,
} as const;

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

/** Rows of a queue that are checked: the longest due, among them new ones with `dueAt` zero for "immediately". */
const DUE_LOOKED_AT = 20;

const millisOf = (value: unknown): number => (value instanceof Timestamp ? value.toMillis() : 0);

/** How long (ms) the most overdue row of a queue has been due; 0 where none is. */
async function overdue(
  firestore: Firestore,
  [collection, field]: readonly [string, string],
  now: number,
): Promise<number> {
  const due = firestore.collection(collection).where(field, '<=', Timestamp.fromMillis(now));
  const { docs } = await due.orderBy(field).limit(DUE_LOOKED_AT).get();
  const since = docs.map((row) =>
    Math.max(millisOf(row.get(field)), millisOf(row.get('createdAt'))),
  );
  return Math.max(0, ...since.map((at) => now - at));
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

/** The alarms at `now` (epoch ms). It costs the same few reads however much data there is. */
export async function findAlarms(firestore: Firestore, now: number): Promise<Alarm[]> {
  const beat = await readHeartbeat(firestore);
  const [misses, givenUp, mail, push, broadcast, deletion, posts] = await Promise.all([
    missesInARow(firestore, beat),
    mailsGivenUp(firestore, now),
    overdue(firestore, ['mail', 'dueAt'], now),
    overdue(firestore, ['pushes', 'dueAt'], now),
    overdue(firestore, ['broadcasts', 'dueAt'], now),
    overdue(firestore, ['deletions', 'startedAt'], now),
    postsFailed(firestore, now),
  ]);
  const minutes = (late: number) => Math.round(late / MINUTE_MS);
  const oldestPush = Math.max(push, broadcast);
  const heartbeat = latenessOf(beat, now);
  const found: readonly (Alarm & { readonly rings: boolean })[] = [
    { alarm: 'heartbeat-late', value: minutes(heartbeat), rings: heartbeat > LATE.heartbeat },
    { alarm: 'misses-in-a-row', value: misses, rings: misses >= 2 },
    { alarm: 'mail-given-up', value: givenUp, rings: givenUp > 0 },
    { alarm: 'mail-late', value: minutes(mail), rings: mail > LATE.mail },
    { alarm: 'push-late', value: minutes(oldestPush), rings: oldestPush > LATE.push },
    { alarm: 'deletion-late', value: minutes(deletion), rings: deletion > LATE.deletion },
    { alarm: 'posts-failing', value: posts, rings: posts > POSTS_MAY_FAIL },
  ];
  return found.flatMap(({ rings, ...alarm }) => (rings ? [alarm] : []));
}
