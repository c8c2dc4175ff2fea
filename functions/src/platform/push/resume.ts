import type { Firestore } from 'firebase-admin/firestore';
import { completeAll } from '../core/steps';
import { deliverDueBroadcasts } from './broadcast';
import { deliverDuePushes, type PushDeps } from './deliver';
import { logger } from '../core/log';

function logStates(states: readonly (string | null)[]): void {
  if (states.length === 0) return;
  const counts: Record<string, number> = {};
  for (const state of states) counts[state ?? 'skipped'] = (counts[state ?? 'skipped'] ?? 0) + 1;
  logger.info('Pushes resumed', counts);
}

/**
 * Sends due broadcasts and pushes, and queues session reminders. Each step runs even if another
 * fails.
 * @throws AggregateError
 */
export async function resumeDuePushes(
  deps: PushDeps,
  queueReminders: (firestore: Firestore, now: number) => Promise<string[]>,
): Promise<void> {
  const remind = async () => {
    const reminded = await queueReminders(deps.firestore, deps.clock());
    if (reminded.length > 0) logger.info('Live session reminders queued', { reminded });
  };
  await completeAll([
    remind(),
    deliverDueBroadcasts(deps).then(logStates),
    deliverDuePushes(deps).then(logStates),
  ]);
}
