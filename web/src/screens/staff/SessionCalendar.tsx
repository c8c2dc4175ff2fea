import {
  type CalendarChange,
  lengthText,
  liveDeskEndpoints,
  nextOccurrences,
  type Plan,
  PLAN_STEP,
  planSchema,
  startText,
  UTC,
  weekdayName,
} from '@quantalgo/contracts';
import { type SubmitEvent, useState } from 'react';
import { useNow } from '../../data/core/clock';
import { useOnline } from '../../data/core/useOnline';
import { useSending } from '../../data/session/useSending';
import { failureWords } from '../../data/staff/answers';
import { changeCalendar } from '../../data/staff/live';
import { Button } from '../../ui/Button';
import { Panel } from '../../ui/Card';
import { TextField } from '../../ui/Field';
import { Notice } from '../../ui/Notice';

const MINUTE_MS = 60_000;

const two = (n: number) => String(n).padStart(2, '0');

const timeOf = (minute: number) => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;

/** Minute of the day that a time field holds; NaN where it is empty. */
const minuteOf = (time: string) => {
  const [hours = NaN, minutes = NaN] = time.split(':').map(Number);
  return hours * 60 + minutes;
};

/** A plan's days in words: `Mon, Tue` or `2026-11-20`. */
const daysText = ({ days }: Plan): string =>
  days.type === 'once'
    ? days.day
    : [...days.weekdays]
        .sort((a, b) => a - b)
        .map(weekdayName)
        .join(', ');

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

const WEEK = [1, 2, 3, 4, 5, 6, 0];

/** Changes a plan, or makes a new one: weekly on the marked weekdays, without one on its day alone. */
function PlanForm({
  plan,
  onSave,
  onLeave,
}: {
  plan: Plan | null;
  onSave: (plan: Plan) => void;
  onLeave: () => void;
}) {
  const now = useNow(MINUTE_MS);
  const [name, setName] = useState(plan?.name ?? '');
  const [time, setTime] = useState(plan ? timeOf(plan.minute) : '');
  const [length, setLength] = useState(String(plan?.minutes ?? 60));
  const before = plan?.days;
  const [day, setDay] = useState(
    before?.type === 'once' ? before.day : (before?.from ?? dayOf(now)),
  );
  const [weekdays, setWeekdays] = useState(before?.type === 'weekly' ? before.weekdays : []);
  const [error, setError] = useState<string>();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const parsed = planSchema.safeParse({
      id: plan?.id ?? crypto.randomUUID(),
      name,
      days: weekdays.length === 0 ? { type: 'once', day } : { type: 'weekly', from: day, weekdays },
      minute: minuteOf(time),
      minutes: Number(length),
      cancelled: plan?.cancelled ?? [],
    });
    setError(parsed.error?.issues[0]?.message);
    if (parsed.success) onSave(parsed.data);
  };
  const toggle = (weekday: number) =>
    setWeekdays((chosen) =>
      chosen.includes(weekday) ? chosen.filter((one) => one !== weekday) : [...chosen, weekday],
    );
  return (
    <form noValidate onSubmit={submit} className="grid gap-3 border-t border-line-soft p-4">
      <TextField label="Name" value={name} onChange={({ target }) => setName(target.value)} />
      <div className="grid grid-cols-2 gap-3">
        <TextField
          label="Begins (GMT)"
          type="time"
          step={PLAN_STEP * 60}
          value={time}
          onChange={({ target }) => setTime(target.value)}
        />
        <TextField
          label="Minutes"
          type="number"
          inputMode="numeric"
          step={PLAN_STEP}
          value={length}
          onChange={({ target }) => setLength(target.value)}
        />
      </div>
      <TextField
        label={weekdays.length === 0 ? 'Day' : 'From'}
        type="date"
        value={day}
        onChange={({ target }) => setDay(target.value)}
      />
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
              {weekdayName(weekday)}
            </label>
          ))}
        </div>
      </fieldset>
      {error !== undefined && <Notice tone="error">{error}</Notice>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="small">
          Save
        </Button>
        <Button size="small" look="quiet" onClick={onLeave}>
          Leave it
        </Button>
      </div>
    </form>
  );
}

/** The calendar of live sessions, as staff change it. */
export function SessionCalendar({ plans, onDone }: { plans: readonly Plan[]; onDone: () => void }) {
  const now = useNow(MINUTE_MS);
  const online = useOnline();
  /** The plan that is being changed; `new` for another one. */
  const [edited, setEdited] = useState<string | null>(null);
  const { sending, failure, send } = useSending(async (change: CalendarChange) => {
    await changeCalendar(change);
    setEdited(null);
    onDone();
  }, failureWords(liveDeskEndpoints.changeCalendar));
  const inert = !online || sending;
  const change = (wanted: CalendarChange) => void send(wanted);
  const form = (plan: Plan | null) => (
    <PlanForm
      plan={plan}
      onSave={(saved) => change({ act: 'save', plan: saved })}
      onLeave={() => setEdited(null)}
    />
  );
  return (
    <Panel title="Calendar">
      <ul>
        {plans.map((plan) => {
          const [next] = nextOccurrences([plan], now, 1);
          return (
            <li key={plan.id} className="border-t border-line-soft text-sm">
              <div className="grid gap-2 px-4 py-3">
                <p>
                  <span className="font-semibold">{plan.name}</span>, {timeOf(plan.minute)} GMT,{' '}
                  {lengthText({ startsAt: 0, endsAt: plan.minutes * MINUTE_MS })}
                  <span className="block text-xs text-muted">
                    {daysText(plan)}
                    {plan.cancelled.length > 0 && `, without ${plan.cancelled.join(', ')}`}
                  </span>
                </p>
                <div className="flex flex-wrap gap-2">
                  <Button size="small" onClick={() => setEdited(plan.id)}>
                    Change
                  </Button>
                  {next && (
                    <Button
                      size="small"
                      look="quiet"
                      disabled={inert}
                      onClick={() =>
                        change({ act: 'cancel', id: plan.id, day: dayOf(next.startsAt), on: true })
                      }
                    >
                      Cancel {startText(next.startsAt, UTC)}
                    </Button>
                  )}
                  {plan.cancelled.map((day) => (
                    <Button
                      key={day}
                      size="small"
                      look="quiet"
                      disabled={inert}
                      onClick={() => change({ act: 'cancel', id: plan.id, day, on: false })}
                    >
                      Put back {day}
                    </Button>
                  ))}
                  <Button
                    size="small"
                    look="danger"
                    disabled={inert}
                    onClick={() => change({ act: 'remove', id: plan.id })}
                  >
                    Remove
                  </Button>
                </div>
              </div>
              {edited === plan.id && form(plan)}
            </li>
          );
        })}
      </ul>
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      {edited === 'new' ? (
        form(null)
      ) : (
        <div className="border-t border-line-soft p-4">
          <Button size="small" onClick={() => setEdited('new')}>
            Add a session
          </Button>
        </div>
      )}
    </Panel>
  );
}
