import * as z from 'zod/mini';
import { endpoint, NO_STORE } from '../endpoint';
import { calendarChangeSchema, planSchema } from '../rooms/calendar';

/** What staff do about live sessions. */
export const liveDeskEndpoints = {
  changeCalendar: endpoint({
    method: 'POST',
    path: '/api/admin/live/calendar',
    caller: 'staff',
    failure: 'Failed to change the calendar',
    cache: NO_STORE,
    body: calendarChangeSchema,
    /** The calendar as it is then. */
    data: z.object({ plans: z.array(planSchema) }),
  }),
} as const;
