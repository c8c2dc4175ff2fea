import type { Calendar } from '@quantalgo/contracts/live/calendar';
import type { CalendarChange } from '@quantalgo/contracts/live/calendarChange';
import { liveHostEndpoints } from '@quantalgo/contracts/live/hostEndpoints';
import type { HostAction, LiveNote, LiveSession } from '@quantalgo/contracts/live/session';
import { useEffect } from 'react';
import { call } from '../auth/call';
import { toFailureText } from '../core/errors';
import { runAsStaff, createQueryCache, type StaffQuery, useStaffQuery } from './queries';

export interface LiveHostView extends Calendar {
  readonly sessions: readonly LiveSession[];
  readonly notes: readonly LiveNote[];
}

const views = createQueryCache<LiveHostView>();

const QUESTION_POLL_INTERVAL_MS = 5000;

export function useLiveHostView(): StaffQuery<LiveHostView> {
  const query = useStaffQuery(
    views,
    'live',
    async () => (await call(liveHostEndpoints.liveHostView, {})).data,
    toFailureText(liveHostEndpoints.liveHostView),
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

export const changeCalendar = (body: CalendarChange): Promise<unknown> =>
  runAsStaff(() => call(liveHostEndpoints.changeCalendar, { body }));

export const sendHostAction = (body: HostAction, idempotencyKey: string): Promise<unknown> =>
  runAsStaff(() => call(liveHostEndpoints.hostLive, { body, idempotencyKey }));
