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
import { type SubmitEvent, useState } from 'react';
import { serverNow, useNow } from '../../data/core/clock';
import { Button } from '../../ui/Button';
import { TextField } from '../../ui/Field';
import { Notice } from '../../ui/Notice';

/** NaN for an empty field. */
const parseMinute = (time: string): number => {
  const [hours = NaN, minutes = NaN] = time.split(':').map(Number);
  return hours * 60 + minutes;
};

const getFieldError = (field: PastStart['field'], past: PastStart | null): string | undefined =>
  past?.field === field ? past.why : undefined;

const WEEK = [1, 2, 3, 4, 5, 6, 0];

/** `toPlan` returns the typed values unchecked; validate them with `planSchema`. */
function usePlanFields(plan: Plan | null) {
  const now = useNow(MINUTE_MS);
  // The same id for every attempt: one whose response was lost may have created the plan.
  const [id] = useState(() => plan?.id ?? crypto.randomUUID());
  const [name, setName] = useState(plan?.name ?? '');
  const [time, setTime] = useState(plan ? formatTime(plan.minute * MINUTE_MS, UTC) : '');
  const [length, setLength] = useState(String(plan?.minutes ?? 60));
  const planDays = plan?.days;
  const [day, setDay] = useState(
    planDays?.type === 'once' ? planDays.day : (planDays?.from ?? formatIsoDay(now, UTC)),
  );
  const [weekdays, setWeekdays] = useState(planDays?.type === 'weekly' ? planDays.weekdays : []);
  const isOnce = weekdays.length === 0;
  const toPlan = () => ({
    id,
    name,
    days: isOnce ? { type: 'once', day } : { type: 'weekly', from: day, weekdays },
    minute: parseMinute(time),
    minutes: parseDecimal(length).value ?? Number.NaN,
    cancelled: plan?.cancelled ?? [],
  });
  const inputs = { name, time, length, day, weekdays, isOnce };
  return { ...inputs, setName, setTime, setLength, setDay, setWeekdays, toPlan };
}

type PlanFields = ReturnType<typeof usePlanFields>;

function Weekdays({ fields: { weekdays, setWeekdays } }: { fields: PlanFields }) {
  const toggle = (weekday: number) =>
    setWeekdays((chosen) =>
      chosen.includes(weekday) ? chosen.filter((value) => value !== weekday) : [...chosen, weekday],
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

const WhenFields = ({ fields, past }: { fields: PlanFields; past: PastStart | null }) => (
  <>
    <div className="grid grid-cols-2 gap-3">
      <TextField
        label="Begins (GMT)"
        type="time"
        step={PLAN_STEP_MINUTES * 60}
        value={fields.time}
        error={getFieldError('minute', past)}
        onChange={({ target }) => fields.setTime(target.value)}
      />
      <TextField
        label="Minutes"
        inputMode="numeric"
        autoComplete="off"
        value={fields.length}
        onChange={({ target }) => fields.setLength(target.value)}
      />
    </div>
    <TextField
      label={fields.isOnce ? 'Day' : 'From'}
      type="date"
      value={fields.day}
      error={getFieldError('day', past)}
      onChange={({ target }) => fields.setDay(target.value)}
    />
    <Weekdays fields={fields} />
  </>
);

/** Weekly on the marked weekdays; once if none is marked. */
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
  const fields = usePlanFields(plan);
  const [error, setError] = useState<string>();
  const [past, setPast] = useState<PastStart | null>(null);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const parsed = planSchema.safeParse(fields.toPlan());
    setError(parsed.error?.issues[0]?.message);
    if (!parsed.success) return setPast(null);
    const problem = findPastStart(calendar, { act: 'save', plan: parsed.data }, serverNow());
    setPast(problem);
    if (!problem) onSave(parsed.data);
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-3 border-t border-line-soft p-4">
      <TextField
        label="Name"
        value={fields.name}
        onChange={({ target }) => fields.setName(target.value)}
      />
      <WhenFields fields={fields} past={past} />
      {error !== undefined && <Notice tone="error">{error}</Notice>}
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
  const [to, setTo] = useState(formatIsoDay(startsAt, UTC));
  const [time, setTime] = useState(formatTime(startsAt, UTC));
  const [error, setError] = useState<string>();
  const [past, setPast] = useState<PastStart | null>(null);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const day = parsePlannedDay(id);
    const move = { act: 'move', id: plan, day, to, minute: parseMinute(time) };
    const parsed = calendarChangeSchema.safeParse(move);
    setError(parsed.error?.issues[0]?.message);
    if (!parsed.success) return setPast(null);
    const problem = findPastStart(calendar, parsed.data, serverNow());
    setPast(problem);
    if (!problem) onMove(parsed.data);
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-3 border-t border-line-soft p-4">
      <div className="grid grid-cols-2 gap-3">
        <TextField
          label="New day"
          type="date"
          value={to}
          error={getFieldError('day', past)}
          onChange={({ target }) => setTo(target.value)}
        />
        <TextField
          label="Begins (GMT)"
          type="time"
          step={PLAN_STEP_MINUTES * 60}
          value={time}
          error={getFieldError('minute', past)}
          onChange={({ target }) => setTime(target.value)}
        />
      </div>
      {error !== undefined && <Notice tone="error">{error}</Notice>}
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
