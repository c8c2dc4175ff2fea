import { slotStart } from '@quantalgo/contracts';
import { logger } from 'firebase-functions';
import { onSchedule } from 'firebase-functions/scheduler';
import { STRATEGIES } from '../domain/strategies/registry';
import { refit } from '../platform/record/calibrations';
import { REFITTING } from '../platform/core/deployment';
import { environment } from '../platform/core/environment';
import { firestore } from '../platform/core/firebase';
import { openMarket } from '../platform/market/openMarket';

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
