import { markRead, readNotifications } from '../platform/notifications/notifications';
import type { ApiDeps } from './core/deps';
import { enforceLimits, type EndpointHandlers } from './core/request';

export const createNotificationsHandlers = ({
  clock,
  firestore,
  limiter,
}: ApiDeps): EndpointHandlers<'notifications' | 'markNotificationsRead'> => ({
  async notifications({ caller: { session, record } }) {
    await enforceLimits(limiter, ['memberNotifications', session.uid]);
    return { data: await readNotifications(firestore, session.uid, record) };
  },

  async markNotificationsRead({ body, caller: { session } }) {
    await enforceLimits(limiter, ['memberNotifications', session.uid]);
    return { data: { read: await markRead(firestore, session.uid, body, clock()) } };
  },
});
