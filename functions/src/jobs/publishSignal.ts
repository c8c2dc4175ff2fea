import { slotId } from '@quantalgo/contracts';
import { logger } from 'firebase-functions';
import { onSchedule } from 'firebase-functions/scheduler';
import { clockOfRun, slotOfRun } from '../platform/clock';
import { PUBLISHING } from '../platform/deployment';
import { environment } from '../platform/environment';
import { firestore } from '../platform/firebase';
import { openMarket } from '../platform/marketData/openMarket';
import { runPublisher } from './publishing';

/** Every five minutes: the slot's signal, or the record that there is none. */
export const publishSignal = onSchedule(PUBLISHING, async ({ scheduleTime }) => {
  const scheduled = Date.parse(scheduleTime);
  const clock = clockOfRun(scheduled, environment);
  const slot = slotOfRun(scheduled, clock);
  const market = await openMarket(environment);
  const step = await runPublisher(firestore(), slot, { market, clock });
  logger.info('Slot recorded', {
    slot: slotId(slot),
    state: step?.state ?? 'recorded before',
    ...(step?.state === 'missed' ? { reason: step.reason } : {}),
  });
});
