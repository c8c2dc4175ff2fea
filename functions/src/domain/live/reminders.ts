import { formatDate } from '@quantalgo/contracts/core/format';
import { UTC, MINUTE_MS } from '@quantalgo/contracts/core/time';
import {
  CALENDAR_RANGE_MS,
  CHANGE_LEAD_MS,
  type Calendar,
  formatGmt,
  type ListedSession,
  listCalendarSessions,
} from '@quantalgo/contracts/live/calendar';
import { toChangeReminderId, toStartReminderId } from '@quantalgo/contracts/live/reminderIds';

const REMINDER_LEAD_MS = 10 * MINUTE_MS;

// Moves are announced for this long after the earlier start. Must be below a week, because the
// queued push that prevents duplicates is then deleted.
const MOVE_PUSH_TTL_MS = 24 * 60 * MINUTE_MS;

interface Reminder {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** When the reminder becomes useless, epoch ms. */
  readonly until: number;
}

const formatMinutes = (ms: number): string => {
  const minutes = Math.max(1, Math.round(ms / MINUTE_MS));
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
};

const formatMoment = (at: number): string => `${formatDate(at, UTC)}, ${formatGmt(at)}`;

function findDueReminder(session: ListedSession, now: number): Reminder | null {
  const { name, startsAt, endsAt, standing } = session;
  if (standing.type === 'cancelled')
    return now < startsAt - CHANGE_LEAD_MS
      ? null
      : {
          id: toChangeReminderId(session, standing),
          title: `${name} is cancelled`,
          text: `It was scheduled for ${formatMoment(startsAt)}.`,
          until: endsAt,
        };
  if (standing.type === 'away' || standing.type === 'closed' || now >= startsAt) return null;
  if (startsAt - now <= REMINDER_LEAD_MS)
    return {
      id: toStartReminderId(session),
      title: `${name} starts in ${formatMinutes(startsAt - now)}`,
      text: 'Live in the Platinum Stream.',
      until: startsAt,
    };
  if (standing.type === 'planned') return null;
  const { from } = standing;
  const earlierStart = Math.min(startsAt, from);
  const until = Math.min(startsAt, earlierStart + MOVE_PUSH_TTL_MS);
  return now < earlierStart - CHANGE_LEAD_MS || now >= until
    ? null
    : {
        id: toChangeReminderId(session, standing),
        title: `${name} has moved`,
        text: `It now starts on ${formatMoment(startsAt)} instead of ${formatMoment(from)}.`,
        until,
      };
}

/**
 * Includes reminders that were already sent. Sessions are announced ten minutes ahead,
 * cancellations and moves twelve hours ahead.
 */
export const findDueReminders = (calendar: Calendar, now: number): readonly Reminder[] =>
  listCalendarSessions(calendar, now, now + CALENDAR_RANGE_MS).flatMap(
    (session) => findDueReminder(session, now) ?? [],
  );
