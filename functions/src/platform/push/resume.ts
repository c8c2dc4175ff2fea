import type { Firestore } from 'firebase-admin/firestore';
import { logger } from 'firebase-functions';
import { deliverDueBroadcasts } from './broadcast';
import { deliverDuePushes, type PushDeps } from './deliver';

/**
 * Sends due broadcasts and pushes, and queues session reminders. Each step runs even if another
 * fails.
 * @throws AggregateError
 */
export async function resumeDuePushes(
  deps: PushDeps,
  queueReminders: (firestore: Firestore, now: number) => Promise<string[]>,
): Promise<void> {
  const [reminders, ...deliveries] = await Promise.allSettled([
    queueReminders(deps.firestore, deps.clock()),
    deliverDueBroadcasts(deps),
    deliverDuePushes(deps),
  ]);
  if (reminders.status === 'fulfilled' && reminders.value.length > 0)
    logger.info('Live session reminders queued', { reminded: reminders.value });
  const states = deliveries.flatMap((delivery) =>
    delivery.status === 'fulfilled' ? delivery.value : [],
  );
  if (states.length > 0) logger.info('Pushes resumed', { states });
  const failures = [reminders, ...deliveries].flatMap((step): unknown[] =>
    step.status === 'rejected' ? [step.reason] : [],
  );
  if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('; '));
}
