import { formatDate } from '@quantalgo/contracts/core/format';
import { DAY_MS, UTC } from '@quantalgo/contracts/core/time';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useMemo, useState } from 'react';
import { formatSignedMoney } from '../../ui/journalText';
import type { DaySum } from './find';

const WEEK_COUNT = 5;
const WEEKDAY_LETTERS = ['M', 'T', 'W', 'T', 'F', 'S', 'S'];

/** `20 Nov 2026` for `2026-11-20`. */
export const formatDayName = (day: string): string =>
  formatDate(Date.parse(`${day}T00:00:00Z`), UTC);

const toIsoDay = (at: number): string => new Date(at).toISOString().slice(0, 10);

/**
 * Five whole weeks from Monday. The last is the week of `today`, minus five weeks per
 * `periodsBack`.
 */
export function listCalendarDays(today: string, periodsBack: number): string[] {
  const at = Date.parse(`${today}T00:00:00Z`);
  const sunday =
    at + ((7 - new Date(at).getUTCDay()) % 7) * DAY_MS - periodsBack * WEEK_COUNT * 7 * DAY_MS;
  return Array.from({ length: WEEK_COUNT * 7 }, (_, index) =>
    toIsoDay(sunday - (WEEK_COUNT * 7 - 1 - index) * DAY_MS),
  );
}

const sumCents = ({ taken, paper }: DaySum): number => taken + paper;

const describeDay = (day: string, sum: DaySum | undefined): string =>
  sum
    ? `${formatDayName(day)}: ${sum.entries === 1 ? '1 entry' : `${sum.entries} entries`}, ${formatSignedMoney(sumCents(sum))}`
    : `${formatDayName(day)}: no entries`;

/** Percentage of colour in a cell for the smallest and the largest result. Text stays readable. */
export const COLOR_SHARES = { least: 12, most: 50 } as const;

const getColorShare = (cents: number, maxCents: number): number =>
  maxCents === 0
    ? COLOR_SHARES.least
    : COLOR_SHARES.least +
      Math.round(((COLOR_SHARES.most - COLOR_SHARES.least) * Math.abs(cents)) / maxCents);

function Cell({
  day,
  sum,
  maxCents,
  selected,
  onChoose,
}: {
  day: string;
  sum: DaySum | undefined;
  maxCents: number;
  selected: boolean;
  onChoose: (day: string | null) => void;
}) {
  const cents = sum ? sumCents(sum) : 0;
  const tone = cents === 0 ? 'var(--edge)' : cents > 0 ? 'var(--call)' : 'var(--put)';
  const share = sum ? getColorShare(cents, maxCents) : 0;
  return (
    <button
      type="button"
      aria-pressed={selected}
      aria-label={describeDay(day, sum)}
      title={describeDay(day, sum)}
      onClick={() => onChoose(selected ? null : day)}
      style={{ backgroundColor: `color-mix(in oklab, ${tone} ${share}%, var(--raised))` }}
      className="grid h-11 place-content-center justify-items-center rounded-sm border border-line-soft text-xs tabular-nums aria-pressed:outline-2 aria-pressed:outline-accent sm:h-9"
    >
      <span aria-hidden className={sum ? 'font-semibold text-text' : 'text-faint'}>
        {Number(day.slice(8))}
      </span>
      {cents !== 0 && (
        <span aria-hidden className="-mt-1 leading-3 font-semibold text-text">
          {cents > 0 ? '+' : '−'}
        </span>
      )}
    </button>
  );
}

export function HeatMap({
  days,
  today,
  selected,
  onChoose,
}: {
  days: ReadonlyMap<string, DaySum>;
  /** `2026-11-20`. */
  today: string;
  selected: string | null;
  onChoose: (day: string | null) => void;
}) {
  const [periodsBack, setPeriodsBack] = useState(0);
  const visibleDays = useMemo(() => listCalendarDays(today, periodsBack), [today, periodsBack]);
  const sums = visibleDays.flatMap((day) => days.get(day) ?? []);
  const maxCents = Math.max(0, ...sums.map((sum) => Math.abs(sumCents(sum))));
  const [firstDay = today] = visibleDays;
  const buttonClass =
    'grid size-11 place-content-center rounded-md text-muted hover:text-text aria-disabled:opacity-40 lg:size-9';
  return (
    <section aria-label="Calendar" className="grid gap-2">
      <div aria-hidden className="grid grid-cols-7 gap-1 text-center text-xs text-faint">
        {WEEKDAY_LETTERS.map((name, index) => (
          <span key={`${name}${index}`}>{name}</span>
        ))}
      </div>
      <div role="group" aria-label="Days" className="grid grid-cols-7 gap-1">
        {visibleDays.map((day) => (
          <Cell
            key={day}
            day={day}
            sum={days.get(day)}
            maxCents={maxCents}
            selected={selected === day}
            onChoose={onChoose}
          />
        ))}
      </div>
      <div className="flex items-center justify-between gap-2 text-xs text-muted">
        <p>
          {`Five weeks from ${formatDayName(firstDay)}, real and paper trades. + won, − lost. A deeper colour means a larger amount.`}
        </p>
        <span className="flex shrink-0">
          <button
            type="button"
            aria-label="Previous five weeks"
            onClick={() => setPeriodsBack(periodsBack + 1)}
            className={buttonClass}
          >
            <ChevronLeft size={18} aria-hidden />
          </button>
          <button
            type="button"
            aria-label="Next five weeks"
            aria-disabled={periodsBack === 0}
            onClick={() => setPeriodsBack(Math.max(0, periodsBack - 1))}
            className={buttonClass}
          >
            <ChevronRight size={18} aria-hidden />
          </button>
        </span>
      </div>
    </section>
  );
}
