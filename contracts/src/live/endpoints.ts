import * as z from 'zod/mini';
import { endpoint, NO_STORE } from '../core/endpoint';
import { calendarSchema } from './calendar';
import { liveActionSchema, liveMemberSchema, liveNoteSchema, liveSessionSchema } from './session';
import { timeField } from '../core/time';
import { unparsedLiveAction } from '../core/unparsedEndpoints';

export const liveEndpoints = {
  /** The calendar of live sessions in GMT: planned sessions, moves and cancelled days. */
  sessionCalendar: endpoint({
    method: 'GET',
    path: '/api/live/calendar',
    caller: 'member',
    failure: 'Failed to get the calendar of live sessions',
    cache: NO_STORE,
    data: calendarSchema,
  }),
  /**
   * Counts the caller as a viewer. Returns the newest live sessions, changed notes, and whether the
   * caller may ask questions.
   */
  liveUpdates: endpoint({
    method: 'POST',
    path: '/api/live/look',
    caller: 'member',
    failure: 'Failed to get the live sessions',
    cache: NO_STORE,
    body: z.strictObject({
      after: z.nullable(timeField('after must be a time')),
    }),
    data: z.object({
      me: liveMemberSchema,
      sessions: z.array(liveSessionSchema),
      notes: z.array(liveNoteSchema),
    }),
  }),
  /**
   * Asks or deletes a question in a live session. The idempotency key is the id of a new question.
   */
  actInLive: endpoint({
    ...unparsedLiveAction,
    body: liveActionSchema,
    data: z.object({ note: liveNoteSchema }),
  }),
} as const;
