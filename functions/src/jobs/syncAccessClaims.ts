import { logger } from 'firebase-functions';
import { onDocumentWritten } from 'firebase-functions/firestore';
import { syncAccessClaims as sync } from '../platform/members/accessClaims';
import { TRIGGERED } from '../platform/core/deployment';
import { auth, firestore } from '../platform/core/firebase';

/** Whenever a user's record changes: the claims of its account follow. */
export const syncAccessClaims = onDocumentWritten(
  { ...TRIGGERED, document: 'users/{uid}' },
  async ({ params: { uid } }) => {
    const changed = await sync({ firestore: firestore(), auth: auth() }, uid);
    if (changed) logger.info('Claims follow the record', { uid });
  },
);
