import { logger } from 'firebase-functions';
import { onSchedule } from 'firebase-functions/scheduler';
import { clockOfRun } from '../platform/clock';
import { SCHEDULED } from '../platform/deployment';
import { environment } from '../platform/environment';
import { firestore } from '../platform/firebase';
import { openMarket } from '../platform/marketData/openMarket';
import { settleDue } from '../platform/record/settle';

/** Every five minutes: judges the signals whose closes are known. */
export const settleSignals = onSchedule(SCHEDULED, async ({ scheduleTime }) => {
  const clock = clockOfRun(Date.parse(scheduleTime), environment);
  const settled = await settleDue(firestore(), { market: await openMarket(environment), clock });
  if (settled.length > 0) logger.info('Signals settled', { settled });
});
