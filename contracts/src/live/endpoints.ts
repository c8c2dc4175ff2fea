import * as z from 'zod/mini';
import { endpoint, NO_STORE } from '../core/endpoint';
import { calendarSchema } from './calendar';
import { liveActSchema, liveMemberSchema, liveNoteSchema, liveSessionSchema } from './session';
import { sentTime } from '../core/time';
import { unparsedLiveAct } from '../core/unparsedEndpoints';

export const liveEndpoints = {
  sessionCalendar: endpoint({
    method: 'GET',
    path: '/api/live/calendar',
    caller: 'member',
    failure: 'Failed to get the calendar of live sessions',
    cache: NO_STORE,
    data: calendarSchema,
  }),
  liveUpdates: endpoint({
    method: 'POST',
    path: '/api/live/look',
    caller: 'member',
    failure: 'Failed to get the live sessions',
    cache: NO_STORE,
    body: z.strictObject({
      /** Time of the newest note change the caller has. */
      after: z.nullable(sentTime('after must be a time')),
    }),
    data: z.object({
      me: liveMemberSchema,
      /** Newest first. */
      sessions: z.array(liveSessionSchema),
      /** Changed since `after`, latest change first. */
      notes: z.array(liveNoteSchema),
    }),
  }),
  actInLive: endpoint({
    ...unparsedLiveAct,
    body: liveActSchema,
    data: z.object({ note: liveNoteSchema }),
  }),
} as const;
