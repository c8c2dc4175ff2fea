import { logger } from 'firebase-functions';
import { onDocumentCreated } from 'firebase-functions/firestore';
import { onSchedule } from 'firebase-functions/scheduler';
import { PUSHING, PUSHING_ON } from '../platform/core/deployment';
import { deliverDuePushes, deliverPush } from '../platform/push/deliver';
import { pushDeps } from './pushing';

/** Whenever there is something to tell: the devices that want to know are told. */
export const sendPush = onDocumentCreated(
  { ...PUSHING, document: 'pushes/{id}' },
  async ({ params: { id } }) => {
    const deps = pushDeps();
    const state = deps && (await deliverPush(deps, id));
    if (state) logger.info('Push', { id, state });
  },
);

/** Every minute: pushes whose run broke off are gone on with. */
export const resumePushes = onSchedule(PUSHING_ON, async () => {
  const deps = pushDeps();
  const states = deps ? await deliverDuePushes(deps) : [];
  if (states.length > 0) logger.info('Pushes gone on with', { states });
});
