import { dateText } from '@quantalgo/contracts/core/format';
import { UTC, MINUTE_MS } from '@quantalgo/contracts/core/time';
import {
  CALENDAR_AHEAD_MS,
  type Calendar,
  gmtText,
  type ListedSession,
  listedBetween,
} from '@quantalgo/contracts/live/calendar';

/** How long before a live session (ms) members are reminded of it. */
const REMINDED_BEFORE_MS = 10 * MINUTE_MS;

/** How long before its original start (ms) a cancellation is announced: for a morning session, the evening before. */
const RECALLED_BEFORE_MS = 12 * 60 * MINUTE_MS;

/**
 * How long after the earlier of the old and new start (ms) a move is still announced. The queued order itself prevents
 * duplicates and is deleted after a week.
 */
const MOVE_PUSH_VALID_MS = 24 * 60 * MINUTE_MS;

/** A notification about a live session, sent once for each `id`. */
interface Reminder {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** From when on (epoch ms) it would be useless. */
  readonly until: number;
}

const minutesText = (ms: number): string => {
  const minutes = Math.max(1, Math.round(ms / MINUTE_MS));
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
};

const momentText = (at: number): string => `${dateText(at, UTC)}, ${gmtText(at)}`;

/** A start as part of an id, so that a session that is moved is announced again. `at` in epoch ms. */
const stampOf = (at: number): string => new Date(at).toISOString().slice(0, 16).replace(/\D/g, '');

/** The notification that is due for a live session at `now` (epoch ms); null if none is. */
function toTell(session: ListedSession, now: number): Reminder | null {
  const { id, name, startsAt, endsAt, standing } = session;
  if (standing.type === 'cancelled')
    return now < startsAt - RECALLED_BEFORE_MS
      ? null
      : {
          // The revision announces a change again that was undone and made again.
          id: `session-${id}-cancelled-${stampOf(startsAt)}-${standing.revision}`,
          title: `${name} is cancelled`,
          text: `It was planned for ${momentText(startsAt)}.`,
          until: endsAt,
        };
  if (standing.type === 'away' || standing.type === 'closed' || now >= startsAt) return null;
  if (startsAt - now <= REMINDED_BEFORE_MS)
    return {
      id: `session-${id}-${stampOf(startsAt)}`,
      title: `${name} starts in ${minutesText(startsAt - now)}`,
      text: 'Live in the Platinum Stream.',
      until: startsAt,
    };
  if (standing.type === 'planned') return null;
  const { from, revision } = standing;
  const first = Math.min(startsAt, from);
  const until = Math.min(startsAt, first + MOVE_PUSH_VALID_MS);
  return now < first - RECALLED_BEFORE_MS || now >= until
    ? null
    : {
        id: `session-${id}-moved-${stampOf(startsAt)}-${revision}`,
        title: `${name} has moved`,
        text: `It now starts on ${momentText(startsAt)} instead of ${momentText(from)}.`,
        until,
      };
}

/**
 * What members are to be told of the calendar's live sessions at `now` (epoch ms), whether they were told before or not:
 * that one begins within ten minutes, with the minutes that are left, and that one was cancelled or moved, from twelve hours
 * before the time that they have in mind; of a move until a day after it.
 */
export const remindersAt = (calendar: Calendar, now: number): readonly Reminder[] =>
  listedBetween(calendar, now, now + CALENDAR_AHEAD_MS).flatMap((one) => toTell(one, now) ?? []);
