import * as z from 'zod/mini';
import {
  CALENDAR_AHEAD_MS,
  type Calendar,
  MAX_CANCELLED,
  heldAt,
  type Occurrence,
  occurrencesBetween,
  type Plan,
  planIdSchema,
  planSchema,
  PLAN_STEP,
  MAX_PLANS,
  utcDaySchema,
} from './calendar';
import { DAY_MS, MINUTE_MS } from '../core/time';

const TIME = `A time of day must be a multiple of ${PLAN_STEP} minutes`;

/** A change of the calendar by staff. */
export const calendarChangeSchema = /* @__PURE__ */ z.discriminatedUnion(
  'act',
  [
    /** Adds a plan, or replaces the one with its id. */
    z.strictObject({ act: z.literal('save'), plan: planSchema }),
    z.strictObject({ act: z.literal('remove'), id: planIdSchema }),
    /** Cancels one day of a plan, or takes that or a move back. */
    z.strictObject({
      act: z.literal('cancel'),
      id: planIdSchema,
      day: utcDaySchema,
      on: z.boolean('on must be true or false'),
    }),
    /** Moves the live session of one day of a plan to another day or time of day. */
    z.strictObject({
      act: z.literal('move'),
      id: planIdSchema,
      day: utcDaySchema,
      to: utcDaySchema,
      minute: z.int(TIME).check(z.gte(0, TIME), z.lt(24 * 60, TIME), z.multipleOf(PLAN_STEP, TIME)),
    }),
  ],
  'There is no such change',
);

export type CalendarChange = z.infer<typeof calendarChangeSchema>;

type Plans = Pick<Calendar, 'plans' | 'moves'>;

type ChangeOf<A extends CalendarChange['act']> = Extract<CalendarChange, { act: A }>;

function withDay(plan: Plan, day: string, on: boolean): Plan {
  const others = plan.cancelled.filter((one) => one !== day);
  const cancelled = on ? [...others, day].sort().slice(-MAX_CANCELLED) : others;
  return { ...plan, cancelled };
}

function saved({ plans, moves }: Plans, plan: Plan): Plans | null {
  if (plans.some(({ id }) => id === plan.id))
    return { plans: plans.map((one) => (one.id === plan.id ? plan : one)), moves };
  return plans.length < MAX_PLANS ? { plans: [...plans, plan], moves } : null;
}

function withoutDay({ plans, moves }: Plans, { id, day, on }: ChangeOf<'cancel'>): Plans {
  return {
    plans: plans.map((plan) => (plan.id === id ? withDay(plan, day, on) : plan)),
    moves: moves.filter((one) => one.plan !== id || one.day !== day),
  };
}

function moved(before: Plans, { id, day, to, minute }: ChangeOf<'move'>): Plans {
  const { plans, moves } = withoutDay(before, { act: 'cancel', id, day, on: true });
  return { plans, moves: [...moves, { plan: id, day, to, minute }] };
}

/** What is planned after a change; null where there is no such plan, or no room for another one. */
function plansAfter(before: Plans, change: CalendarChange): Plans | null {
  if (change.act === 'save') return saved(before, change.plan);
  const { id } = change;
  if (!before.plans.some((plan) => plan.id === id)) return null;
  switch (change.act) {
    case 'remove':
      return {
        plans: before.plans.filter((plan) => plan.id !== id),
        moves: before.moves.filter(({ plan }) => plan !== id),
      };
    case 'cancel':
      return withoutDay(before, change);
    case 'move':
      return moved(before, change);
  }
}

/** If a whole plan is changed or removed, members are notified only of its sessions within this time (ms). */
const RECALLED_MS = 7 * DAY_MS;

/** Withdrawn days that the calendar holds at most, the latest. */
const MAX_WITHDRAWN = 200;

/** A session as it was seen before the change with that number. */
function withdrawnBy(
  revision: number,
  { id, name, startsAt, endsAt }: Occurrence,
): Calendar['withdrawn'][number] {
  const day = new Date(startsAt).toISOString().slice(0, 10);
  return {
    id,
    name,
    day,
    minute: (startsAt - Date.parse(`${day}T00:00Z`)) / MINUTE_MS,
    minutes: (endsAt - startsAt) / MINUTE_MS,
    revision,
  };
}

const beginsAt = ({ day, minute }: Calendar['withdrawn'][number]): number =>
  Date.parse(`${day}T00:00Z`) + minute * MINUTE_MS;

/** Sessions that the next change withdraws or moves, as members last saw them. `until` and `now` in epoch ms. */
function withdrawnAfter(
  before: Calendar,
  after: Plans,
  { until, now }: { readonly until: number; readonly now: number },
): Calendar['withdrawn'] {
  const seen = occurrencesBetween(before, now, until).map((one) =>
    withdrawnBy(before.revision + 1, one),
  );
  const stays = (one: Calendar['withdrawn'][number]) => {
    const at = beginsAt(one);
    const then = occurrencesBetween(after, at, at + 1);
    return then.some(({ id, startsAt }) => id === one.id && startsAt === at);
  };
  const lost = seen.filter((one) => !stays(one));
  const replaced = new Set(lost.map(({ id }) => id));
  return [...before.withdrawn.filter(({ id }) => !replaced.has(id)), ...lost]
    .filter((one) => beginsAt(one) > now - CALENDAR_AHEAD_MS && !stays(one))
    .sort((a, b) => beginsAt(a) - beginsAt(b))
    .slice(-MAX_WITHDRAWN);
}

/**
 * The calendar after a change at `now` (epoch ms). A session that members could see in it before is shown at its new time
 * or as cancelled until it is over; of a plan that is changed as a whole, those of the next week.
 * @returns null where there is no such plan, or no room for another one
 */
export function changedCalendar(
  before: Calendar,
  change: CalendarChange,
  now: number,
): Calendar | null {
  const after = plansAfter(before, change);
  if (!after) return null;
  const isOneDay = change.act === 'cancel' || change.act === 'move';
  const until = now + (isOneDay ? CALENDAR_AHEAD_MS : RECALLED_MS);
  const { plans, moves } = after;
  return {
    plans,
    // A plan forgets its oldest cancelled days, and their moves go with them.
    moves: moves.filter(({ plan, day }) =>
      plans.some(({ id, cancelled }) => id === plan && cancelled.includes(day)),
    ),
    withdrawn: withdrawnAfter(before, after, { until, now }),
    revision: before.revision + 1,
  };
}

/** Why a change is refused, and the field that is to blame. */
export interface PastBegin {
  readonly field: 'day' | 'minute';
  /** A sentence for staff. */
  readonly why: string;
}

/** What is wrong with a begin at a minute of a UTC day; null where that is still to come. `now` in epoch ms. */
function pastAt(day: string, minute: number, now: number): PastBegin | null {
  const start = Date.parse(`${day}T00:00Z`);
  if (start + DAY_MS <= now)
    return { field: 'day', why: 'This day is over: choose today or a later one' };
  if (start + minute * MINUTE_MS > now) return null;
  return { field: 'minute', why: 'This time has passed: choose a later one' };
}

/** Whether a plan is for one day and begins then as it did before. */
const keepsBegin = (known: Plan | undefined, day: string, minute: number): boolean =>
  known?.days.type === 'once' && known.days.day === day && known.minute === minute;

/** Whether a session that is still to come would have begun after a change. `now` in epoch ms. */
function isPulledBack(before: Plans, change: CalendarChange, now: number): boolean {
  const after = plansAfter(before, change);
  if (!after) return false;
  return occurrencesBetween(before, now, now + CALENDAR_AHEAD_MS).some(
    ({ id, startsAt }) => startsAt > now && (heldAt(after, id) ?? Infinity) <= now,
  );
}

const PULLED_BACK = {
  save: 'Today’s session would begin in the past: choose a later time, or begin tomorrow',
  cancel: 'The planned time has passed: move the session to a later one instead',
} as const;

/**
 * Why a change is refused at `now` (epoch ms): a live session that is new or still to come would begin in the past. One
 * that has begun may be renamed, lengthened and put back.
 */
export function pastBegin(before: Plans, change: CalendarChange, now: number): PastBegin | null {
  if (change.act === 'remove') return null;
  if (change.act === 'move') return pastAt(change.to, change.minute, now);
  if (change.act === 'save' && change.plan.days.type === 'once') {
    const { id, days, minute } = change.plan;
    const known = before.plans.find((plan) => plan.id === id);
    if (!keepsBegin(known, days.day, minute)) return pastAt(days.day, minute, now);
  }
  return isPulledBack(before, change, now)
    ? { field: 'minute', why: PULLED_BACK[change.act] }
    : null;
}
