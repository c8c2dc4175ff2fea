import type { Calendar } from '@quantalgo/contracts/live/calendar';
import type { CalendarChange } from '@quantalgo/contracts/live/calendarChange';
import { liveHostEndpoints } from '@quantalgo/contracts/live/hostEndpoints';
import type { HostAction, LiveNote, LiveSession } from '@quantalgo/contracts/live/session';
import { useEffect } from 'react';
import { type Request, useRequest } from '../core/useRequest';
import { call } from '../auth/call';
import { toFailureText } from '../core/errors';
import { runAsStaff, createStaffCache } from './queries';

export interface LiveHostView extends Calendar {
  readonly sessions: readonly LiveSession[];
  readonly notes: readonly LiveNote[];
}

const views = createStaffCache<LiveHostView>();

const QUESTION_POLL_INTERVAL_MS = 5000;

export function useLiveHostView(): Request<LiveHostView> {
  const query = useRequest(async () => (await call(liveHostEndpoints.liveHostView, {})).data, {
    cache: views,
    key: 'live',
    failure: toFailureText(liveHostEndpoints.liveHostView),
  });
  const { reload } = query;
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) reload();
    }, QUESTION_POLL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [reload]);
  return query;
}

export const changeCalendar = (body: CalendarChange): Promise<unknown> =>
  runAsStaff(() => call(liveHostEndpoints.changeCalendar, { body }));

export const sendHostAction = (body: HostAction, idempotencyKey: string): Promise<unknown> =>
  runAsStaff(() => call(liveHostEndpoints.hostLive, { body, idempotencyKey }));
