import * as z from 'zod/mini';
import { UTC, type Zone } from '../time';
import { timeText } from '../tell';
import { isPrintable } from '../validation';

const MINUTE_MS = 60_000;

const DAY_MS = 24 * 60 * MINUTE_MS;

/** Times and lengths of live sessions are multiples of this many minutes: reminders are looked for as often. */
export const PLAN_STEP = 5;

/** A live session lasts this many minutes at most. */
export const LONGEST_SESSION = 12 * 60;

/** Plans that the calendar holds at most. */
export const PLANS_AT_MOST = 50;

/** Days that a weekly plan leaves out at most; the oldest are forgotten first. */
export const CANCELLED_AT_MOST = 60;

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

const STEPS = `Times and lengths are multiples of ${PLAN_STEP} minutes`;

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
  'Say on which days',
);

/** A live session in the calendar that staff edit. Its times are GMT, which is UTC. */
export const planSchema = /* @__PURE__ */ z.strictObject({
  id: planIdSchema,
  name: z
    .string(NAME_NEEDED)
    .check(
      z.trim(),
      z.minLength(1, { error: NAME_NEEDED, abort: true }),
      z.maxLength(60, 'A name has at most 60 characters'),
      z.refine(isPrintable, 'A name must not contain control characters'),
    ),
  days: planDaysSchema,
  /** Minute of the day at which it begins. */
  minute: minutes(0, 24 * 60 - PLAN_STEP),
  /** Its length in minutes. */
  minutes: minutes(PLAN_STEP, LONGEST_SESSION),
  /** Days on which it does not take place. */
  cancelled: z.array(utcDaySchema).check(z.maxLength(CANCELLED_AT_MOST)),
});

export type Plan = z.infer<typeof planSchema>;

const WORKDAYS = [1, 2, 3, 4, 5];

const specified = (id: string, name: string, minute: number, length: number): Plan => ({
  id,
  name,
  days: { type: 'weekly', from: '2026-01-01', weekdays: [...WORKDAYS] },
  minute,
  minutes: length,
  cancelled: [],
});

/** The calendar until staff change it: the specification's three live sessions, on the days on which the markets open. */
export const SPECIFIED_PLANS: readonly Plan[] = [
  /* @__PURE__ */ specified('european-open', 'European Open', 8 * 60, 120),
  /* @__PURE__ */ specified('nyc-session', 'NYC Session', 13 * 60 + 30, 180),
  /* @__PURE__ */ specified('asian-close', 'Asian Close', 21 * 60, 90),
];

/** One live session of a plan. Times in epoch ms. */
export interface Occurrence {
  /** The plan's id and its day, `european-open-20261120`. */
  readonly id: string;
  readonly name: string;
  readonly startsAt: number;
  readonly endsAt: number;
}

/** Whether a plan has a live session that begins on the UTC day which begins at `start` (epoch ms). */
function takesPlace({ days, cancelled }: Plan, start: number): boolean {
  const day = dayOf(start);
  if (cancelled.includes(day)) return false;
  if (days.type === 'once') return days.day === day;
  return day >= days.from && days.weekdays.includes(new Date(start).getUTCDay());
}

/** The live session of a plan on the UTC day that begins at `start` (epoch ms), cancelled or not. */
const occurrenceOn = ({ id, name, minute, minutes: length }: Plan, start: number): Occurrence => ({
  id: `${id}-${dayOf(start).replaceAll('-', '')}`,
  name,
  startsAt: start + minute * MINUTE_MS,
  endsAt: start + (minute + length) * MINUTE_MS,
});

/** The live sessions that take place, or go on, between two times (epoch ms), the earliest first. */
export function occurrencesBetween(
  plans: readonly Plan[],
  from: number,
  to: number,
): readonly Occurrence[] {
  const found: Occurrence[] = [];
  const first = Math.floor((from - LONGEST_SESSION * MINUTE_MS) / DAY_MS) * DAY_MS;
  for (let start = first; start < to; start += DAY_MS)
    for (const plan of plans) {
      if (!takesPlace(plan, start)) continue;
      const one = occurrenceOn(plan, start);
      if (one.endsAt > from && one.startsAt < to) found.push(one);
    }
  return found.sort((a, b) => a.startsAt - b.startsAt || (a.id < b.id ? -1 : 1));
}

/** How far ahead (ms) members see the calendar. */
const AHEAD_MS = 60 * DAY_MS;

/** The next live sessions that are not over at `now` (epoch ms), the earliest first. */
export const nextOccurrences = (
  plans: readonly Plan[],
  now: number,
  count: number,
): readonly Occurrence[] => occurrencesBetween(plans, now, now + AHEAD_MS).slice(0, count);

/** A time of day as the calendar names it, `08:00 GMT`. `at` in epoch ms. */
export const gmtText = (at: number): string => `${timeText(at, UTC)} GMT`;

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

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;

/** Short names of weekdays, by their number (0 is Sunday). */
export const weekdayName = (weekday: number): string => DAYS[weekday] ?? '';

/** When it begins by a member's own clock, `Mon 09:00 WAT`. `at` in epoch ms. */
export const startText = (at: number, zone: Zone): string =>
  `${weekdayName(new Date(at + zone.aheadMs(at)).getUTCDay())} ${timeText(at, zone)} ${zone.label(at)}`;

/** A change of the calendar by staff. */
export const calendarChangeSchema = /* @__PURE__ */ z.discriminatedUnion(
  'act',
  [
    /** Adds a plan, or replaces the one with its id. */
    z.strictObject({ act: z.literal('save'), plan: planSchema }),
    z.strictObject({ act: z.literal('remove'), id: planIdSchema }),
    /** Cancels one day of a plan, or takes that back. */
    z.strictObject({
      act: z.literal('cancel'),
      id: planIdSchema,
      day: utcDaySchema,
      on: z.boolean('on must be true or false'),
    }),
  ],
  'There is no such change',
);

export type CalendarChange = z.infer<typeof calendarChangeSchema>;

function withDay(plan: Plan, day: string, on: boolean): Plan {
  const others = plan.cancelled.filter((one) => one !== day);
  const cancelled = on ? [...others, day].sort().slice(-CANCELLED_AT_MOST) : others;
  return { ...plan, cancelled };
}

/**
 * The calendar after a change.
 * @returns null where there is no such plan, or no room for another one
 */
export function changedCalendar(
  plans: readonly Plan[],
  change: CalendarChange,
): readonly Plan[] | null {
  const id = change.act === 'save' ? change.plan.id : change.id;
  const known = plans.some((plan) => plan.id === id);
  switch (change.act) {
    case 'save':
      if (known) return plans.map((plan) => (plan.id === id ? change.plan : plan));
      return plans.length < PLANS_AT_MOST ? [...plans, change.plan] : null;
    case 'remove':
      return known ? plans.filter((plan) => plan.id !== id) : null;
    case 'cancel':
      if (!known) return null;
      return plans.map((plan) => (plan.id === id ? withDay(plan, change.day, change.on) : plan));
  }
}
