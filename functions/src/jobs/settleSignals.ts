import { logger } from 'firebase-functions';
import { onSchedule } from 'firebase-functions/scheduler';
import { clockOfRun } from '../platform/core/clock';
import { SCHEDULED } from '../platform/core/deployment';
import { environment } from '../platform/core/environment';
import { firestore } from '../platform/core/firebase';
import { openMarket } from '../platform/market/openMarket';
import { settleDue } from '../platform/record/settle';

/** Every five minutes: judges the signals whose closes are known. */
export const settleSignals = onSchedule(SCHEDULED, async ({ scheduleTime }) => {
  const clock = clockOfRun(Date.parse(scheduleTime), environment);
  const settled = await settleDue(firestore(), { market: await openMarket(environment), clock });
  if (settled.length > 0) logger.info('Signals settled', { settled });
});
