import * as z from 'zod/mini';
import { endpoint, NO_STORE } from '../endpoint';
import { planSchema } from '../rooms/calendar';

/** The live sessions of the Platinum Stream. */
export const liveEndpoints = {
  sessionCalendar: endpoint({
    method: 'GET',
    path: '/api/live/calendar',
    caller: 'member',
    failure: 'Failed to get the calendar of live sessions',
    cache: NO_STORE,
    data: z.object({ plans: z.array(planSchema) }),
  }),
} as const;
