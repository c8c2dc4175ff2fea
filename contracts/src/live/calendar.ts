import * as z from 'zod/mini';
import { DAY_MS, HOUR_MS, MINUTE_MS, WEEKDAYS, type Zone } from '../core/time';
import { formatTime, formatZonedTime } from '../core/format';
import { isTrading } from '../market/marketHours';
import { SLOT_MS } from '../core/slots';
import { isPrintable } from '../core/validation';
import { cleanLine } from '../core/visibleText';
import { DEFAULT_PAIRS } from '../market/pairs';

/** Start times and lengths are multiples of this, because reminders are sent every five minutes. */
export const PLAN_STEP_MINUTES = 5;

const MAX_SESSION_MINUTES = 12 * 60;

export const MAX_PLANS = 50;

export const MAX_CANCELLED_DAYS = 60;

const formatDay = (at: number) => new Date(at).toISOString().slice(0, 10);

const INVALID_DAY = 'Enter a day like 2026-11-20';

/** Rejects 30 February, which `Date` would read as a day in March. */
function isDay(day: string): boolean {
  const start = Date.parse(`${day}T00:00Z`);
  return !Number.isNaN(start) && formatDay(start) === day;
}

export const utcDaySchema = z
  .string(INVALID_DAY)
  .check(
    z.regex(/^2\d{3}-\d{2}-\d{2}$/, { error: INVALID_DAY, abort: true }),
    z.refine(isDay, INVALID_DAY),
  );

const NO_PLAN = 'Live session not found';

export const planIdSchema = z
  .string(NO_PLAN)
  .check(z.regex(/^[a-z\d](?:[a-z\d-]{0,38}[a-z\d])?$/, NO_PLAN));

const NAME_REQUIRED = 'Enter a name for the live session';

const STEPS_RULE = `Times and lengths must be multiples of ${PLAN_STEP_MINUTES} minutes`;

const LENGTH_RULE = `Enter a length in minutes, from ${PLAN_STEP_MINUTES} to ${MAX_SESSION_MINUTES}`;

const createMinutesSchema = (min: number, max: number, rangeRule: string) =>
  z
    .int(rangeRule)
    .check(
      z.gte(min, rangeRule),
      z.lte(max, rangeRule),
      z.multipleOf(PLAN_STEP_MINUTES, STEPS_RULE),
    );

const planDaysSchema = z.discriminatedUnion(
  'type',
  [
    z.strictObject({ type: z.literal('once'), day: utcDaySchema }),
    z.strictObject({
      type: z.literal('weekly'),
      from: utcDaySchema,
      weekdays: z.array(z.int().check(z.gte(0), z.lte(6))).check(
        z.minLength(1, 'Choose at least one weekday'),
        z.refine((days) => new Set(days).size === days.length, 'Choose each weekday only once'),
      ),
    }),
  ],
  'Choose the days',
);

/** Times are in GMT (UTC). */
export const planSchema = z.strictObject({
  id: planIdSchema,
  name: z
    .string(NAME_REQUIRED)
    .check(
      z.overwrite(cleanLine),
      z.minLength(1, { error: NAME_REQUIRED, abort: true }),
      z.maxLength(60, 'A name can have at most 60 characters'),
      z.refine(isPrintable, 'A name must not contain control characters'),
    ),
  days: planDaysSchema,
  minute: createMinutesSchema(0, 24 * 60 - PLAN_STEP_MINUTES, STEPS_RULE),
  minutes: createMinutesSchema(PLAN_STEP_MINUTES, MAX_SESSION_MINUTES, LENGTH_RULE),
  cancelled: z.array(utcDaySchema).check(z.maxLength(MAX_CANCELLED_DAYS)),
});

export type Plan = z.infer<typeof planSchema>;

/** One day of a plan, moved to another time. The plan cancels the day, which hides the old time. */
const moveSchema = z.object({
  plan: planIdSchema,
  day: utcDaySchema,
  to: utcDaySchema,
  minute: createMinutesSchema(0, 24 * 60 - PLAN_STEP_MINUTES, STEPS_RULE),
});

/** A live session as it was listed before staff cancelled or moved it. */
const withdrawnSchema = z.object({
  id: z.string(),
  name: z.string(),
  day: utcDaySchema,
  minute: createMinutesSchema(0, 24 * 60 - PLAN_STEP_MINUTES, STEPS_RULE),
  minutes: createMinutesSchema(PLAN_STEP_MINUTES, MAX_SESSION_MINUTES, LENGTH_RULE),
  revision: z.int().check(z.gte(0)),
  /** Epoch ms. */
  changedAt: z.int(),
});

export const calendarSchema = z.object({
  plans: z.array(planSchema),
  moves: z.array(moveSchema),
  withdrawn: z.array(withdrawnSchema),
  revision: z.int().check(z.gte(0)),
});

export type Calendar = z.infer<typeof calendarSchema>;

const WORKDAYS = [1, 2, 3, 4, 5];

const createPlan = (id: string, name: string, minute: number, length: number): Plan => ({
  id,
  name,
  days: { type: 'weekly', from: '2026-01-01', weekdays: [...WORKDAYS] },
  minute,
  minutes: length,
  cancelled: [],
});

export const SPECIFIED_PLANS: readonly Plan[] = [
  createPlan('european-open', 'European Open', 8 * 60, 120),
  createPlan('nyc-session', 'NYC Session', 13 * 60 + 30, 180),
  createPlan('asian-close', 'Asian Close', 21 * 60, 90),
];

export const createCalendar = (plans: readonly Plan[]): Calendar => ({
  plans: [...plans],
  moves: [],
  withdrawn: [],
  revision: 0,
});

/** Times in epoch ms. */
export interface Occurrence {
  readonly id: string;
  readonly name: string;
  readonly startsAt: number;
  readonly endsAt: number;
}

const getDayStart = (day: string): number => Date.parse(`${day}T00:00Z`);

const isPlannedOn = ({ days }: Plan, day: string): boolean =>
  days.type === 'once'
    ? days.day === day
    : day >= days.from && days.weekdays.includes(new Date(getDayStart(day)).getUTCDay());

const toSessionId = (plan: string, day: string): string => `${plan}-${day.replaceAll('-', '')}`;

function createOccurrence(
  id: string,
  { name, minutes: length }: Pick<Plan, 'name' | 'minutes'>,
  { day, minute }: { readonly day: string; readonly minute: number },
): Occurrence {
  const startsAt = getDayStart(day) + minute * MINUTE_MS;
  return { id, name, startsAt, endsAt: startsAt + length * MINUTE_MS };
}

type PlannedSessions = Pick<Calendar, 'plans' | 'moves'>;

const listMovedSessions = ({ plans, moves }: PlannedSessions): readonly Occurrence[] =>
  moves.flatMap(({ plan: id, day, to, minute }) => {
    const plan = plans.find((candidate) => candidate.id === id);
    if (!plan?.cancelled.includes(day) || !isPlannedOn(plan, day)) return [];
    return createOccurrence(toSessionId(id, day), plan, { day: to, minute });
  });

const compareStarts = (a: Occurrence, b: Occurrence) =>
  a.startsAt - b.startsAt || (a.id < b.id ? -1 : 1);

const isWeekend = (at: number): boolean => [0, 6].includes(new Date(at).getUTCDay());

function isMarketClosed({ startsAt, endsAt }: Occurrence): boolean {
  for (let at = startsAt; at < endsAt; at += SLOT_MS)
    if (DEFAULT_PAIRS.some((pair) => isTrading(pair, at))) return false;
  return true;
}

function listPlanned(
  calendar: PlannedSessions,
  from: number,
  to: number,
): readonly { readonly occurrence: Occurrence; readonly isClosed: boolean }[] {
  const sessions = listMovedSessions(calendar).map((occurrence) => ({
    occurrence,
    isClosed: false,
  }));
  const firstDay = Math.floor((from - MAX_SESSION_MINUTES * MINUTE_MS) / DAY_MS) * DAY_MS;
  for (let start = firstDay; start < to; start += DAY_MS) {
    const day = formatDay(start);
    for (const plan of calendar.plans) {
      if (!isPlannedOn(plan, day) || plan.cancelled.includes(day)) continue;
      const occurrence = createOccurrence(toSessionId(plan.id, day), plan, {
        day,
        minute: plan.minute,
      });
      // Only routine workdays skip closed markets, because staff choose single days and weekends on
      // purpose.
      const isRoutine = plan.days.type === 'weekly' && !isWeekend(start);
      sessions.push({ occurrence, isClosed: isRoutine && isMarketClosed(occurrence) });
    }
  }
  return sessions.filter(({ occurrence }) => occurrence.endsAt > from && occurrence.startsAt < to);
}

/**
 * Earliest first, including sessions under way. Times in epoch ms. Weekly plans skip workdays on
 * which no pair trades during the session.
 */
export const listOccurrences = (
  calendar: PlannedSessions,
  from: number,
  to: number,
): readonly Occurrence[] =>
  listPlanned(calendar, from, to)
    .flatMap(({ occurrence, isClosed }) => (isClosed ? [] : occurrence))
    .sort(compareStarts);

export const parsePlannedDay = (id: string): string =>
  `${id.slice(-8, -4)}-${id.slice(-4, -2)}-${id.slice(-2)}`;

export function findSessionStart(calendar: PlannedSessions, id: string): number | null {
  const movedSession = listMovedSessions(calendar).find((session) => session.id === id);
  if (movedSession) return movedSession.startsAt;
  const start = getDayStart(parsePlannedDay(id));
  if (Number.isNaN(start)) return null;
  const day = listOccurrences(calendar, start, start + DAY_MS);
  return day.find((session) => session.id === id)?.startsAt ?? null;
}

export const CALENDAR_RANGE_MS = 60 * DAY_MS;

/**
 * Changes are announced this long before the start, so that they reach members the evening before a
 * morning session.
 */
export const CHANGE_LEAD_MS = 12 * HOUR_MS;

export const listNextOccurrences = (
  calendar: PlannedSessions,
  now: number,
  count: number,
): readonly Occurrence[] => listOccurrences(calendar, now, now + CALENDAR_RANGE_MS).slice(0, count);

interface CalendarRevision {
  readonly revision: number;
  readonly changedAt: number;
}

export interface ListedSession extends Occurrence {
  /**
   * `closed`: no pair trades. `away`: the old time of a session that moved far. `revision`: the
   * change that moved or cancelled it, at `changedAt`. Times in epoch ms.
   */
  readonly standing:
    | { readonly type: 'planned' }
    | ({ readonly type: 'moved'; readonly from: number } & CalendarRevision)
    | { readonly type: 'away'; readonly to: number }
    | ({ readonly type: 'cancelled' } & CalendarRevision)
    | { readonly type: 'closed' };
}

/**
 * Sessions that move further are also listed at their old time, because members look for them
 * there.
 */
const AWAY_THRESHOLD_MS = 12 * 60 * MINUTE_MS;

export function listCalendarSessions(
  calendar: Calendar,
  from: number,
  to: number,
): readonly ListedSession[] {
  const withdrawals = calendar.withdrawn.map((session) => ({
    previous: createOccurrence(session.id, session, session),
    change: { revision: session.revision, changedAt: session.changedAt },
  }));
  const upcomingSessions = listOccurrences(calendar, from, to).map((session): ListedSession => {
    const withdrawal = withdrawals.find(({ previous }) => previous.id === session.id);
    if (!withdrawal || withdrawal.previous.startsAt === session.startsAt)
      return { ...session, standing: { type: 'planned' } };
    const { previous, change } = withdrawal;
    return { ...session, standing: { type: 'moved', from: previous.startsAt, ...change } };
  });
  const formerTimes = withdrawals
    .filter(({ previous }) => previous.endsAt > from && previous.startsAt < to)
    .flatMap(({ previous, change }): readonly ListedSession[] => {
      const at = findSessionStart(calendar, previous.id);
      if (at === null) return [{ ...previous, standing: { type: 'cancelled', ...change } }];
      const isAway = Math.abs(at - previous.startsAt) > AWAY_THRESHOLD_MS;
      return isAway ? [{ ...previous, standing: { type: 'away', to: at } }] : [];
    });
  const closedSessions = listPlanned(calendar, from, to).flatMap(({ occurrence, isClosed }) =>
    isClosed ? [{ ...occurrence, standing: { type: 'closed' } as const }] : [],
  );
  return [...upcomingSessions, ...formerTimes, ...closedSessions].sort(compareStarts);
}

const isScheduled = ({ standing: { type } }: ListedSession): boolean =>
  type === 'planned' || type === 'moved';

export function listNextSessions(
  calendar: Calendar,
  now: number,
  count: number,
): readonly ListedSession[] {
  const sessions = listCalendarSessions(calendar, now, now + CALENDAR_RANGE_MS);
  const upcomingSessions = sessions.filter(isScheduled);
  const lastUpcoming = upcomingSessions.slice(0, count).at(-1);
  if (!lastUpcoming || upcomingSessions.length < count) return sessions;
  return sessions.slice(0, sessions.indexOf(lastUpcoming) + 1);
}

export const GMT: Zone = { utcOffsetMs: () => 0, label: () => 'GMT' };

export const formatGmt = (at: number): string => formatZonedTime(at, GMT);

export function formatLength({
  startsAt,
  endsAt,
}: Pick<Occurrence, 'startsAt' | 'endsAt'>): string {
  const length = (endsAt - startsAt) / MINUTE_MS;
  if (length < 60) return `${length} minutes`;
  if (length === 60) return '1 hour';
  const hours = Math.floor(length / 60);
  const minutes = length % 60;
  if (minutes === 0 || minutes === 30) return `${hours}${minutes === 30 ? '.5' : ''} hours`;
  return `${hours} h ${minutes} min`;
}

export const formatWeekday = (weekday: number): string => WEEKDAYS[weekday]?.slice(0, 3) ?? '';

export const formatStart = (at: number, zone: Zone): string =>
  `${formatWeekday(new Date(at + zone.utcOffsetMs(at)).getUTCDay())} ${formatTime(at, zone)} ${zone.label(at)}`;
