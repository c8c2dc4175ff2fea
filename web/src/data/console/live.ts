import type { Calendar } from '@quantalgo/contracts/live/calendar';
import type { CalendarChange } from '@quantalgo/contracts/live/calendarChange';
import { liveHostEndpoints } from '@quantalgo/contracts/live/hostEndpoints';
import type { HostAct, LiveNote, LiveSession } from '@quantalgo/contracts/live/session';
import { useEffect } from 'react';
import { call } from '../auth/call';
import { fallbackMessage } from '../auth/errors';
import { asStaff, createQueryCache, type StaffQuery, useStaffQuery } from './queries';

/** The calendar, the newest live sessions, and their notes, newest change first. */
export interface LiveHostView extends Calendar {
  readonly sessions: readonly LiveSession[];
  readonly notes: readonly LiveNote[];
}

const views = createQueryCache<LiveHostView>();

/** While a session goes on, its host's screen asks this often (ms) for questions. */
const ASKING_MS = 5000;

/** What the host of a live session works with, asked for anew while it is in sight. */
export function useLiveHostView(): StaffQuery<LiveHostView> {
  const query = useStaffQuery(
    views,
    'live',
    async () => (await call(liveHostEndpoints.liveHostView, {})).data,
    fallbackMessage(liveHostEndpoints.liveHostView),
  );
  const { refetch } = query;
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) refetch();
    }, ASKING_MS);
    return () => clearInterval(timer);
  }, [refetch]);
  return query;
}

/** Changes the calendar. @throws ApiError @throws NetworkError */
export const changeCalendar = (body: CalendarChange): Promise<unknown> =>
  asStaff(() => call(liveHostEndpoints.changeCalendar, { body }));

/** Does something as host; the same key again does nothing more. @throws ApiError @throws NetworkError */
export const hostLive = (body: HostAct, idempotencyKey: string): Promise<unknown> =>
  asStaff(() => call(liveHostEndpoints.hostLive, { body, idempotencyKey }));
