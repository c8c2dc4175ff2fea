import { logger } from 'firebase-functions';
import { onSchedule } from 'firebase-functions/scheduler';
import { clockOfRun } from '../platform/core/clock';
import { REFITTING } from '../platform/core/deployment';
import { environment } from '../platform/core/environment';
import { firestore } from '../platform/core/firebase';
import { openMarket } from '../platform/market/openMarket';
import { correctDay } from '../platform/record/correct';

const DAY_MS = 24 * 60 * 60_000;

/** Every day: looks whether the source has revised the candles of the day before yesterday, all of whose signals are over. */
export const correctRecord = onSchedule(REFITTING, async ({ scheduleTime }) => {
  const scheduled = Date.parse(scheduleTime);
  const today = Math.floor(scheduled / DAY_MS) * DAY_MS;
  const settling = {
    market: await openMarket(environment),
    clock: clockOfRun(scheduled, environment),
  };
  const corrected = await correctDay(firestore(), settling, today - 2 * DAY_MS);
  if (corrected.length > 0) logger.info('Corrections appended', { corrected });
});
