import * as z from 'zod/mini';
import { DAY_MS, MINUTE_MS, WEEKDAYS, type Zone } from '../core/time';
import { timeText, zonedTime } from '../core/format';
import { isTrading } from '../market/marketHours';
import { SLOT_MS } from '../core/slots';
import { isPrintable } from '../core/validation';
import { DEFAULT_PAIRS } from '../market/pairs';

/** Times and lengths of live sessions are multiples of this many minutes: reminders are looked for as often. */
export const PLAN_STEP = 5;

/** A live session lasts this many minutes at most. */
const MAX_SESSION_MINUTES = 12 * 60;

/** Plans that the calendar holds at most. */
export const MAX_PLANS = 50;

/** Days that a weekly plan leaves out at most; the oldest are forgotten first. */
export const MAX_CANCELLED = 60;

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

const NO_DAY = 'A day is written like 2026-11-20';

/** Whether there is such a day: February the 30th would be one of March. */
function isDay(day: string): boolean {
  const start = Date.parse(`${day}T00:00Z`);
  return !Number.isNaN(start) && dayOf(start) === day;
}

/** A day of UTC, `2026-11-20`. */
export const utcDaySchema = /* @__PURE__ */ z
  .string(NO_DAY)
  .check(z.regex(/^2\d{3}-\d{2}-\d{2}$/, { error: NO_DAY, abort: true }), z.refine(isDay, NO_DAY));

const NO_PLAN = 'There is no such live session';

export const planIdSchema = /* @__PURE__ */ z
  .string(NO_PLAN)
  .check(z.regex(/^[a-z\d](?:[a-z\d-]{0,38}[a-z\d])?$/, NO_PLAN));

const NAME_NEEDED = 'Name the live session';

const STEPS = `Times and lengths must be multiples of ${PLAN_STEP} minutes`;

const minutes = (low: number, high: number) =>
  z.int(STEPS).check(z.gte(low, STEPS), z.lte(high, STEPS), z.multipleOf(PLAN_STEP, STEPS));

/** When a planned live session takes place: on one day, or every week on some weekdays (0 is Sunday) from a day on. */
const planDaysSchema = /* @__PURE__ */ z.discriminatedUnion(
  'type',
  [
    z.strictObject({ type: z.literal('once'), day: utcDaySchema }),
    z.strictObject({
      type: z.literal('weekly'),
      from: utcDaySchema,
      weekdays: z.array(z.int().check(z.gte(0), z.lte(6))).check(
        z.minLength(1, 'Choose a weekday'),
        z.refine((days) => new Set(days).size === days.length, 'A weekday is named twice'),
      ),
    }),
  ],
  'Choose the days',
);

/** A live session in the calendar that staff edit. Its times are GMT, which is UTC. */
export const planSchema = /* @__PURE__ */ z.strictObject({
  id: planIdSchema,
  name: z
    .string(NAME_NEEDED)
    .check(
      z.trim(),
      z.minLength(1, { error: NAME_NEEDED, abort: true }),
      z.maxLength(60, 'A name can have at most 60 characters'),
      z.refine(isPrintable, 'A name must not contain control characters'),
    ),
  days: planDaysSchema,
  /** Minute of the day at which it begins. */
  minute: minutes(0, 24 * 60 - PLAN_STEP),
  /** Its length in minutes. */
  minutes: minutes(PLAN_STEP, MAX_SESSION_MINUTES),
  /** Days on which it does not take place. */
  cancelled: z.array(utcDaySchema).check(z.maxLength(MAX_CANCELLED)),
});

export type Plan = z.infer<typeof planSchema>;

/**
 * One day of a plan whose live session takes place at another time. The day stands in the plan's `cancelled` as well: an app
 * that knows no moves then leaves the session out, rather than name the wrong time.
 */
const moveSchema = /* @__PURE__ */ z.object({
  plan: planIdSchema,
  day: utcDaySchema,
  to: utcDaySchema,
  minute: minutes(0, 24 * 60 - PLAN_STEP),
});

/** A live session as members last saw it in the calendar, before staff cancelled or moved it. */
const withdrawnSchema = /* @__PURE__ */ z.object({
  /** The id of the live session. */
  id: z.string(),
  name: z.string(),
  day: utcDaySchema,
  minute: minutes(0, 24 * 60 - PLAN_STEP),
  minutes: minutes(PLAN_STEP, MAX_SESSION_MINUTES),
  /** The calendar's number with the change that did so. */
  revision: z.int().check(z.gte(0)),
});

/** The calendar of live sessions: what staff planned, and what became of single days. */
export const calendarSchema = /* @__PURE__ */ z.object({
  plans: z.array(planSchema),
  moves: z.array(moveSchema),
  withdrawn: z.array(withdrawnSchema),
  /** Number of changes so far: of two files of a live session, the one with the higher number holds. */
  revision: z.int().check(z.gte(0)),
});

export type Calendar = z.infer<typeof calendarSchema>;

const WORKDAYS = [1, 2, 3, 4, 5];

const specified = (id: string, name: string, minute: number, length: number): Plan => ({
  id,
  name,
  days: { type: 'weekly', from: '2026-01-01', weekdays: [...WORKDAYS] },
  minute,
  minutes: length,
  cancelled: [],
});

/** The specification's three live sessions, on the days on which the markets open. */
export const SPECIFIED_PLANS: readonly Plan[] = [
  /* @__PURE__ */ specified('european-open', 'European Open', 8 * 60, 120),
  /* @__PURE__ */ specified('nyc-session', 'NYC Session', 13 * 60 + 30, 180),
  /* @__PURE__ */ specified('asian-close', 'Asian Close', 21 * 60, 90),
];

/** The calendar of these plans alone, as before any change. */
export const calendarOf = (plans: readonly Plan[]): Calendar => ({
  plans: [...plans],
  moves: [],
  withdrawn: [],
  revision: 0,
});

/** One live session of a plan. Times in epoch ms. */
export interface Occurrence {
  /** The plan's id and its day, `european-open-20261120`. */
  readonly id: string;
  readonly name: string;
  readonly startsAt: number;
  readonly endsAt: number;
}

/** When a day of UTC begins, epoch ms. */
const startOf = (day: string): number => Date.parse(`${day}T00:00Z`);

/** Whether a plan names the UTC day, cancelled or not. */
const isOn = ({ days }: Plan, day: string): boolean =>
  days.type === 'once'
    ? days.day === day
    : day >= days.from && days.weekdays.includes(new Date(startOf(day)).getUTCDay());

/** Id of the live session of a plan on a UTC day: `european-open-20261120`. It keeps that when it is moved. */
const sessionId = (plan: string, day: string): string => `${plan}-${day.replaceAll('-', '')}`;

/** A live session that begins at a minute of a UTC day. */
function occurrenceAt(
  id: string,
  { name, minutes: length }: Pick<Plan, 'name' | 'minutes'>,
  { day, minute }: { readonly day: string; readonly minute: number },
): Occurrence {
  const startsAt = startOf(day) + minute * MINUTE_MS;
  return { id, name, startsAt, endsAt: startsAt + length * MINUTE_MS };
}

type Planned = Pick<Calendar, 'plans' | 'moves'>;

/** The days that were moved, at their new times. */
const movedDays = ({ plans, moves }: Planned): readonly Occurrence[] =>
  moves.flatMap(({ plan: id, day, to, minute }) => {
    const plan = plans.find((one) => one.id === id);
    if (!plan?.cancelled.includes(day) || !isOn(plan, day)) return [];
    return occurrenceAt(sessionId(id, day), plan, { day: to, minute });
  });

const inOrder = (a: Occurrence, b: Occurrence) => a.startsAt - b.startsAt || (a.id < b.id ? -1 : 1);

const isWeekend = (at: number): boolean => [0, 6].includes(new Date(at).getUTCDay());

/** Whether no pair trades while a session goes on. */
function isMarketClosed({ startsAt, endsAt }: Occurrence): boolean {
  for (let at = startsAt; at < endsAt; at += SLOT_MS)
    if (DEFAULT_PAIRS.some((pair) => isTrading(pair, at))) return false;
  return true;
}

/** The planned live sessions between two times (epoch ms), in no order, with those that fall into closed hours. */
function plannedBetween(
  calendar: Planned,
  from: number,
  to: number,
): readonly { readonly occurrence: Occurrence; readonly isClosed: boolean }[] {
  const planned = movedDays(calendar).map((occurrence) => ({ occurrence, isClosed: false }));
  const first = Math.floor((from - MAX_SESSION_MINUTES * MINUTE_MS) / DAY_MS) * DAY_MS;
  for (let start = first; start < to; start += DAY_MS) {
    const day = dayOf(start);
    for (const plan of calendar.plans) {
      if (!isOn(plan, day) || plan.cancelled.includes(day)) continue;
      const occurrence = occurrenceAt(sessionId(plan.id, day), plan, { day, minute: plan.minute });
      // Staff choose a single day or a weekend on purpose; a weekday is one of many.
      const isRoutine = plan.days.type === 'weekly' && !isWeekend(start);
      planned.push({ occurrence, isClosed: isRoutine && isMarketClosed(occurrence) });
    }
  }
  return planned.filter(({ occurrence }) => occurrence.endsAt > from && occurrence.startsAt < to);
}

/**
 * The live sessions that take place, or go on, between two times (epoch ms), the earliest first. A weekday's session of
 * a weekly plan takes place only if a pair trades during it.
 */
export const occurrencesBetween = (
  calendar: Planned,
  from: number,
  to: number,
): readonly Occurrence[] =>
  plannedBetween(calendar, from, to)
    .flatMap(({ occurrence, isClosed }) => (isClosed ? [] : occurrence))
    .sort(inOrder);

/** The UTC day for which a live session was planned, `2026-11-20`, whatever day it was moved to. */
export const plannedDay = (id: string): string =>
  `${id.slice(-8, -4)}-${id.slice(-4, -2)}-${id.slice(-2)}`;

/** When a live session begins or began, epoch ms; null where it doesn't take place. */
export function heldAt(calendar: Planned, id: string): number | null {
  const moved = movedDays(calendar).find((one) => one.id === id);
  if (moved) return moved.startsAt;
  const start = startOf(plannedDay(id));
  if (Number.isNaN(start)) return null;
  const day = occurrencesBetween(calendar, start, start + DAY_MS);
  return day.find((one) => one.id === id)?.startsAt ?? null;
}

/** How far ahead (ms) members see the calendar. */
export const CALENDAR_AHEAD_MS = 60 * DAY_MS;

/** The next live sessions that take place and are not over at `now` (epoch ms), the earliest first. */
export const nextOccurrences = (
  calendar: Planned,
  now: number,
  count: number,
): readonly Occurrence[] =>
  occurrencesBetween(calendar, now, now + CALENDAR_AHEAD_MS).slice(0, count);

/** A live session as members see it in the calendar. */
export interface ListedSession extends Occurrence {
  /**
   * Whether it takes place as planned, at another time (`from` is the one of before), or not at all: `cancelled` by staff, or
   * `closed` because no pair trades. `away` is the place in
   * the calendar that it left for a time (`to`) too far off to be seen beside it. Both in epoch ms; `revision` is the
   * calendar's number with the change that moved or cancelled it, 0 where it was not noted.
   */
  readonly standing:
    | { readonly type: 'planned' }
    | { readonly type: 'moved'; readonly from: number; readonly revision: number }
    | { readonly type: 'away'; readonly to: number }
    | { readonly type: 'cancelled'; readonly revision: number }
    | { readonly type: 'closed' };
}

/** A session that is moved by more than this (ms) is named at its old time, too: members look for it there. */
const AWAY_MS = 12 * 60 * MINUTE_MS;

/** The live sessions between two times (epoch ms) with those that don't take place then, the earliest first. */
export function listedBetween(
  calendar: Calendar,
  from: number,
  to: number,
): readonly ListedSession[] {
  const withdrawn = calendar.withdrawn.map((one) => ({
    seen: occurrenceAt(one.id, one, one),
    revision: one.revision,
  }));
  const places = occurrencesBetween(calendar, from, to).map((one): ListedSession => {
    const before = withdrawn.find(({ seen }) => seen.id === one.id);
    if (!before || before.seen.startsAt === one.startsAt)
      return { ...one, standing: { type: 'planned' } };
    const { seen, revision } = before;
    return { ...one, standing: { type: 'moved', from: seen.startsAt, revision } };
  });
  const left = withdrawn
    .filter(({ seen }) => seen.endsAt > from && seen.startsAt < to)
    .flatMap(({ seen, revision }): readonly ListedSession[] => {
      const at = heldAt(calendar, seen.id);
      if (at === null) return [{ ...seen, standing: { type: 'cancelled', revision } }];
      const isAway = Math.abs(at - seen.startsAt) > AWAY_MS;
      return isAway ? [{ ...seen, standing: { type: 'away', to: at } }] : [];
    });
  const closed = plannedBetween(calendar, from, to).flatMap(({ occurrence, isClosed }) =>
    isClosed ? [{ ...occurrence, standing: { type: 'closed' } as const }] : [],
  );
  return [...places, ...left, ...closed].sort(inOrder);
}

/** Whether a session is listed at a time at which it takes place. */
const takesPlace = ({ standing: { type } }: ListedSession): boolean =>
  type === 'planned' || type === 'moved';

/** The next live sessions that are not over at `now` (epoch ms), and those before them that don't take place. */
export function nextListed(
  calendar: Calendar,
  now: number,
  count: number,
): readonly ListedSession[] {
  const listed = listedBetween(calendar, now, now + CALENDAR_AHEAD_MS);
  const places = listed.filter(takesPlace);
  const last = places.slice(0, count).at(-1);
  if (!last || places.length < count) return listed;
  return listed.slice(0, listed.indexOf(last) + 1);
}

/** UTC under the name by which the calendar tells times. */
export const GMT: Zone = { aheadMs: () => 0, label: () => 'GMT' };

/** A time of day as the calendar names it, `08:00 GMT`. `at` in epoch ms. */
export const gmtText = (at: number): string => zonedTime(at, GMT);

/** A length as the calendar names it: `1.5 hours`, and `45 minutes` below an hour. */
export function lengthText({ startsAt, endsAt }: Pick<Occurrence, 'startsAt' | 'endsAt'>): string {
  const length = (endsAt - startsAt) / MINUTE_MS;
  if (length < 60) return `${length} minutes`;
  if (length === 60) return '1 hour';
  const hours = Math.floor(length / 60);
  const rest = length % 60;
  if (rest === 0 || rest === 30) return `${hours}${rest === 30 ? '.5' : ''} hours`;
  return `${hours} h ${rest} min`;
}

/** Short names of weekdays, by their number (0 is Sunday). */
export const weekdayName = (weekday: number): string => WEEKDAYS[weekday]?.slice(0, 3) ?? '';

/** When it begins by a member's own clock, `Mon 09:00 WAT`. `at` in epoch ms. */
export const startText = (at: number, zone: Zone): string =>
  `${weekdayName(new Date(at + zone.aheadMs(at)).getUTCDay())} ${timeText(at, zone)} ${zone.label(at)}`;
