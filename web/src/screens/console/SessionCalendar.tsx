import { formatDate, formatMoment } from '@quantalgo/contracts/core/format';
import { formatIsoDay, MINUTE_MS, UTC } from '@quantalgo/contracts/core/time';
import {
  type Calendar,
  GMT,
  formatGmt,
  formatLength,
  listNextOccurrences,
  type Plan,
  parsePlannedDay,
  formatWeekday,
} from '@quantalgo/contracts/live/calendar';
import type { CalendarChange } from '@quantalgo/contracts/live/calendarChange';
import { liveHostEndpoints } from '@quantalgo/contracts/live/hostEndpoints';
import { useState } from 'react';
import { useNow } from '../../data/core/clock';
import { useOnline } from '../../data/core/useOnline';
import { toFailureText } from '../../data/core/errors';
import { useMutation } from '../../data/core/useMutation';
import { changeCalendar } from '../../data/console/live';
import { Button } from '../../ui/Button';
import { Panel } from '../../ui/Card';
import { Notice } from '../../ui/Notice';
import { lazyComponent } from '../../ui/lazyComponent';

/** Lazy, because few staff change the calendar. */
const PlanForm = lazyComponent(async () => (await import('./PlanForms')).PlanForm);
const MoveForm = lazyComponent(async () => (await import('./PlanForms')).MoveForm);

/** Names of common sets of weekdays, keyed by their sorted numbers. */
const DAYS_TEXT: Readonly<Record<string, string>> = {
  '1,2,3,4,5': 'Mon to Fri',
  '0,1,2,3,4,5,6': 'Every day',
};

/** For example `Mon, Wed`, `Mon to Fri` or `20 Nov 2026`. */
function formatDays({ days }: Plan): string {
  if (days.type === 'once') return formatDate(Date.parse(days.day), UTC);
  const sorted = [...days.weekdays].sort((a, b) => a - b);
  return DAYS_TEXT[sorted.join(',')] ?? sorted.map(formatWeekday).join(', ');
}

interface PlanProps {
  readonly calendar: Calendar;
  readonly plan: Plan;
  readonly disabled: boolean;
  readonly onChange: (change: CalendarChange) => void;
}

function NextDay({ calendar, plan, disabled, onChange }: PlanProps) {
  const now = useNow(MINUTE_MS);
  const [moving, setMoving] = useState(false);
  const [nextOccurrence] = listNextOccurrences({ plans: [plan], moves: calendar.moves }, now, 1);
  if (!nextOccurrence) return null;
  const move = (change: CalendarChange) => {
    setMoving(false);
    onChange(change);
  };
  const cancel = {
    action: 'cancel',
    id: plan.id,
    day: parsePlannedDay(nextOccurrence.id),
    on: true,
  } as const;
  return (
    <>
      <div className="flex flex-wrap items-center border-t border-line-soft py-1.5 pr-2 pl-4">
        <p className="flex-1 basis-24 text-muted tabular-nums">
          {`Next ${formatMoment(nextOccurrence.startsAt, now, GMT)}`}
        </p>
        <Button size="small" variant="quiet" onClick={() => setMoving(!moving)}>
          Move
        </Button>
        <Button size="small" variant="quiet" disabled={disabled} onClick={() => onChange(cancel)}>
          Cancel
        </Button>
      </div>
      {moving && (
        <MoveForm
          calendar={calendar}
          plan={plan.id}
          session={nextOccurrence}
          onMove={move}
          onLeave={() => setMoving(false)}
        />
      )}
    </>
  );
}

function ChangedDays({ calendar: { moves }, plan, disabled, onChange }: PlanProps) {
  const now = useNow(MINUTE_MS);
  const today = formatIsoDay(now, UTC);
  return plan.cancelled
    .map((day) => ({
      day,
      move: moves.find((candidate) => candidate.plan === plan.id && candidate.day === day),
    }))
    .filter(({ day, move }) => day >= today || (move && move.to >= today))
    .map(({ day, move }) => {
      const to = move && formatMoment(Date.parse(move.to) + move.minute * MINUTE_MS, now, GMT);
      return (
        <div
          key={day}
          className="flex flex-wrap items-center border-t border-line-soft py-1.5 pr-2 pl-4"
        >
          <p className="flex-1 basis-24 text-muted tabular-nums">
            {`${formatDate(Date.parse(day), UTC)}: ${to === undefined ? 'cancelled' : `moved to ${to}`}`}
          </p>
          <Button
            size="small"
            variant="quiet"
            disabled={disabled}
            onClick={() => onChange({ action: 'cancel', id: plan.id, day, on: false })}
          >
            Restore
          </Button>
        </div>
      );
    });
}

export function SessionCalendar({ calendar, onDone }: { calendar: Calendar; onDone: () => void }) {
  const online = useOnline();
  /** The id of the plan being edited; `new` for a new plan. */
  const [editedPlan, setEditedPlan] = useState<string | null>(null);
  const { pending, failure, send } = useMutation(async (change: CalendarChange) => {
    await changeCalendar(change);
    setEditedPlan(null);
    onDone();
  }, toFailureText(liveHostEndpoints.changeCalendar));
  const disabled = !online || pending;
  const change = (request: CalendarChange) => void send(request);
  const form = (plan: Plan | null) => (
    <PlanForm
      calendar={calendar}
      plan={plan}
      onSave={(newPlan) => change({ action: 'save', plan: newPlan })}
      onRemove={plan && (() => change({ action: 'remove', id: plan.id }))}
      onLeave={() => setEditedPlan(null)}
    />
  );
  return (
    <Panel title="Calendar">
      <ul>
        {calendar.plans.map((plan) => (
          <li key={plan.id} className="border-t border-line text-sm">
            <div className="flex flex-wrap items-center gap-x-2 py-1.5 pr-2 pl-4">
              <p className="min-w-0 flex-1">
                <span className="font-semibold">{plan.name}</span>
                <span className="block text-xs text-muted tabular-nums">
                  {`${formatDays(plan)}, ${formatGmt(plan.minute * MINUTE_MS)}, ${formatLength({ startsAt: 0, endsAt: plan.minutes * MINUTE_MS })}`}
                </span>
              </p>
              <Button size="small" variant="quiet" onClick={() => setEditedPlan(plan.id)}>
                Edit
              </Button>
            </div>
            {editedPlan === plan.id && form(plan)}
            <NextDay calendar={calendar} plan={plan} disabled={disabled} onChange={change} />
            <ChangedDays calendar={calendar} plan={plan} disabled={disabled} onChange={change} />
          </li>
        ))}
      </ul>
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      {editedPlan === 'new' ? (
        form(null)
      ) : (
        <div className="border-t border-line-soft p-4">
          <Button size="small" onClick={() => setEditedPlan('new')}>
            Add a session
          </Button>
        </div>
      )}
    </Panel>
  );
}
