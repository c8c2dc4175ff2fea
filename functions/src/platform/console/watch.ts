import { MINUTE_MS } from '@quantalgo/contracts/core/time';
import { type Firestore, Timestamp } from 'firebase-admin/firestore';
import { logger } from 'firebase-functions';
import { watchDocument } from '../../collections/record';
import { type Alarm, logAlarm } from '../core/alarm';
import { fetchNewestBackup } from '../core/backups';
import { parseDocument } from '../core/documents';
import ranges from '../core/hostingRanges.json';
import { findAlarms } from './alarms';

const WATCH_PATH = 'watch/current';

const readWatch = async (firestore: Firestore) =>
  parseDocument(watchDocument, await firestore.doc(WATCH_PATH).get());

/** What a watched site is set up with. */
interface WatchedSite {
  readonly timeAuthorities: number;
  /** Null on emulators, which have no backups. */
  readonly project: string | null;
}

/** The newest backup, or the one of the last run while the platform doesn't answer; undefined on emulators. */
async function newestBackup(project: string | null, before: number | null) {
  if (project === null) return undefined;
  try {
    return (await fetchNewestBackup(project)) ?? before;
  } catch (error) {
    logger.warn('The backups could not be listed', { reason: String(error) });
    return before;
  }
}

/** Logs the alarms at `now` (epoch ms), and stores that the watcher ran and what it found, for `isHealthy`. */
export async function watch(
  firestore: Firestore,
  now: number,
  { timeAuthorities, project }: WatchedSite,
): Promise<void> {
  const before = await readWatch(firestore);
  const watchedSince = before?.since ?? now;
  const newestBackupAt = await newestBackup(project, before?.newestBackupAt ?? null);
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
  logger.info('Service watched', { alarms: alarms.length });
}

/** The watcher runs every five minutes, and may miss a run. */
const WATCHER_LATE_MS = 11 * MINUTE_MS;

/** Alarms that the check from outside reports: what members wait for. */
const REPORTED: readonly Alarm['alarm'][] = [
  'heartbeat-late',
  'mail-late',
  'push-late',
  'proofs-late',
  'waiting-overdue',
];

/** Whether the watcher ran of late and found nothing overdue. One read. */
export async function isHealthy(firestore: Firestore, now: number): Promise<boolean> {
  const last = await readWatch(firestore);
  if (!last || now - last.at > WATCHER_LATE_MS) return false;
  return !REPORTED.some((alarm) => last.alarms.includes(alarm));
}
