import { logger } from 'firebase-functions';
import { onDocumentCreated } from 'firebase-functions/firestore';
import { MAILING } from '../platform/core/deployment';
import { deliverMail as deliver } from '../platform/mail';
import { mailDeps } from './mailing';

/** Whenever a mail is queued: it is sent. */
export const deliverMail = onDocumentCreated(
  { ...MAILING, document: 'mail/{id}' },
  async ({ params: { id } }) => {
    const state = await deliver(mailDeps(), id);
    if (state !== null) logger.info('Mail', { id, state });
  },
);
