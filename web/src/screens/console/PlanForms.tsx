import { formatTime } from '@quantalgo/contracts/core/format';
import { parseDecimal } from '@quantalgo/contracts/core/money';
import { formatIsoDay, UTC, MINUTE_MS } from '@quantalgo/contracts/core/time';
import {
  type Calendar,
  type Occurrence,
  type Plan,
  parsePlannedDay,
  PLAN_STEP_MINUTES,
  planSchema,
  formatWeekday,
} from '@quantalgo/contracts/live/calendar';
import {
  type CalendarChange,
  calendarChangeSchema,
  type PastStart,
  findPastStart,
} from '@quantalgo/contracts/live/calendarChange';
import { useState } from 'react';
import type * as z from 'zod/mini';
import { serverNow } from '../../data/core/clock';
import { toResult } from '../../data/core/toResult';
import { useForm } from '../../data/core/useForm';
import { Button } from '../../ui/Button';
import { TextField } from '../../ui/Field';
import { Notice } from '../../ui/Notice';

/** NaN for an empty field. */
const parseMinute = (time: string): number => {
  const [hours = NaN, minutes = NaN] = time.split(':').map(Number);
  return hours * 60 + minutes;
};

const WEEK = [1, 2, 3, 4, 5, 6, 0];

interface PlanValues {
  readonly name: string;
  readonly time: string;
  readonly length: string;
  readonly day: string;
  readonly weekdays: readonly number[];
}

function toPlanValues(plan: Plan | null): Readonly<Pick<PlanValues, keyof PlanValues>> {
  const days = plan?.days;
  const start = days?.type === 'once' ? days.day : days?.from;
  return {
    name: plan?.name ?? '',
    time: plan ? formatTime(plan.minute * MINUTE_MS, UTC) : '',
    length: String(plan?.minutes ?? 60),
    day: start ?? formatIsoDay(serverNow(), UTC),
    weekdays: days?.type === 'weekly' ? days.weekdays : [],
  };
}

/** Not validated: parse the result with `planSchema`. */
const toPlan = (
  { name, time, length, day, weekdays }: PlanValues,
  { id, cancelled }: Pick<Plan, 'id' | 'cancelled'>,
) => ({
  id,
  name,
  days: weekdays.length === 0 ? { type: 'once', day } : { type: 'weekly', from: day, weekdays },
  minute: parseMinute(time),
  minutes: parseDecimal(length).value ?? Number.NaN,
  cancelled,
});

/** Errors by form field. The one under `''` is shown below the form. */
const toProblems = (pastStart: PastStart | null, error?: z.core.$ZodError) =>
  pastStart
    ? { [pastStart.field === 'minute' ? 'time' : pastStart.field]: pastStart.reason }
    : { '': error?.issues[0]?.message };

function Weekdays({
  value: weekdays,
  onChange,
}: {
  value: PlanValues['weekdays'];
  onChange: (weekdays: PlanValues['weekdays']) => void;
}) {
  const toggle = (weekday: number) =>
    onChange(
      weekdays.includes(weekday)
        ? weekdays.filter((value) => value !== weekday)
        : [...weekdays, weekday],
    );
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-semibold">Every week on</legend>
      <div className="flex flex-wrap gap-x-4">
        {WEEK.map((weekday) => (
          <label key={weekday} className="flex min-h-11 items-center gap-2 text-sm">
            <input
              type="checkbox"
              checked={weekdays.includes(weekday)}
              onChange={() => toggle(weekday)}
            />
            <span>{formatWeekday(weekday)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Repeats weekly on the chosen weekdays, or takes place once if none is chosen. */
export function PlanForm({
  calendar,
  plan,
  onSave,
  onRemove,
  onLeave,
}: {
  calendar: Calendar;
  plan: Plan | null;
  onSave: (plan: Plan) => void;
  /** Null for a new plan. */
  onRemove: (() => void) | null;
  onLeave: () => void;
}) {
  // All attempts share one id, because one whose response was lost may have created the plan.
  const [id] = useState(() => plan?.id ?? crypto.randomUUID());
  const [initial] = useState(() => toPlanValues(plan));
  const form = useForm(
    {
      safeParse(values: PlanValues) {
        const base = { id, cancelled: plan?.cancelled ?? [] };
        const { data, error } = planSchema.safeParse(toPlan(values, base));
        const pastStart = data
          ? findPastStart(calendar, { action: 'save', plan: data }, serverNow())
          : null;
        return toResult(pastStart ? null : data, toProblems(pastStart, error));
      },
    },
    { initial, onSubmit: onSave },
  );
  const isOnce = form.values.weekdays.length === 0;
  return (
    <form {...form.props} className="grid gap-3 border-t border-line-soft p-4">
      <TextField {...form.field('name')} label="Name" />
      <div className="grid grid-cols-2 gap-3">
        <TextField
          {...form.field('time')}
          label="Begins (GMT)"
          type="time"
          step={PLAN_STEP_MINUTES * 60}
        />
        <TextField
          {...form.field('length')}
          label="Length (minutes)"
          inputMode="numeric"
          autoComplete="off"
        />
      </div>
      <TextField {...form.field('day')} label={isOnce ? 'Date' : 'From'} type="date" />
      <Weekdays {...form.control('weekdays')} />
      {form.errors[''] !== undefined && <Notice tone="error">{form.errors['']}</Notice>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="small">
          Save
        </Button>
        <Button size="small" variant="quiet" onClick={onLeave}>
          Close
        </Button>
        {onRemove && (
          <Button size="small" variant="danger" className="ml-auto" onClick={onRemove}>
            Remove
          </Button>
        )}
      </div>
    </form>
  );
}

export function MoveForm({
  calendar,
  plan,
  session: { id, startsAt },
  onMove,
  onLeave,
}: {
  calendar: Calendar;
  /** The plan's id. */
  plan: string;
  session: Occurrence;
  onMove: (change: CalendarChange) => void;
  onLeave: () => void;
}) {
  const form = useForm(
    {
      safeParse({ day, time }: { day: string; time: string }) {
        const move = { action: 'move', id: plan, day: parsePlannedDay(id), to: day };
        const { data, error } = calendarChangeSchema.safeParse({
          ...move,
          minute: parseMinute(time),
        });
        const pastStart = data ? findPastStart(calendar, data, serverNow()) : null;
        return toResult(pastStart ? null : data, toProblems(pastStart, error));
      },
    },
    {
      initial: { day: formatIsoDay(startsAt, UTC), time: formatTime(startsAt, UTC) },
      onSubmit: onMove,
    },
  );
  return (
    <form {...form.props} className="grid gap-3 border-t border-line-soft p-4">
      <div className="grid grid-cols-2 gap-3">
        <TextField {...form.field('day')} label="New date" type="date" />
        <TextField
          {...form.field('time')}
          label="Begins (GMT)"
          type="time"
          step={PLAN_STEP_MINUTES * 60}
        />
      </div>
      {form.errors[''] !== undefined && <Notice tone="error">{form.errors['']}</Notice>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="small">
          Move session
        </Button>
        <Button size="small" variant="quiet" onClick={onLeave}>
          Close
        </Button>
      </div>
    </form>
  );
}
