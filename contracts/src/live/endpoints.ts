import * as z from 'zod/mini';
import { endpoint, NO_STORE } from '../core/endpoint';
import { calendarSchema } from './calendar';
import { liveActSchema, liveMemberSchema, liveNoteSchema, liveSessionSchema } from './session';
import { sentTime } from '../core/time';
import { unparsedLiveAct } from '../core/unparsedEndpoints';

/** The live sessions of the Platinum Stream. */
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
      /** When the newest change of a note that the caller has was made; null for none. */
      after: z.nullable(sentTime('after must be a time')),
    }),
    data: z.object({
      me: liveMemberSchema,
      /** Those that were opened last, the newest first. */
      sessions: z.array(liveSessionSchema),
      /** The newest notes that changed since, the latest change first. */
      notes: z.array(liveNoteSchema),
    }),
  }),
  actInLive: endpoint({
    ...unparsedLiveAct,
    body: liveActSchema,
    data: z.object({ note: liveNoteSchema }),
  }),
} as const;
