import { countText, decimalText, percentText } from '@quantalgo/contracts/core/format';
import { HEADLINE_FROM } from '@quantalgo/contracts/record/performance';
import type { PerformanceDetails, RateRow } from '@quantalgo/contracts/signals/figures';
import { COIN, LEVELS } from '@quantalgo/contracts/signals/ladder';
import type { Probability } from '@quantalgo/contracts/signals/signal';
import { LEVEL_COUNT } from '@quantalgo/contracts/signals/words';
import { AsTable, figures, SidewaysScroller } from '../../ui/AsTable';
import { Panel } from '../../ui/Card';
import { WEEK } from './figures';

const RateTableRow = ({
  row,
  nameOf,
  paysFrom,
}: {
  row: RateRow;
  nameOf: NameOf;
  paysFrom: number;
}) => {
  const { name, settled, firstEntryRate, winRate } = row;
  const few = !isEnough(row);
  return (
    <tr className={`border-t border-line-soft ${few ? 'text-faint' : ''}`}>
      <th scope="row" className="py-2 pr-2 pl-4 text-left font-semibold">
        <span>{nameOf(name)}</span>
        <span className="block text-xs font-normal text-faint">{countText(settled)}</span>
      </th>
      {few ? (
        <td colSpan={3} className="py-2 pr-4 text-right text-xs">
          too few for a rate
        </td>
      ) : (
        <>
          <td className="w-1/4 min-w-14 py-2">
            <RateBar rate={firstEntryRate} paysFrom={paysFrom} />
          </td>
          <RateCell rate={firstEntryRate} className="pl-2" />
          <RateCell rate={winRate} className="pr-4 pl-2" />
        </>
      )}
    </tr>
  );
};

/** A rate above its 95 % interval. */
const RateCell = ({ rate, className }: { rate: Probability; className: string }) => (
  <td translate="no" className={`py-2 text-right whitespace-nowrap ${className}`}>
    <span>{percentText(rate.value)}</span>
    <span className="block text-xs text-faint">{wholeRange(rate)}</span>
  </td>
);

const wholeRange = ({ low, high }: Probability) =>
  `${decimalText(low, 0)} – ${decimalText(high, 0)}`;

type NameOf = (name: string) => string;

/** Rates of groups of signals; first entries are drawn beside a coin and the break-even. */
export const RatesPanel = ({
  title,
  rows,
  nameOf = (name) => name,
  paysFrom,
}: {
  title: string;
  rows: readonly RateRow[];
  nameOf?: NameOf;
  /** First-entry rate that breaks even, in percent. */
  paysFrom: number;
}) => (
  <Panel title={title}>
    <SidewaysScroller label={title}>
      <table className="w-full text-sm tabular-nums">
        <caption className="sr-only">
          {`${title}: first-entry rate and win rate within ${LEVEL_COUNT} levels, with their 95 % intervals`}
        </caption>
        <thead className="text-xs text-muted">
          <tr>
            <th scope="col" className="py-1 pr-2 pl-4 text-left font-normal">
              <span className="sr-only">Name and </span>settled
            </th>
            <th scope="col" className="py-1 text-left font-normal">
              <span aria-hidden>20 – 80 %</span>
              <span className="sr-only">Drawn</span>
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
            <RateTableRow key={row.name} row={row} nameOf={nameOf} paysFrom={paysFrom} />
          ))}
        </tbody>
      </table>
    </SidewaysScroller>
  </Panel>
);

const STRETCH = { from: 20, to: 80 };

const placeOf = (percent: number) =>
  Math.min(100, Math.max(0, (100 * (percent - STRETCH.from)) / (STRETCH.to - STRETCH.from)));

/** A first-entry rate from 20 to 80 %, with its interval, the coin's rate and the break-even. */
function RateBar({ rate, paysFrom }: { rate: Probability; paysFrom: number }) {
  const tick = (percent: number, className: string) => (
    <line x1={placeOf(percent)} x2={placeOf(percent)} y1="0" y2="14" className={className} />
  );
  return (
    <svg
      aria-hidden
      viewBox="0 0 100 14"
      preserveAspectRatio="none"
      className="h-3.5 w-full forced-color-adjust-none [&_*]:[vector-effect:non-scaling-stroke]"
    >
      <line x1="0" x2="100" y1="7" y2="7" className="stroke-line" />
      {tick(COIN.firstEntry, 'stroke-faint')}
      {tick(paysFrom, 'stroke-amber')}
      <line
        x1={placeOf(rate.low)}
        x2={placeOf(rate.high)}
        y1="7"
        y2="7"
        strokeWidth="5"
        className="stroke-text/30"
      />
      <line
        x1={placeOf(rate.value) - 0.6}
        x2={placeOf(rate.value) + 0.6}
        y1="7"
        y2="7"
        strokeWidth="9"
        className="stroke-text"
      />
    </svg>
  );
}

/** Height of a rate above the chart's bottom, in percent of the chart's height. */
type HeightOf = (percent: number) => number;

const isEnough = ({ settled }: RateRow) => settled >= HEADLINE_FROM;

/** From 20 to 80 %, or wider to include every rate; intervals are cut off at the edge. */
function stretchOf(rows: readonly RateRow[]): { from: number; to: number; heightOf: HeightOf } {
  const rates = rows.filter(isEnough).map(({ firstEntryRate }) => firstEntryRate.value);
  const from = Math.min(20, ...rates);
  const to = Math.max(80, ...rates);
  const heightOf = (percent: number) =>
    Math.min(100, Math.max(0, (100 * (percent - from)) / (to - from)));
  return { from, to, heightOf };
}

/** One hour or weekday: its rate and interval, or a mere dot if too few signals settled for a meaningful rate. */
function RateColumn({ row, heightOf }: { row: RateRow | undefined; heightOf: HeightOf }) {
  if (!row) return <span className="flex-1" />;
  if (!isEnough(row))
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
        style={{ bottom: `${heightOf(low)}%`, top: `${100 - heightOf(high)}%` }}
      />
      <span
        className="absolute left-1/2 size-[7px] -translate-x-1/2 translate-y-1/2 rounded-full bg-text"
        style={{ bottom: `${heightOf(value)}%` }}
      />
    </span>
  );
}

/** Hours or weekdays side by side, over the lines of a coin and of the break-even. */
const TimesChart = <Name extends string>({
  rows,
  names,
  labelOf,
  paysFrom,
  heightOf,
}: {
  rows: readonly (RateRow & { readonly name: Name })[];
  names: readonly Name[];
  /** Label below an hour or weekday; empty for most hours. */
  labelOf: (name: Name) => string;
  paysFrom: number;
  heightOf: HeightOf;
}) => (
  <div className="min-w-0">
    <div className="relative flex h-40 border-y border-line-soft forced-color-adjust-none">
      <span
        className="absolute inset-x-0 border-t border-dashed border-edge"
        style={{ bottom: `${heightOf(COIN.firstEntry)}%` }}
      />
      <span
        className="absolute inset-x-0 border-t border-dashed border-amber"
        style={{ bottom: `${heightOf(paysFrom)}%` }}
      />
      {names.map((name) => (
        <RateColumn key={name} row={rows.find((row) => row.name === name)} heightOf={heightOf} />
      ))}
    </div>
    <p translate="no" className="flex pt-1 text-xs text-faint tabular-nums">
      {names.map((name) => (
        <span key={name} className="w-0 flex-1 text-center whitespace-nowrap">
          {labelOf(name)}
        </span>
      ))}
    </p>
  </div>
);

const HOUR_NAMES = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));

const timeRow = (name: string, row: RateRow) => {
  const cell = (rate: Probability) => `${percentText(rate.value)} (${wholeRange(rate)})`;
  const rates = isEnough(row)
    ? [cell(row.firstEntryRate), cell(row.winRate)]
    : ['too few', 'too few'];
  return [name, countText(row.settled), ...rates];
};

/** First-entry rates by hour and weekday, all on one scale. */
export function TimesPanel({
  details: { byHour, byWeekday },
  paysFrom,
}: {
  details: PerformanceDetails;
  /** First-entry rate that breaks even, in percent. */
  paysFrom: number;
}) {
  const { from, to, heightOf } = stretchOf([...byHour, ...byWeekday]);
  const scale = { paysFrom, heightOf };
  return (
    <Panel
      title="By hour and weekday (WAT)"
      aside={
        <span translate="no" className="text-xs text-muted tabular-nums">
          {`${decimalText(from, 0)} – ${decimalText(to, 0)} %`}
        </span>
      }
    >
      <div aria-hidden className="px-4 pb-4">
        <p className="flex flex-wrap gap-x-5 gap-y-1 pb-3 text-xs text-muted tabular-nums">
          <span>First entries won, with 95 % intervals</span>
          <span>{`· fewer than ${HEADLINE_FROM}, too few for a rate`}</span>
          <span className="text-faint">{`┄ coin ${COIN.firstEntry}`}</span>
          <span className="text-amber">{`┄ pays from ${decimalText(paysFrom)}`}</span>
        </p>
        <div className="grid grid-cols-[24fr_8fr] gap-4">
          <TimesChart
            {...scale}
            rows={byHour}
            names={HOUR_NAMES}
            labelOf={(hour) => (Number(hour) % 6 === 0 ? hour : '')}
          />
          <TimesChart {...scale} rows={byWeekday} names={WEEK} labelOf={(day) => day.slice(0, 1)} />
        </div>
      </div>
      <AsTable
        caption="First-entry rate and win rate with their 95 % intervals, by hour and weekday"
        columns={[
          { name: 'Time' },
          ...['Settled', '1st entry', `${LEVEL_COUNT} levels`].map(figures),
        ]}
        rows={[
          ...byHour.map((row) => timeRow(`${row.name}:00`, row)),
          ...byWeekday.map((row) => timeRow(row.name, row)),
        ]}
      />
    </Panel>
  );
}
