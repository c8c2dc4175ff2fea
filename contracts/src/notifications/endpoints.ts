import * as z from 'zod/mini';
import { endpoint, NO_STORE } from '../core/endpoint';
import { memberEventSchema, sentNewsSchema } from './notification';
import { readMarkSchema } from '../account/readMark';

export const notificationsEndpoints = {
  /**
   * The member’s recent notifications and the news sent to all, newest first, and which of them
   * were read.
   */
  notifications: endpoint({
    method: 'GET',
    path: '/api/notifications',
    caller: 'member',
    failure: 'Failed to get your notifications',
    cache: NO_STORE,
    data: z.object({
      events: z.array(memberEventSchema),
      news: z.array(sentNewsSchema),
      read: readMarkSchema,
    }),
  }),
  /**
   * Adds to the member’s read marks. Marks may arrive twice and in any order. Nothing becomes
   * unread again.
   */
  markNotificationsRead: endpoint({
    method: 'POST',
    path: '/api/notifications/read',
    caller: 'member',
    failure: 'Failed to mark your notifications as read',
    cache: NO_STORE,
    body: readMarkSchema,
    data: z.object({ read: readMarkSchema }),
  }),
} as const;
