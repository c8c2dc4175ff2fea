import type { Calendar } from '@quantalgo/contracts/live/calendar';
import type { CalendarChange } from '@quantalgo/contracts/live/calendarChange';
import { liveHostEndpoints } from '@quantalgo/contracts/live/hostEndpoints';
import type { HostAct, LiveNote, LiveSession } from '@quantalgo/contracts/live/session';
import { useEffect } from 'react';
import { call } from '../auth/call';
import { fallbackMessage } from '../auth/errors';
import { asStaff, createQueryCache, type StaffQuery, useStaffQuery } from './queries';

/** Newest sessions; notes by newest change. */
export interface LiveHostView extends Calendar {
  readonly sessions: readonly LiveSession[];
  readonly notes: readonly LiveNote[];
}

const views = createQueryCache<LiveHostView>();

/** Polling interval for questions during a session. */
const QUESTION_POLL_INTERVAL_MS = 5000;

/** Polls while the page is visible. */
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
    }, QUESTION_POLL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [refetch]);
  return query;
}

/** @throws ApiError @throws NetworkError */
export const changeCalendar = (body: CalendarChange): Promise<unknown> =>
  asStaff(() => call(liveHostEndpoints.changeCalendar, { body }));

/** Idempotent by key. @throws ApiError @throws NetworkError */
export const hostLive = (body: HostAct, idempotencyKey: string): Promise<unknown> =>
  asStaff(() => call(liveHostEndpoints.hostLive, { body, idempotencyKey }));
