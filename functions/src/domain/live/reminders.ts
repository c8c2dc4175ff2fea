import { formatDate } from '@quantalgo/contracts/core/format';
import { UTC, MINUTE_MS } from '@quantalgo/contracts/core/time';
import {
  CALENDAR_RANGE_MS,
  type Calendar,
  formatGmt,
  type ListedSession,
  listCalendarSessions,
} from '@quantalgo/contracts/live/calendar';

const REMINDER_LEAD_MS = 10 * MINUTE_MS;

// For a morning session, the evening before.
const CHANGE_LEAD_MS = 12 * 60 * MINUTE_MS;

// A move is announced until this long (ms) after the earlier of its two starts. The queued order prevents duplicates
// and is deleted after a week.
const MOVE_PUSH_TTL_MS = 24 * 60 * MINUTE_MS;

interface Reminder {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** Epoch ms from which it would be useless. */
  readonly until: number;
}

const formatMinutes = (ms: number): string => {
  const minutes = Math.max(1, Math.round(ms / MINUTE_MS));
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
};

const formatMoment = (at: number): string => `${formatDate(at, UTC)}, ${formatGmt(at)}`;

// Part of an id, so that a moved session is announced again.
const toStamp = (at: number): string => new Date(at).toISOString().slice(0, 16).replace(/\D/g, '');

function findDueReminder(session: ListedSession, now: number): Reminder | null {
  const { id, name, startsAt, endsAt, standing } = session;
  if (standing.type === 'cancelled')
    return now < startsAt - CHANGE_LEAD_MS
      ? null
      : {
          // With the revision, a change that was undone and repeated is announced again.
          id: `session-${id}-cancelled-${toStamp(startsAt)}-${standing.revision}`,
          title: `${name} is cancelled`,
          text: `It was planned for ${formatMoment(startsAt)}.`,
          until: endsAt,
        };
  if (standing.type === 'away' || standing.type === 'closed' || now >= startsAt) return null;
  if (startsAt - now <= REMINDER_LEAD_MS)
    return {
      id: `session-${id}-${toStamp(startsAt)}`,
      title: `${name} starts in ${formatMinutes(startsAt - now)}`,
      text: 'Live in the Platinum Stream.',
      until: startsAt,
    };
  if (standing.type === 'planned') return null;
  const { from, revision } = standing;
  const first = Math.min(startsAt, from);
  const until = Math.min(startsAt, first + MOVE_PUSH_TTL_MS);
  return now < first - CHANGE_LEAD_MS || now >= until
    ? null
    : {
        id: `session-${id}-moved-${toStamp(startsAt)}-${revision}`,
        title: `${name} has moved`,
        text: `It now starts on ${formatMoment(startsAt)} instead of ${formatMoment(from)}.`,
        until,
      };
}

/**
 * Due reminders, including those already sent. A session is announced ten minutes ahead, a cancellation or move twelve
 * hours ahead.
 */
export const findDueReminders = (calendar: Calendar, now: number): readonly Reminder[] =>
  listCalendarSessions(calendar, now, now + CALENDAR_RANGE_MS).flatMap(
    (session) => findDueReminder(session, now) ?? [],
  );
