import {
  type Calendar,
  type CalendarChange,
  type HostAct,
  liveDeskEndpoints,
  type LiveNote,
  type LiveSession,
} from '@quantalgo/contracts';
import { useEffect } from 'react';
import { call } from '../session/call';
import { type Answer, asStaff, failureWords, staffMemory, useAnswer } from './answers';

/** The calendar, the newest live sessions, and their notes, newest change first. */
export interface LiveDesk extends Calendar {
  readonly sessions: readonly LiveSession[];
  readonly notes: readonly LiveNote[];
}

const desks = staffMemory<LiveDesk>();

/** While a session goes on, its host's screen asks this often (ms) for questions. */
const ASKING_MS = 5000;

/** What the host of a live session works with, asked for anew while it is in sight. */
export function useLiveDesk(): Answer<LiveDesk> {
  const answer = useAnswer(
    desks,
    'desk',
    async () => (await call(liveDeskEndpoints.liveDesk, {})).data,
    failureWords(liveDeskEndpoints.liveDesk),
  );
  const { askAgain } = answer;
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) askAgain();
    }, ASKING_MS);
    return () => clearInterval(timer);
  }, [askAgain]);
  return answer;
}

/** Changes the calendar. @throws ApiError @throws NetworkError */
export const changeCalendar = (body: CalendarChange): Promise<unknown> =>
  asStaff(() => call(liveDeskEndpoints.changeCalendar, { body }));

/** Does something as host; the same key again does nothing more. @throws ApiError @throws NetworkError */
export const hostLive = (body: HostAct, idempotencyKey: string): Promise<unknown> =>
  asStaff(() => call(liveDeskEndpoints.hostLive, { body, idempotencyKey }));
