import * as z from 'zod/mini';
import {
  CALENDAR_RANGE_MS,
  type Calendar,
  MAX_CANCELLED_DAYS,
  findSessionStart,
  type Occurrence,
  listOccurrences,
  type Plan,
  planIdSchema,
  planSchema,
  PLAN_STEP_MINUTES,
  MAX_PLANS,
  utcDaySchema,
} from './calendar';
import { DAY_MS, MINUTE_MS } from '../core/time';

const TIME_RULE = `A time of day must be a multiple of ${PLAN_STEP_MINUTES} minutes`;

export const calendarChangeSchema = z.discriminatedUnion(
  'action',
  [
    z.strictObject({ action: z.literal('save'), plan: planSchema }),
    z.strictObject({ action: z.literal('remove'), id: planIdSchema }),
    z.strictObject({
      action: z.literal('cancel'),
      id: planIdSchema,
      day: utcDaySchema,
      on: z.boolean('on must be true or false'),
    }),
    z.strictObject({
      action: z.literal('move'),
      id: planIdSchema,
      day: utcDaySchema,
      to: utcDaySchema,
      minute: z
        .int(TIME_RULE)
        .check(
          z.gte(0, TIME_RULE),
          z.lt(24 * 60, TIME_RULE),
          z.multipleOf(PLAN_STEP_MINUTES, TIME_RULE),
        ),
    }),
  ],
  'Unknown calendar change',
);

export type CalendarChange = z.infer<typeof calendarChangeSchema>;

type Plans = Pick<Calendar, 'plans' | 'moves'>;

type ChangeWith<A extends CalendarChange['action']> = Extract<CalendarChange, { action: A }>;

function setCancelled(plan: Plan, day: string, isCancelled: boolean): Plan {
  const otherDays = plan.cancelled.filter((cancelledDay) => cancelledDay !== day);
  const cancelled = isCancelled ? [...otherDays, day].sort().slice(-MAX_CANCELLED_DAYS) : otherDays;
  return { ...plan, cancelled };
}

function savePlan({ plans, moves }: Plans, plan: Plan): Plans | null {
  if (plans.some(({ id }) => id === plan.id))
    return { plans: plans.map((current) => (current.id === plan.id ? plan : current)), moves };
  return plans.length < MAX_PLANS ? { plans: [...plans, plan], moves } : null;
}

function cancelDay({ plans, moves }: Plans, { id, day, on }: ChangeWith<'cancel'>): Plans {
  return {
    plans: plans.map((plan) => (plan.id === id ? setCancelled(plan, day, on) : plan)),
    moves: moves.filter((move) => move.plan !== id || move.day !== day),
  };
}

function moveDay(current: Plans, { id, day, to, minute }: ChangeWith<'move'>): Plans {
  const { plans, moves } = cancelDay(current, { action: 'cancel', id, day, on: true });
  return { plans, moves: [...moves, { plan: id, day, to, minute }] };
}

function changePlans(current: Plans, change: CalendarChange): Plans | null {
  if (change.action === 'save') return savePlan(current, change.plan);
  const { id } = change;
  if (!current.plans.some((plan) => plan.id === id)) return null;
  switch (change.action) {
    case 'remove':
      return {
        plans: current.plans.filter((plan) => plan.id !== id),
        moves: current.moves.filter(({ plan }) => plan !== id),
      };
    case 'cancel':
      return cancelDay(current, change);
    case 'move':
      return moveDay(current, change);
  }
}

const NOTIFICATION_WINDOW_MS = 7 * DAY_MS;

const MAX_WITHDRAWN = 200;

function toWithdrawn(
  change: Pick<Calendar['withdrawn'][number], 'revision' | 'changedAt'>,
  { id, name, startsAt, endsAt }: Occurrence,
): Calendar['withdrawn'][number] {
  const day = new Date(startsAt).toISOString().slice(0, 10);
  return {
    id,
    name,
    day,
    minute: (startsAt - Date.parse(`${day}T00:00Z`)) / MINUTE_MS,
    minutes: (endsAt - startsAt) / MINUTE_MS,
    ...change,
  };
}

const getStart = ({ day, minute }: Calendar['withdrawn'][number]): number =>
  Date.parse(`${day}T00:00Z`) + minute * MINUTE_MS;

function collectWithdrawn(
  before: Calendar,
  after: Plans,
  { until, now }: { readonly until: number; readonly now: number },
): Calendar['withdrawn'] {
  const visibleSessions = listOccurrences(before, now, until).map((session) =>
    toWithdrawn({ revision: before.revision + 1, changedAt: now }, session),
  );
  const isUnchanged = (session: Calendar['withdrawn'][number]) => {
    const at = getStart(session);
    const plannedSessions = listOccurrences(after, at, at + 1);
    return plannedSessions.some(({ id, startsAt }) => id === session.id && startsAt === at);
  };
  const newlyWithdrawn = visibleSessions.filter((session) => !isUnchanged(session));
  const withdrawnIds = new Set(newlyWithdrawn.map(({ id }) => id));
  return [...before.withdrawn.filter(({ id }) => !withdrawnIds.has(id)), ...newlyWithdrawn]
    .filter((session) => getStart(session) > now - CALENDAR_RANGE_MS && !isUnchanged(session))
    .sort((a, b) => getStart(a) - getStart(b))
    .slice(-MAX_WITHDRAWN);
}

/**
 * Visible sessions stay listed until they end, at their new time or as cancelled (of a whole plan,
 * only the next week's). Null if the plan is missing or there are too many plans.
 */
export function applyCalendarChange(
  before: Calendar,
  change: CalendarChange,
  now: number,
): Calendar | null {
  const after = changePlans(before, change);
  if (!after) return null;
  const isOneDay = change.action === 'cancel' || change.action === 'move';
  const until = now + (isOneDay ? CALENDAR_RANGE_MS : NOTIFICATION_WINDOW_MS);
  const { plans, moves } = after;
  return {
    plans,
    // A plan drops its oldest cancelled days, and their moves with them.
    moves: moves.filter(({ plan, day }) =>
      plans.some(({ id, cancelled }) => id === plan && cancelled.includes(day)),
    ),
    withdrawn: collectWithdrawn(before, after, { until, now }),
    revision: before.revision + 1,
  };
}

export interface PastStart {
  readonly field: 'day' | 'minute';
  readonly reason: string;
}

function checkStart(day: string, minute: number, now: number): PastStart | null {
  const start = Date.parse(`${day}T00:00Z`);
  if (start + DAY_MS <= now)
    return { field: 'day', reason: 'This day has passed. Choose today or a later day.' };
  if (start + minute * MINUTE_MS > now) return null;
  return { field: 'minute', reason: 'This time has passed. Choose a later one.' };
}

const hasSameStart = (currentPlan: Plan | undefined, day: string, minute: number): boolean =>
  currentPlan?.days.type === 'once' &&
  currentPlan.days.day === day &&
  currentPlan.minute === minute;

function startsInPast(before: Plans, change: CalendarChange, now: number): boolean {
  const after = changePlans(before, change);
  if (!after) return false;
  return listOccurrences(before, now, now + CALENDAR_RANGE_MS).some(
    ({ id, startsAt }) => startsAt > now && (findSessionStart(after, id) ?? Infinity) <= now,
  );
}

const PAST_START_MESSAGES = {
  save: 'Today’s session would start in the past. Choose a later time, or start tomorrow.',
  cancel: 'The planned time has passed. Move the session to a later time instead.',
} as const;

/**
 * Refuses to start a new or upcoming session in the past. Sessions under way may be renamed,
 * extended and moved back. Null if the change is fine. `now` in epoch ms.
 */
export function findPastStart(
  before: Plans,
  change: CalendarChange,
  now: number,
): PastStart | null {
  if (change.action === 'remove') return null;
  if (change.action === 'move') return checkStart(change.to, change.minute, now);
  if (change.action === 'save' && change.plan.days.type === 'once') {
    const { id, days, minute } = change.plan;
    const currentPlan = before.plans.find((plan) => plan.id === id);
    if (!hasSameStart(currentPlan, days.day, minute)) return checkStart(days.day, minute, now);
  }
  return startsInPast(before, change, now)
    ? { field: 'minute', reason: PAST_START_MESSAGES[change.action] }
    : null;
}
