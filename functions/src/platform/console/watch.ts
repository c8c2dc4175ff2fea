import { MINUTE_MS } from '@quantalgo/contracts/core/time';
import { type Firestore, Timestamp } from 'firebase-admin/firestore';
import { watchDocument } from '../../collections/record';
import { type Alarm, logAlarm } from '../core/alarm';
import { fetchNewestBackupTime } from '../core/backups';
import { parseDocument } from '../core/documents';
import ranges from '../core/hostingRanges.json';
import { findAlarms } from './alarms';
import { logger } from '../core/log';

const WATCH_PATH = 'watch/current';

const readWatch = async (firestore: Firestore) =>
  parseDocument(watchDocument, await firestore.doc(WATCH_PATH).get());

interface WatchedSite {
  readonly timeAuthorities: number;
  readonly project: string | null;
}

/** Falls back to the last run's value. Undefined on emulators. */
async function fetchBackupTime(project: string | null, previous: number | null) {
  if (project === null) return undefined;
  try {
    return (await fetchNewestBackupTime(project)) ?? previous;
  } catch (error) {
    logger.warn('Failed to list the backups', { reason: String(error) });
    return previous;
  }
}

export async function runWatch(
  firestore: Firestore,
  now: number,
  { timeAuthorities, project }: WatchedSite,
): Promise<void> {
  const previous = await readWatch(firestore);
  const watchedSince = previous?.since ?? now;
  const newestBackupAt = await fetchBackupTime(project, previous?.newestBackupAt ?? null);
  const alarms = await findAlarms(firestore, now, {
    watchedSince,
    timeAuthorities,
    newestBackupAt,
    networksFetchedAt: Date.parse(ranges.date),
  });
  for (const alarm of alarms) logAlarm(alarm);
  await firestore.doc(WATCH_PATH).set({
    since: Timestamp.fromMillis(watchedSince),
    at: Timestamp.fromMillis(now),
    newestBackupAt:
      newestBackupAt === undefined || newestBackupAt === null
        ? null
        : Timestamp.fromMillis(newestBackupAt),
    alarms: alarms.map(({ alarm }) => alarm),
  });
  logger.info('Alarms checked', { alarms: alarms.length });
}

/** The watcher runs every five minutes, and may miss a run. */
const MAX_WATCHER_AGE_MS = 11 * MINUTE_MS;

/** Alarms that concern members. The external health check fails on them. */
const REPORTED_ALARMS: readonly Alarm['alarm'][] = [
  'heartbeat-late',
  'mail-late',
  'push-late',
  'proofs-late',
  'waiting-overdue',
];

export async function isHealthy(firestore: Firestore, now: number): Promise<boolean> {
  const lastRun = await readWatch(firestore);
  if (!lastRun || now - lastRun.at > MAX_WATCHER_AGE_MS) return false;
  return !REPORTED_ALARMS.some((alarm) => lastRun.alarms.includes(alarm));
}
