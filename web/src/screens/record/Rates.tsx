import { formatCount, formatDecimal, formatPercent } from '@quantalgo/contracts/core/format';
import { MIN_HEADLINE_SIGNALS } from '@quantalgo/contracts/signals/figures';
import { COIN, LEVELS } from '@quantalgo/contracts/signals/ladder';
import type { Probability } from '@quantalgo/contracts/signals/signal';
import { LEVEL_COUNT } from '@quantalgo/contracts/signals/words';
import { AsTable, numberColumn, SidewaysScroller } from '../../ui/AsTable';
import { Panel } from '../../ui/Card';
import {
  hasEnoughResults,
  type MatrixDetails,
  type MatrixRow,
  WEEKDAYS_FROM_MONDAY,
} from './figures';

const RateTableRow = ({
  row,
  getName,
  breakEvenRate,
}: {
  row: MatrixRow;
  getName: GetName;
  breakEvenRate: number;
}) => {
  const { name, settled } = row;
  return (
    <tr className={`border-t border-line-soft ${hasEnoughResults(row) ? '' : 'text-faint'}`}>
      <th scope="row" className="py-2 pr-2 pl-4 text-left font-semibold">
        <span>{getName(name)}</span>
        <span className="block text-xs font-normal text-faint">{formatCount(settled)}</span>
      </th>
      {hasEnoughResults(row) ? (
        <>
          <td className="w-1/4 min-w-14 py-2">
            <RateBar rate={row.firstEntryRate} breakEvenRate={breakEvenRate} />
          </td>
          <RateCell rate={row.firstEntryRate} className="pl-2" />
          <RateCell rate={row.winRate} className="pr-4 pl-2" />
        </>
      ) : (
        <td colSpan={3} className="py-2 pr-4 text-right text-xs">
          too few for a rate
        </td>
      )}
    </tr>
  );
};

const RateCell = ({ rate, className }: { rate: Probability; className: string }) => (
  <td translate="no" className={`py-2 text-right whitespace-nowrap ${className}`}>
    <span>{formatPercent(rate.value)}</span>
    <span className="block text-xs text-faint">{formatRange(rate)}</span>
  </td>
);

const formatRange = ({ low, high }: Probability) =>
  `${formatDecimal(low, 0)} – ${formatDecimal(high, 0)}`;

type GetName = (name: string) => string;

export const RatesPanel = ({
  title,
  rows,
  getName = (name) => name,
  breakEvenRate,
}: {
  title: string;
  rows: readonly MatrixRow[];
  getName?: GetName;
  /** First-entry rate that breaks even, in percent. */
  breakEvenRate: number;
}) => (
  <Panel title={title}>
    <SidewaysScroller label={title}>
      <table className="w-full text-sm tabular-nums">
        <caption className="sr-only">
          {`${title}: first-entry rate and win rate within ${LEVEL_COUNT} levels, with their 95% intervals`}
        </caption>
        <thead className="text-xs text-muted">
          <tr>
            <th scope="col" className="py-1 pr-2 pl-4 text-left font-normal">
              <span className="sr-only">Name and </span>settled
            </th>
            <th scope="col" className="py-1 text-left font-normal">
              <span aria-hidden>20 – 80%</span>
              <span className="sr-only">Chart</span>
            </th>
            <th scope="col" className="py-1 pl-2 text-right font-normal">
              1st entry
            </th>
            <th scope="col" className="py-1 pr-4 pl-2 text-right font-normal">
              {`${LEVELS.length} levels`}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <RateTableRow
              key={row.name}
              row={row}
              getName={getName}
              breakEvenRate={breakEvenRate}
            />
          ))}
        </tbody>
      </table>
    </SidewaysScroller>
  </Panel>
);

const BAR_RANGE = { from: 20, to: 80 };

const toX = (percent: number) =>
  Math.min(100, Math.max(0, (100 * (percent - BAR_RANGE.from)) / (BAR_RANGE.to - BAR_RANGE.from)));

function RateBar({ rate, breakEvenRate }: { rate: Probability; breakEvenRate: number }) {
  const renderTick = (percent: number, className: string) => (
    <line x1={toX(percent)} x2={toX(percent)} y1="0" y2="14" className={className} />
  );
  return (
    <svg
      aria-hidden
      viewBox="0 0 100 14"
      preserveAspectRatio="none"
      className="h-3.5 w-full forced-color-adjust-none [&_*]:[vector-effect:non-scaling-stroke]"
    >
      <line x1="0" x2="100" y1="7" y2="7" className="stroke-line" />
      {renderTick(COIN.firstEntry, 'stroke-faint')}
      {renderTick(breakEvenRate, 'stroke-amber')}
      <line
        x1={toX(rate.low)}
        x2={toX(rate.high)}
        y1="7"
        y2="7"
        strokeWidth="5"
        className="stroke-text/30"
      />
      <line
        x1={toX(rate.value) - 0.6}
        x2={toX(rate.value) + 0.6}
        y1="7"
        y2="7"
        strokeWidth="9"
        className="stroke-text"
      />
    </svg>
  );
}

/** Maps a rate in percent to its height above the chart's bottom, in percent of the chart. */
type ToHeight = (percent: number) => number;

/** From 20 to 80%, or wider to include every rate; intervals are cut off at the edge. */
function buildScale(rows: readonly MatrixRow[]): { from: number; to: number; toHeight: ToHeight } {
  const rates = rows.filter(hasEnoughResults).map(({ firstEntryRate }) => firstEntryRate.value);
  const from = Math.min(20, ...rates);
  const to = Math.max(80, ...rates);
  const toHeight = (percent: number) =>
    Math.min(100, Math.max(0, (100 * (percent - from)) / (to - from)));
  return { from, to, toHeight };
}

/** Draws only a dot if too few signals have settled for a meaningful rate. */
function RateColumn({ row, toHeight }: { row: MatrixRow | undefined; toHeight: ToHeight }) {
  if (!row) return <span className="flex-1" />;
  if (!hasEnoughResults(row))
    return (
      <span className="relative flex-1">
        <span className="absolute bottom-1 left-1/2 size-[3px] -translate-x-1/2 rounded-full bg-faint" />
      </span>
    );
  const { value, low, high } = row.firstEntryRate;
  return (
    <span className="relative flex-1">
      <span
        className="absolute left-1/2 w-[3px] -translate-x-1/2 rounded-full bg-text/35"
        style={{ bottom: `${toHeight(low)}%`, top: `${100 - toHeight(high)}%` }}
      />
      <span
        className="absolute left-1/2 size-[7px] -translate-x-1/2 translate-y-1/2 rounded-full bg-text"
        style={{ bottom: `${toHeight(value)}%` }}
      />
    </span>
  );
}

const TimesChart = <Name extends string>({
  rows,
  names,
  getLabel,
  breakEvenRate,
  toHeight,
}: {
  rows: readonly (MatrixRow & { readonly name: Name })[];
  names: readonly Name[];
  /** Empty for most hours. */
  getLabel: (name: Name) => string;
  breakEvenRate: number;
  toHeight: ToHeight;
}) => (
  <div className="min-w-0">
    <div className="relative flex h-40 border-y border-line-soft forced-color-adjust-none">
      <span
        className="absolute inset-x-0 border-t border-dashed border-edge"
        style={{ bottom: `${toHeight(COIN.firstEntry)}%` }}
      />
      <span
        className="absolute inset-x-0 border-t border-dashed border-amber"
        style={{ bottom: `${toHeight(breakEvenRate)}%` }}
      />
      {names.map((name) => (
        <RateColumn key={name} row={rows.find((row) => row.name === name)} toHeight={toHeight} />
      ))}
    </div>
    <p translate="no" className="flex pt-1 text-xs text-faint tabular-nums">
      {names.map((name) => (
        <span key={name} className="w-0 flex-1 text-center whitespace-nowrap">
          {getLabel(name)}
        </span>
      ))}
    </p>
  </div>
);

const HOUR_NAMES = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));

const toTimeRow = (name: string, row: MatrixRow) => {
  const formatRate = (rate: Probability) => `${formatPercent(rate.value)} (${formatRange(rate)})`;
  const rates = hasEnoughResults(row)
    ? [formatRate(row.firstEntryRate), formatRate(row.winRate)]
    : ['too few', 'too few'];
  return [name, formatCount(row.settled), ...rates];
};

export function TimesPanel({
  details: { byHour, byWeekday },
  breakEvenRate,
}: {
  details: MatrixDetails;
  /** First-entry rate that breaks even, in percent. */
  breakEvenRate: number;
}) {
  const { from, to, toHeight } = buildScale([...byHour, ...byWeekday]);
  const scale = { breakEvenRate, toHeight };
  const hasHours = byHour.some(hasEnoughResults);
  const isDrawn = hasHours || byWeekday.some(hasEnoughResults);
  return (
    <Panel
      title="By hour and weekday (WAT)"
      aside={
        isDrawn && (
          <span translate="no" className="text-xs text-muted tabular-nums">
            {`${formatDecimal(from, 0)} – ${formatDecimal(to, 0)}%`}
          </span>
        )
      }
    >
      {!hasHours && (
        <p className="px-4 pb-4 text-sm text-muted">
          {`No hour ${isDrawn ? '' : 'or weekday '}has ${MIN_HEADLINE_SIGNALS} settled signals yet: too few to tell.`}
        </p>
      )}
      {isDrawn && (
        <div aria-hidden className="px-4 pb-4">
          <p className="flex flex-wrap gap-x-5 gap-y-1 pb-3 text-xs text-muted tabular-nums">
            <span>First entries won, with 95% intervals</span>
            <span>{`· fewer than ${MIN_HEADLINE_SIGNALS}, too few for a rate`}</span>
            <span className="text-faint">{`┄ a coin wins ${COIN.firstEntry}`}</span>
            <span className="text-amber">{`┄ you need ${formatDecimal(breakEvenRate)}`}</span>
          </p>
          <div className={hasHours ? 'grid grid-cols-[24fr_8fr] gap-4' : ''}>
            {hasHours && (
              <TimesChart
                {...scale}
                rows={byHour}
                names={HOUR_NAMES}
                getLabel={(hour) => (Number(hour) % 6 === 0 ? hour : '')}
              />
            )}
            <TimesChart
              {...scale}
              rows={byWeekday}
              names={WEEKDAYS_FROM_MONDAY}
              getLabel={(day) => day.slice(0, 1)}
            />
          </div>
        </div>
      )}
      <AsTable
        caption="First-entry rate and win rate with their 95% intervals, by hour and weekday"
        columns={[
          { name: 'Time' },
          ...['Settled', '1st entry', `${LEVEL_COUNT} levels`].map(numberColumn),
        ]}
        rows={[
          ...byHour.map((row) => toTimeRow(`${row.name}:00`, row)),
          ...byWeekday.map((row) => toTimeRow(row.name, row)),
        ]}
      />
    </Panel>
  );
}
