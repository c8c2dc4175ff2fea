import { slotStart } from '@quantalgo/contracts';
import { logger } from 'firebase-functions';
import { onSchedule } from 'firebase-functions/scheduler';
import { STRATEGIES } from '../domain/strategies/registry';
import { refit } from '../platform/calibrations';
import { REFITTING } from '../platform/deployment';
import { environment } from '../platform/environment';
import { firestore } from '../platform/firebase';
import { openMarket } from '../platform/marketData/openMarket';

/** Every day: learns from the newest candles what each strategy's opinions are worth. */
export const refitCalibrations = onSchedule(REFITTING, async ({ scheduleTime }) => {
  const market = await openMarket(environment);
  const fitted = await refit(firestore(), market, slotStart(Date.parse(scheduleTime)), STRATEGIES);
  for (const { calibration } of fitted)
    logger.info('Calibration fitted', {
      version: calibration.version,
      switchedOff: calibration.switchedOff?.reason ?? null,
    });
});
