import {
  FUNNEL_STEPS,
  type FunnelStep,
  getMedianBound,
  getStepPercent,
  type MemberFigures,
  type MemberWeek,
  mergeDecisions,
  STEP_NAMES,
  sumStep,
} from '@quantalgo/contracts/console/memberWeeks';
import { formatDuration } from '@quantalgo/contracts/core/durations';
import { formatCount, formatMoment } from '@quantalgo/contracts/core/format';
import { HOUR_MS, MINUTE_MS, WAT } from '@quantalgo/contracts/core/time';
import { saveMemberWeeks, useMemberFigures } from '../../data/console/memberWeeks';
import { useNow } from '../../data/core/clock';
import { AsTable, numberColumn } from '../../ui/AsTable';
import { Button } from '../../ui/Button';
import { Card, Figures, Panel } from '../../ui/Card';
import { Chip } from '../../ui/Chip';
import { ScreenHead } from '../../ui/Heading';
import { Skeleton } from '../../ui/Loading';
import { type PlotPoint, LineKey, Plot } from '../../ui/Plot';
import { Age, QueryNotice } from './QueryList';

export default function Members() {
  const query = useMemberFigures();
  const { data, loading } = query;
  return (
    <div className="grid gap-4">
      <ScreenHead title="Members" aside={<Age query={query} />}>
        From opening sign-up to staying active, by week. Weeks start on Monday, Lagos time.
      </ScreenHead>
      <QueryNotice query={query} />
      {data && <MemberPanels figures={data} />}
      {!data && loading && (
        <div role="status" aria-label="Loading" className="grid gap-4">
          <Skeleton className="h-24 rounded-lg" />
          <Skeleton className="h-96 rounded-lg" />
        </div>
      )}
    </div>
  );
}

function MemberPanels({ figures }: { figures: MemberFigures }) {
  const { weeks, countedAt } = figures;
  const now = useNow(60_000);
  return (
    <>
      <Today figures={figures} />
      <div className="grid items-start gap-4 xl:grid-cols-2 xl:gap-5.5">
        <Funnel weeks={weeks} />
        <div className="grid min-w-0 gap-4">
          <Weeks weeks={weeks} />
          <Medians weeks={weeks} />
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="text-xs text-muted">
          {countedAt === null
            ? 'The nightly count has not run yet. Until it does, its figures show a dash.'
            : `Counted nightly, last ${formatMoment(Date.parse(countedAt), now, WAT)}. Openings, sign-ups and decisions are added within seconds.`}
        </p>
        {figures.demonstration && <Chip tone="warning">Demonstration</Chip>}
        <Button size="small" className="ml-auto" onClick={() => saveMemberWeeks(figures)}>
          Export as CSV
        </Button>
      </div>
    </>
  );
}

const formatStep = (count: number | null): string => (count === null ? '–' : formatCount(count));

function formatMedian(bound: number | null): string {
  if (bound === null) return '–';
  return bound === Infinity ? 'Over a week' : `${formatDuration(bound)} at most`;
}

const countDecisions = ({ decisions }: MemberWeek): number =>
  Object.values(decisions).reduce((sum, count) => sum + count, 0);

const describeDecisions = (count: number): string =>
  `${formatCount(count)} ${count === 1 ? 'decision' : 'decisions'} in ${MEDIAN_WEEKS} weeks`;

/** Includes the current week. A single week may have too few decisions. */
const MEDIAN_WEEKS = 4;

function Today({
  figures: { weeks, ticketsOpen, ticketsAnswered, devices },
}: {
  figures: MemberFigures;
}) {
  const recentWeeks = weeks.slice(-MEDIAN_WEEKS);
  const decisionCount = recentWeeks.reduce((sum, week) => sum + countDecisions(week), 0);
  const median = getMedianBound(mergeDecisions(recentWeeks.map(({ decisions }) => decisions)));
  return (
    <Card aria-label="Now" className="overflow-hidden">
      <Figures
        figures={[
          {
            label: 'Median decision time',
            value: formatMedian(median),
            note: describeDecisions(decisionCount),
          },
          { label: 'Tickets open', value: formatCount(ticketsOpen), note: 'Waiting for an answer' },
          {
            label: 'Tickets answered',
            value: formatCount(ticketsAnswered),
            note: 'Not closed yet',
          },
          {
            label: 'Devices reachable',
            value: formatCount(devices),
            note: 'With notifications on',
          },
        ]}
      />
    </Card>
  );
}

/** A percentage of fewer members would mean little. */
const MIN_BASIS = 10;

function formatShare(weeks: readonly MemberWeek[], step: FunnelStep): string | null {
  const share = getStepPercent(weeks, step);
  const count = sumStep(weeks, step);
  if (share === null || count === null || (share > 0 && (100 * count) / share < MIN_BASIS))
    return null;
  const basis = step.startsWith('active') ? 'of those confirmed' : 'of the previous step';
  return `${Math.round(share)}% ${basis}`;
}

function Funnel({ weeks }: { weeks: readonly MemberWeek[] }) {
  const maxCount = Math.max(1, ...FUNNEL_STEPS.map((step) => sumStep(weeks, step) ?? 0));
  return (
    <Panel title={`Funnel, ${weeks.length} weeks`}>
      <ol aria-label="Funnel" className="grid gap-3 px-4 pt-1 pb-4">
        {FUNNEL_STEPS.map((step) => {
          const count = sumStep(weeks, step);
          const share = formatShare(weeks, step);
          return (
            <li key={step} className="grid gap-1 text-sm">
              <p className="flex flex-wrap justify-between gap-x-4">
                <span>{STEP_NAMES[step]}</span>{' '}
                <span translate="no" className="font-semibold tabular-nums">
                  {formatStep(count)}
                </span>
              </p>
              <svg
                aria-hidden
                viewBox="0 0 100 2"
                preserveAspectRatio="none"
                className="h-2 w-full rounded-sm bg-line-soft forced-color-adjust-none"
              >
                <rect width={(100 * (count ?? 0)) / maxCount} height="2" className="fill-accent" />
              </svg>
              {share !== null && <p className="text-xs text-muted tabular-nums">{share}</p>}
            </li>
          );
        })}
      </ol>
      <p className="border-t border-line-soft px-4 py-3 text-xs text-muted">
        Each step counts events in these weeks. The active steps follow the members who confirmed in
        each week. They are counted from open sessions, one week after day 7 or 28.
      </p>
    </Panel>
  );
}

const CHART_LINES = [
  { step: 'opened', className: 'stroke-faint' },
  { step: 'signedUp', className: 'stroke-amber' },
  { step: 'confirmed', className: 'stroke-accent' },
  { step: 'approved', className: 'stroke-text' },
] as const;

function toCorners(values: readonly (number | null)[]): PlotPoint[] {
  const lastIndex = Math.max(1, values.length - 1);
  return values.flatMap((value, index): PlotPoint[] =>
    value === null ? [] : [[index / lastIndex, value]],
  );
}

function Weeks({ weeks }: { weeks: readonly MemberWeek[] }) {
  const columns = [{ name: 'Week' }, ...FUNNEL_STEPS.map((step) => numberColumn(STEP_NAMES[step]))];
  return (
    <Panel title="By week">
      <ul className="flex flex-wrap gap-x-4 gap-y-1 px-4 pb-2 text-xs text-muted">
        {CHART_LINES.map(({ step, className }) => (
          <li key={step} className="flex items-center gap-2">
            <LineKey className={className} />
            <span>{STEP_NAMES[step]}</span>
          </li>
        ))}
      </ul>
      <div className="px-4 pb-3">
        <Plot
          lines={CHART_LINES.map(({ step, className }) => ({
            className,
            corners: toCorners(weeks.map(({ steps }) => steps[step])),
          }))}
          minHalfRange={1}
          formatValue={(value) => formatCount(Math.max(0, value))}
        />
        <AxisEnds weeks={weeks} />
      </div>
      <AsTable
        caption="Funnel by week"
        columns={columns}
        rows={weeks.map(({ week, steps }) => [
          week,
          ...FUNNEL_STEPS.map((step) => formatStep(steps[step])),
        ])}
      />
    </Panel>
  );
}

const AxisEnds = ({ weeks }: { weeks: readonly MemberWeek[] }) => (
  <p aria-hidden className="flex justify-between pt-1 text-xs text-faint tabular-nums">
    <span>{weeks[0]?.week}</span>
    <span>{`${weeks.at(-1)?.week ?? ''}, in progress`}</span>
  </p>
);

/** End of the chart's scale. Longer medians are drawn there. */
const SCALE_END_MS = 168 * HOUR_MS;

const formatScale = (ms: number): string =>
  ms < HOUR_MS ? `${Math.max(0, Math.round(ms / MINUTE_MS))} min` : formatDuration(ms);

function Medians({ weeks }: { weeks: readonly MemberWeek[] }) {
  const bounds = weeks.map(({ decisions }) => getMedianBound(decisions));
  return (
    <Panel title="Median time to decision">
      <div className="px-4 pb-3">
        <Plot
          lines={[
            {
              className: 'stroke-accent',
              corners: toCorners(
                bounds.map((bound) => (bound === null ? null : Math.min(bound, SCALE_END_MS))),
              ),
            },
          ]}
          minHalfRange={HOUR_MS}
          formatValue={formatScale}
        />
        <AxisEnds weeks={weeks} />
      </div>
      <AsTable
        caption="Median time to decision by week"
        columns={[{ name: 'Week' }, numberColumn('Decisions'), numberColumn('Half within')]}
        rows={weeks.map((week, index) => [
          week.week,
          formatCount(countDecisions(week)),
          formatMedian(bounds[index] ?? null),
        ])}
      />
    </Panel>
  );
}
