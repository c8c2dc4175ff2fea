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
  strategyName,
} from '@quantalgo/contracts';
import { useDeferredValue } from 'react';
import { Figures, Panel, SideBySide } from '../../ui/Card';
import { EnteredLine } from '../../ui/EnteredLine';
import { ProbabilityScale } from '../../ui/instruments/ProbabilityScale';
import { CalibrationPanel, EquityPanel } from './Charts';
import { type Matrix, stakesText, type Streaks } from './figures';
import { RatesPanel, TimesPanel } from './Rates';

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
  const { calibration, details, equity, streaks } = board.matrix;
  const isBelowDrawn = useDeferredValue(true, false);
  return (
    <SideBySide
      side={
        isBelowDrawn && (
          <CalibrationPanel calibration={calibration} settled={equity.points.length} />
        )
      }
    >
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
