import {
  breakEven,
  COIN,
  countText,
  decimalText,
  HEADLINE_FROM,
  LEVEL_COUNT,
  LEVELS,
  type MartingaleCost,
  percentText,
  type Probability,
  type RateRow,
  strategyName,
} from '@quantalgo/contracts';
import { useDeferredValue } from 'react';
import { Figures, Panel, SideBySide } from '../../ui/Card';
import { EnteredLine } from '../../ui/EnteredLine';
import { ProbabilityScale } from '../../ui/instruments/ProbabilityScale';
import { SidewaysScroller } from '../../ui/AsTable';
import { CalibrationPanel, EquityPanel, TimesPanel } from './Charts';
import { type Matrix, stakesText, type Streaks } from './figures';

interface BoardProps {
  readonly matrix: Matrix;
  /** What a won stake earns: 0.8 is 80 %. */
  readonly payout: number;
}

function Rates({ matrix: { details }, payout }: BoardProps) {
  const paysFrom = breakEven(payout).firstEntry;
  return (
    <>
      <TimesPanel details={details} paysFrom={paysFrom} />
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <RatesPanel
          title="By strategy"
          rows={details.byStrategy}
          nameOf={strategyName}
          paysFrom={paysFrom}
        />
        <RatesPanel title="By pair" rows={details.byPair} paysFrom={paysFrom} />
      </div>
    </>
  );
}

/** All figures of the chosen signals. The first screen renders at once, the rest in a deferred render. */
export function Board(board: BoardProps) {
  const { details, equity, streaks } = board.matrix;
  const isBelowDrawn = useDeferredValue(true, false);
  return (
    <SideBySide side={isBelowDrawn && <CalibrationPanel details={details} />}>
      <Headline {...board} />
      {isBelowDrawn && (
        <>
          <EquityPanel equity={equity} payout={board.payout} />
          <StreaksPanel streaks={streaks} cost={details.martingale} />
          <Rates {...board} />
        </>
      )}
    </SideBySide>
  );
}

/** Shown instead of a rate that would mean too little. */
const NotYet = ({ settled }: { settled: number }) => (
  <p className="px-4 pb-4 text-sm text-muted">
    {countText(settled)} of {HEADLINE_FROM} settled signals: too few for a rate that means anything.
    Until then they are only counted.
  </p>
);

function HeadlineRates({ matrix: { performance }, payout }: { matrix: Matrix; payout: number }) {
  const { firstEntryRange, winRateRange } = performance;
  const pays = breakEven(payout);
  if (!firstEntryRange || !winRateRange) return null;
  return (
    <div className="grid gap-x-7 gap-y-3 px-4 pb-4 sm:grid-cols-2">
      <ProbabilityScale
        label="First entry won"
        probability={firstEntryRange}
        coin={COIN.firstEntry}
        paysFrom={pays.firstEntry}
      />
      <ProbabilityScale
        label={`Won within ${LEVELS.length} levels`}
        probability={winRateRange}
        coin={COIN.withinLadder}
        paysFrom={pays.withinLadder}
      />
    </div>
  );
}

/**
 * The rates with their 95 % intervals beside a coin and the break-even, once there are enough signals; and the counts.
 */
function Headline({ matrix, payout }: { matrix: Matrix; payout: number }) {
  const { performance, details, equity } = matrix;
  const { totalSignals, wonSignals, lostSignals, breakEvenSignals } = performance;
  const last = equity.points.at(-1);
  const each = (stakes: number) => `${stakesText(stakes / totalSignals, 3)} a signal`;
  return (
    <Panel
      title="How often it won"
      aside={
        <span className="text-xs text-muted tabular-nums">{countText(totalSignals)} settled</span>
      }
    >
      {details.isHeadline ? (
        <HeadlineRates matrix={matrix} payout={payout} />
      ) : (
        <NotYet settled={totalSignals} />
      )}
      <EnteredLine
        entered={performance.entered}
        className="px-4 pb-4 text-sm text-muted tabular-nums"
      />
      <Figures
        className="border-t border-line-soft"
        figures={[
          {
            label: 'Won / lost',
            value: `${countText(wonSignals)} / ${countText(lostSignals)}`,
            note: `${countText(breakEvenSignals)} broke even`,
          },
          {
            label: 'Flat stake',
            value: stakesText(last?.flat ?? 0),
            note: `stakes, ${each(last?.flat ?? 0)}`,
          },
          {
            label: 'Martingale',
            value: stakesText(last?.ladder ?? 0),
            note: `first stakes, ${each(last?.ladder ?? 0)}`,
          },
        ]}
      />
      {details.isHeadline && (
        <p className="border-t border-line-soft bg-sunk px-4 py-3 text-xs text-muted tabular-nums">
          On the same first entries: always CALL {percentText(details.baselines.alwaysCall)}, always
          PUT {percentText(details.baselines.alwaysPut)}, a coin{' '}
          {percentText(details.baselines.coin)} (flat entries win for nobody). A coin wins{' '}
          {percentText(COIN.withinLadder)} within {LEVEL_COUNT} levels.
        </p>
      )}
    </Panel>
  );
}

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
  const few = settled < HEADLINE_FROM;
  return (
    <tr className={`border-t border-line-soft ${few ? 'text-faint' : ''}`}>
      <th scope="row" className="py-2 pr-2 pl-4 text-left font-semibold">
        {nameOf(name)}
        <span className="block text-xs font-normal text-faint">
          {countText(settled)}
          {few && ', few'}
        </span>
      </th>
      <td className="w-1/3 min-w-14 py-2">
        <RateBar rate={firstEntryRate} paysFrom={paysFrom} />
      </td>
      <td className="py-2 pl-2 text-right whitespace-nowrap">
        {percentText(firstEntryRate.value)}
        <span className="block text-xs text-faint">
          {decimalText(firstEntryRate.low, 0)} – {decimalText(firstEntryRate.high, 0)}
        </span>
      </td>
      <td className="py-2 pr-4 pl-2 text-right whitespace-nowrap">{percentText(winRate.value)}</td>
    </tr>
  );
};

type NameOf = (name: string) => string;

/** Rates of groups of signals; first entries are drawn beside a coin and the break-even. */
const RatesPanel = ({
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
          {title}: first-entry rate with its 95 % interval, and win rate within {LEVEL_COUNT} levels
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
              {LEVELS.length} levels
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
  const tick = (percent: number, look: string) => (
    <line x1={placeOf(percent)} x2={placeOf(percent)} y1="0" y2="14" className={look} />
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

const runText = (length: number) => (length === 1 ? '1 signal' : `${length} signals`);

/** The longest streaks, and their cost for players of all levels. */
const StreaksPanel = ({
  streaks: { longestWon, longestLost, current },
  cost,
}: {
  streaks: Streaks;
  cost: MartingaleCost;
}) => (
  <Panel title="Streaks">
    <Figures
      className="border-t border-line-soft"
      figures={[
        {
          label: 'Longest won',
          value: runText(longestWon),
          note: `within ${LEVELS.length} levels`,
        },
        { label: 'Longest lost', value: runText(longestLost), note: `all ${LEVELS.length} levels` },
        {
          label: 'Now',
          value: current ? runText(current.length) : '–',
          ...(current && { note: current.outcome === 'profit' ? 'won' : 'lost' }),
        },
        {
          label: 'Largest stake',
          value: `${decimalText(cost.largestStake)}×`,
          note: 'the first one',
        },
      ]}
    />
  </Panel>
);
