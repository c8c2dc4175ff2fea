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
      after: z.nullable(sentTime('after must be a time')),
    }),
    data: z.object({
      me: liveMemberSchema,
      sessions: z.array(liveSessionSchema),
      notes: z.array(liveNoteSchema),
    }),
  }),
  actInLive: endpoint({
    ...unparsedLiveAct,
    body: liveActSchema,
    data: z.object({ note: liveNoteSchema }),
  }),
} as const;
