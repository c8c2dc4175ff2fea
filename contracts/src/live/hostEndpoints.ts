import * as z from 'zod/mini';
import { endpoint, NO_STORE } from '../core/endpoint';
import { calendarSchema } from './calendar';
import { calendarChangeSchema } from './calendarChange';
import { hostActionSchema, liveNoteSchema, liveSessionSchema } from './session';

export const liveHostEndpoints = {
  /** The calendar, the newest live sessions and their notes, for their host. */
  liveHostView: endpoint({
    method: 'GET',
    path: '/api/admin/live',
    caller: 'staff',
    failure: 'Failed to fetch the live sessions',
    cache: NO_STORE,
    data: z.object({
      ...calendarSchema.shape,
      sessions: z.array(liveSessionSchema),
      notes: z.array(liveNoteSchema),
    }),
  }),
  /**
   * Adds, replaces or removes a planned live session, or cancels one of its days. The last change
   * wins.
   */
  changeCalendar: endpoint({
    method: 'POST',
    path: '/api/admin/live/calendar',
    caller: 'staff',
    failure: 'Failed to change the calendar',
    cache: NO_STORE,
    body: calendarChangeSchema,
    data: calendarSchema,
  }),
  /**
   * Opens or closes a live session, writes or removes a note, pins a level, or answers a question.
   * The idempotency key is the id of a new note.
   */
  hostLive: endpoint({
    method: 'POST',
    path: '/api/admin/live',
    caller: 'staff',
    idempotent: true,
    failure: 'Failed to update the live session',
    cache: NO_STORE,
    body: hostActionSchema,
    data: z.object({}),
  }),
} as const;
