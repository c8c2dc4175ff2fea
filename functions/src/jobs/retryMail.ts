import { logger } from 'firebase-functions';
import { onSchedule } from 'firebase-functions/scheduler';
import { RETRYING } from '../platform/core/deployment';
import { deliverDueMail } from '../platform/mail';
import { mailDeps } from './mailing';

/** Every minute: mails whose attempts failed and that are due again. */
export const retryMail = onSchedule(RETRYING, async () => {
  const states = await deliverDueMail(mailDeps());
  if (states.length > 0) logger.info('Mails tried again', { states });
});
