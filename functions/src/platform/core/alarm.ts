import { logger } from 'firebase-functions';

/** Each has a policy of the same name in `alerts/`. */
export const ALARMS = [
  'heartbeat-late',
  'misses-in-a-row',
  'mail-given-up',
  'mail-late',
  'push-late',
  'tasks-late',
  'deletion-late',
  'waiting-overdue',
  'posts-failing',
  'proofs-late',
  'stamps-late',
  'backups-late',
  'networks-old',
] as const;

export interface Alarm {
  readonly alarm: (typeof ALARMS)[number];
  readonly value: number;
}

/** Policies in `alerts/` match this message. `logger.error` would replace it with a stack trace. */
export const logAlarm = (alarm: Alarm): void =>
  logger.write({ severity: 'ERROR', message: 'Alarm', ...alarm });
