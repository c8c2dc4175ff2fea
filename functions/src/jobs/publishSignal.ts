import { slotId } from '@quantalgo/contracts';
import { logger } from 'firebase-functions';
import { onSchedule } from 'firebase-functions/scheduler';
import { clockOfRun, slotOfRun } from '../platform/core/clock';
import { PUBLISHING } from '../platform/core/deployment';
import { environment } from '../platform/core/environment';
import { firestore } from '../platform/core/firebase';
import { openMarket } from '../platform/market/openMarket';
import { runPublisher } from '../platform/record/publish';

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
