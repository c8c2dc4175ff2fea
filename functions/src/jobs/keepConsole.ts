import { logger } from 'firebase-functions';
import { onDocumentWritten } from 'firebase-functions/firestore';
import { onSchedule } from 'firebase-functions/scheduler';
import { extendAnchors, rebuildAnchors } from '../platform/console/userAnchors';
import { HOUSEKEEPING, TRIGGERED } from '../platform/core/deployment';
import { firestore } from '../platform/core/firebase';
import { updateAllWaitingSince, updateWaitingSince } from '../platform/submissions/queue';

/** Every five minutes: who joined since is given a place in the console's list of users. */
export const anchorUsers = onSchedule({ ...HOUSEKEEPING, schedule: '*/5 * * * *' }, async () => {
  await extendAnchors(firestore());
});

/** Every day: the places are set anew where users have gone, and what waits for staff is noted anew. */
export const mendConsole = onSchedule({ ...HOUSEKEEPING, schedule: '0 0 * * *' }, async () => {
  if (await rebuildAnchors(firestore())) logger.info('The anchors of the users were set anew');
  await updateAllWaitingSince(firestore());
});

/** Whenever a proof changes: its member's row says whether one waits. */
export const noteWaitingProof = onDocumentWritten(
  { ...TRIGGERED, document: 'proofs/{id}' },
  async ({ data }) => {
    const uid: unknown = data?.after.get('uid') ?? data?.before.get('uid');
    if (typeof uid === 'string') await updateWaitingSince(firestore(), uid);
  },
);
