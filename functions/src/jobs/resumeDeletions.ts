import { logger } from 'firebase-functions';
import { onSchedule } from 'firebase-functions/scheduler';
import { resumeDeletions as resume } from '../platform/privacy/erase';
import { wallClock } from '../platform/core/clock';
import { FORGETTING } from '../platform/core/deployment';
import { environment, required } from '../platform/core/environment';
import { auth, bucket, firestore } from '../platform/core/firebase';
import { firestoreLimiter } from '../platform/core/rateLimiter';
import { secretsOf } from '../platform/core/secrets';

/** Every quarter of an hour: deletions of accounts that were broken off are finished. */
export const resumeDeletions = onSchedule({ ...FORGETTING, schedule: '*/15 * * * *' }, async () => {
  const secrets = secretsOf(required(environment.secretsKey, 'SECRETS_KEY'));
  const reached = { firestore: firestore(), secrets };
  const limiter = firestoreLimiter({ ...reached, clock: wallClock, factor: 1 });
  const { finished, failures } = await resume({
    ...reached,
    auth: auth(),
    bucket: bucket(),
    limiter,
  });
  if (finished > 0) logger.info('Deletions finished', { finished });
  for (const cause of failures) logger.error('A deletion was broken off again', { cause });
});
