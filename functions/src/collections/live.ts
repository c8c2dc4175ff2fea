import { liveCalendarDocument } from '../liveDocuments';
import { API, type Collections, TO_NOBODY } from './collection';

/** The live sessions of the Platinum Stream. */
export const LIVE = {
  liveCalendar: {
    id: 'plans',
    holds: 'the calendar of live sessions, once staff have changed it',
    schema: liveCalendarDocument,
    ...TO_NOBODY,
    kept: 'for good',
    unindexed: ['plans'],
    served: 'unlocked members by the api',
    ...API,
  },
} as const satisfies Collections;
