import { formatMoment, formatMoney } from '@quantalgo/contracts/core/format';
import { AsTable, numberColumn } from '../../ui/AsTable';
import { Panel } from '../../ui/Card';
import { useZone } from '../../core/zone';
import { LineKey, thinOut } from '../../ui/Plot';
import { StepChart } from '../../ui/StepChart';
import { type Curve, type CurveName, type PaperBoard, getResultAt } from './board';
import {
  formatResultRange,
  formatSignalCount,
  describeTooFewTrades,
  formatTradeCount,
} from './text';
import { formatResult } from '../../ui/resultText';

const MAX_TABLE_ROWS = 12;

const CURVE_NAMES: Readonly<Record<CurveName, string>> = {
  bot: 'This bot',
  coin: 'A coin',
  opposite: 'The opposite',
};

const LINE_CLASSES: Readonly<Record<CurveName, string>> = {
  bot: 'stroke-text',
  coin: 'stroke-amber [stroke-dasharray:2_3]',
  opposite: 'stroke-faint [stroke-dasharray:7_3]',
};

/** Compares the three curves on the signals that all of them cover. */
const Results = ({ curves }: { curves: readonly Curve[] }) => (
  <ul className="divide-y divide-line-soft border-t border-line-soft text-sm tabular-nums">
    {curves.map(({ name, figures: { trades, profit, range } }) => (
      <li key={name} className="flex flex-wrap items-center gap-x-3 px-4 py-2.5">
        <LineKey className={LINE_CLASSES[name]} />
        <span className="flex-1">{CURVE_NAMES[name]}</span>
        <span className="font-semibold">{trades === 0 ? '–' : formatResult(profit)}</span>
        <span className="w-full text-xs text-muted sm:w-52 sm:text-right">
          {trades === 0
            ? 'no trades yet'
            : `${formatResultRange({ range })}, ${formatTradeCount(trades)}`}
        </span>
      </li>
    ))}
  </ul>
);

function describeComparison(
  { curves, comparedFrom, from, isCut }: PaperBoard,
  formatBoardMoment: (at: number) => string,
): string {
  const sharedText = `All three cover the same ${formatSignalCount(curves[0]?.figures.signals ?? 0)}`;
  const text =
    comparedFrom > from
      ? `${sharedText} since ${formatBoardMoment(comparedFrom)}. Some closing prices of older signals are missing, so the opposite side’s result is unknown.`
      : `${sharedText}.`;
  return isCut ? `${text} The newest signals are left out until their later levels close.` : text;
}

export function Curves({
  board,
  payout,
  notes = [],
}: {
  board: PaperBoard;
  payout: number;
  notes?: readonly string[];
}) {
  const zone = useZone();
  const formatBoardMoment = (at: number) => formatMoment(at, board.now, zone);
  const [botCurve] = board.curves;
  const rows = thinOut(botCurve?.points ?? [], MAX_TABLE_ROWS);
  return (
    <Panel title="Result">
      <StepChart
        isLabelled={false}
        lines={board.curves.map(({ name, points }) => ({ points, className: LINE_CLASSES[name] }))}
        from={board.from}
        until={board.now}
      />
      <Results curves={board.curves} />
      <details className="border-t border-line-soft text-xs text-muted">
        <summary className="min-h-11 px-4 py-3.5 font-semibold lg:min-h-9 lg:py-2.5">
          How this is counted
        </summary>
        <div className="grid gap-2 px-4 pb-3 text-pretty tabular-nums">
          <p>
            {`${describeComparison(board, formatBoardMoment)} ${describeTooFewTrades(board.slice.figures.trades, payout)}`}
          </p>
          {[...notes, `Starting balance: ${formatMoney(board.slice.startBalance / 100)}`].map(
            (note) => (
              <p key={note}>{note}</p>
            ),
          )}
        </div>
      </details>
      <AsTable
        caption="Results over time"
        columns={[
          { name: 'Time' },
          ...board.curves.map(({ name }) => numberColumn(CURVE_NAMES[name])),
        ]}
        rows={rows.map(({ at }) => [
          formatBoardMoment(at),
          ...board.curves.map(({ points }) => formatResult(getResultAt(points, at))),
        ])}
      />
    </Panel>
  );
}
