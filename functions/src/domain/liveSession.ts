import {
  type Calendar,
  goesOnAt,
  type LiveSessionRecord,
  type Occurrence,
  occurrencesBetween,
  OPENS_BEFORE_MS,
} from '@quantalgo/contracts';

/** The planned live session of this id that staff may open at `now` (epoch ms): from half an hour before until its end. */
export const openableSession = (
  calendar: Pick<Calendar, 'plans' | 'moves'>,
  id: string,
  now: number,
): Occurrence | null =>
  occurrencesBetween(calendar, now, now + OPENS_BEFORE_MS + 1).find((one) => one.id === id) ?? null;

/** A live session as it is opened at `now` (epoch ms). */
export const openedSession = (
  { name, startsAt, endsAt }: Occurrence,
  now: number,
): LiveSessionRecord => ({
  name,
  startsAt,
  endsAt,
  openedAt: now,
  closedAt: null,
  viewers: 0,
  countedAt: now,
  seeded: false,
});

/** Why nobody can write into a live session at `now` (epoch ms), in a sentence; null if they can. */
export function closedBecause(session: LiveSessionRecord | null, now: number): string | null {
  if (!session) return 'This live session has not begun';
  return goesOnAt(session, now) ? null : 'This live session is over';
}
