import { formatCount, formatShortDecimal } from '@quantalgo/contracts/core/format';
import { formatPair } from '@quantalgo/contracts/market/pairs';
import { HOURS } from '@quantalgo/contracts/record/performance';
import { formatStrategy } from '@quantalgo/contracts/signals/words';
import { type ReactNode, useMemo, useState } from 'react';
import { useMember } from '../../data/auth/currentSession';
import { serverNow } from '../../data/core/clock';
import { useAction } from '../../data/outbox/useAction';
import { useForm } from '../../data/core/useForm';
import { choosePayouts, PAYOUT_PERCENT, payoutSchema } from '../../data/settings/choosePayout';
import { usePayout } from '../../data/settings/payout';
import type { SignalDigest } from '../../data/signals/useDigests';
import { Button } from '../../ui/Button';
import { SheetHead } from '../../ui/SheetHead';
import { Choice } from '../../ui/Choices';
import { FilterInput, FilterSelect, listDistinct } from '../../ui/Filters';
import {
  type Filters,
  hasFilter,
  NO_FILTERS,
  PERIODS,
  selectSettled,
  WEEKDAYS_FROM_MONDAY,
} from './figures';
import { findOption } from './filters';

interface FilterSheetProps {
  readonly digests: readonly SignalDigest[];
  readonly filters: Filters;
  readonly onApply: (filters: Filters) => void;
  readonly onClose: () => void;
}

/** Filters apply only once the sheet's button is pressed. */
export function FilterSheet({ digests, filters, onApply, onClose }: FilterSheetProps) {
  const [draft, setDraft] = useState(filters);
  const choose = <Name extends keyof Filters>(name: Name, value: Filters[Name]) =>
    setDraft((current) => ({ ...current, [name]: value }));
  const pairs = useMemo(() => listDistinct(digests, 'pair'), [digests]);
  const strategies = useMemo(() => listDistinct(digests, 'strategy'), [digests]);
  const count = useMemo(() => selectSettled(digests, draft, serverNow()).length, [digests, draft]);
  return (
    <form
      aria-label="Filters"
      onSubmit={(event) => {
        event.preventDefault();
        onApply(draft);
      }}
      className="grid gap-4 p-4"
    >
      <SheetHead title="Filters" onClose={onClose}>
        {hasFilter(draft) && (
          <Button variant="quiet" size="small" onClick={() => setDraft(NO_FILTERS)}>
            Clear
          </Button>
        )}
      </SheetHead>
      <ChipGroup
        label="Pair"
        options={pairs}
        getWord={formatPair}
        value={draft.pair}
        onChoose={(pair) => choose('pair', pair)}
      />
      <ChipGroup
        label="Strategy"
        options={strategies}
        getWord={formatStrategy}
        value={draft.strategy}
        onChoose={(strategy) => choose('strategy', strategy)}
      />
      <WeekdayGroup value={draft.weekday} onChoose={(weekday) => choose('weekday', weekday)} />
      <div className="grid grid-cols-2 items-start gap-3">
        <FilterSelect
          label="Period"
          all="All time"
          options={PERIODS}
          getName={(days) => `Last ${days} days`}
          value={draft.days}
          onChoose={(days) => choose('days', findOption(PERIODS, days))}
        />
        <FilterSelect
          label="Hours, WAT"
          all="All hours"
          options={HOURS}
          getName={(hour) => `${hour}:00 – ${hour}:59`}
          value={draft.hour}
          onChoose={(hour) => choose('hour', hour)}
        />
        {draft.span !== null && (
          <FilterSelect
            label="Live session"
            all="All signals"
            options={[draft.span]}
            getName={() => 'This session'}
            value={draft.span}
            onChoose={(span) => choose('span', span)}
          />
        )}
        <PayoutField />
      </div>
      <Button type="submit" variant="primary">
        {count === 1 ? 'Show 1 signal' : `Show ${formatCount(count)} signals`}
      </Button>
    </form>
  );
}

const Group = ({ label, children }: { label: string; children: ReactNode }) => (
  <fieldset className="flex min-w-0 flex-wrap gap-1.5">
    <legend className="mb-1 text-xs text-muted">{label}</legend>
    {children}
  </fieldset>
);

const ChipGroup = ({
  label,
  options,
  getWord,
  value,
  onChoose,
}: {
  label: string;
  options: readonly string[];
  getWord: (option: string) => string;
  value: string | null;
  onChoose: (value: string | null) => void;
}) => {
  const allOptions = value === null || options.includes(value) ? options : [value, ...options];
  return (
    <Group label={label}>
      <Choice
        type="radio"
        name={label}
        word="All"
        checked={value === null}
        onChange={() => onChoose(null)}
      />
      {allOptions.map((option) => (
        <Choice
          key={option}
          type="radio"
          name={label}
          word={getWord(option)}
          checked={value === option}
          onChange={() => onChoose(option)}
        />
      ))}
    </Group>
  );
};

const WeekdayGroup = ({
  value,
  onChoose,
}: {
  value: Filters['weekday'];
  onChoose: (value: Filters['weekday']) => void;
}) => (
  <Group label="Weekday (none means all)">
    <span className="grid w-full grid-cols-7 gap-1.5">
      {WEEKDAYS_FROM_MONDAY.map((day) => (
        <Choice
          key={day}
          type="checkbox"
          word={day.slice(0, 1)}
          label={day}
          checked={value === day}
          onChange={(checked) => onChoose(checked ? day : null)}
        />
      ))}
    </span>
  </Group>
);

const { least, most } = PAYOUT_PERCENT;

/** Saved to the member's account on blur. All break-evens and sums on the screen depend on it. */
function PayoutField() {
  const member = useMember();
  const { problem, run } = useAction();
  const form = useForm(payoutSchema, {
    initial: { payout: formatShortDecimal(usePayout() * 100) },
    onSubmit: (payout) => member && run(() => choosePayouts(member, { payout })),
  });
  const isValid = payoutSchema.safeParse(form.values).success;
  return (
    <FilterInput
      label="Your payout, %"
      inputMode="decimal"
      autoComplete="off"
      {...form.field('payout')}
      onBlur={() => form.isChanged && form.submit()}
      error={isValid ? (problem ?? undefined) : `Enter ${least} to ${most}`}
    />
  );
}
