import { logger } from 'firebase-functions';
import { onSchedule } from 'firebase-functions/scheduler';
import { wallClock } from '../platform/core/clock';
import { HOUSEKEEPING } from '../platform/core/deployment';
import { auth, bucket, firestore } from '../platform/core/firebase';
import { removeOrphans as remove } from '../platform/submissions/uploads';
import { expireRegistrations as expire } from '../platform/members/registrations';

/** Every hour: registrations that nobody confirmed are forgotten. */
export const expireRegistrations = onSchedule(
  { ...HOUSEKEEPING, schedule: '0 * * * *' },
  async () => {
    const expired = await expire({ auth: auth(), firestore: firestore() }, wallClock());
    if (expired > 0) logger.info('Registrations forgotten', { expired });
  },
);

/** Every day: uploads that no call ever named are removed. */
export const removeOrphans = onSchedule({ ...HOUSEKEEPING, schedule: '0 0 * * *' }, async () => {
  const removed = await remove({ firestore: firestore(), bucket: bucket() }, wallClock());
  if (removed > 0) logger.info('Orphaned uploads removed', { removed });
});
