import { logger } from 'firebase-functions';
import { onSchedule } from 'firebase-functions/scheduler';
import { wallClock } from '../platform/core/clock';
import { HOUSEKEEPING } from '../platform/core/deployment';
import { environment } from '../platform/core/environment';
import { firestore } from '../platform/core/firebase';
import { openAuthority } from '../platform/record/timeAuthority';
import { stampHeadOfDay } from '../platform/record/stamps';

/** Every hour, for a day that has none yet: the ledger's head is time-stamped. What fails is tried again the next hour. */
export const stampHead = onSchedule({ ...HOUSEKEEPING, schedule: '0 * * * *' }, async () => {
  const authority = await openAuthority(environment);
  if (!authority) {
    logger.warn('No head is time-stamped: no TIME_AUTHORITY_URL is set, or openssl is missing');
    return;
  }
  // Loaded here, because what speaks the authority's format is large and every other function would load it too.
  const { stampText } = await import('../platform/record/stampText');
  const stamp = { by: authority.name, text: (text: string) => stampText(authority, text) };
  const seq = await stampHeadOfDay(firestore(), stamp, wallClock());
  if (seq !== null) logger.info('Head time-stamped', { seq, by: authority.name });
});
