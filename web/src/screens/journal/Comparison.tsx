import { formatCount, formatDate, formatMoment } from '@quantalgo/contracts/core/format';
import { type Zone, DAY_MS } from '@quantalgo/contracts/core/time';
import {
  type CentsRange,
  getCoinResult,
  type CountedTrade,
  buildCurve,
  buildBaselineTrades,
  computeChanceRange,
  type ResultSum,
  sumTrades,
} from '@quantalgo/contracts/journal/results';
import type { Payouts } from '@quantalgo/contracts/signals/payout';
import { useMemo } from 'react';
import { usePayouts } from '../../data/settings/payout';
import type { SignalDigest } from '../../data/signals/useDigests';
import { useZone } from '../../core/zone';
import { AsTable, numberColumn } from '../../ui/AsTable';
import { Panel } from '../../ui/Card';
import { LineKey, thinOut } from '../../ui/Plot';
import { StepChart } from '../../ui/StepChart';
import { describeBasis, getCoinRange, formatCentsRange, formatResultMoney } from './resultText';

interface ComparisonLine {
  readonly name: string;
  readonly className: string;
  readonly points: readonly { readonly at: number; readonly result: number }[];
  readonly cents: number;
  /** Null if there is nothing to compare. */
  readonly range: CentsRange | null;
  readonly note: string;
}

const MAX_TABLE_ROWS = 12;

/** Oldest first. Leaves out signals outside the trades' time span, and signals that don't match their seal. */
function selectSignals(trades: readonly CountedTrade[], digests: readonly SignalDigest[]) {
  const ids = trades.map(({ id }) => id).sort();
  const [firstId = '', lastId = ''] = [ids[0], ids.at(-1)];
  return digests.filter(({ id, differs }) => !differs && id >= firstId && id <= lastId).reverse();
}

function buildLines(
  trades: readonly CountedTrade[],
  { sum, mine, digests, payouts, zone }: ComparisonProps & { payouts: Payouts; zone: Zone },
): ComparisonLine[] {
  const from = trades[0]?.at ?? 0;
  const toPoints = (
    curveTrades: readonly CountedTrade[],
    getCents: (trade: CountedTrade) => number,
    start = from,
  ) => [{ at: start, result: 0 }, ...buildCurve(curveTrades, getCents)];
  const signalTrades = buildBaselineTrades(selectSignals(trades, digests), {
    staked: sum.staked,
    payouts,
  });
  const signalSum = sumTrades(signalTrades);
  const signalsFrom = signalTrades[0]?.at ?? from;
  const startsLate = signalsFrom - from > DAY_MS;
  const allNote = `the same total stake on ${formatCount(signalSum.trades)} first entries`;
  return [
    {
      name: mine,
      className: 'stroke-text',
      points: toPoints(trades, ({ cents }) => cents),
      cents: sum.cents,
      range: computeChanceRange(sum.cents, sum),
      note: describeBasis(sum),
    },
    {
      name: 'Same trades at recorded prices',
      className: 'stroke-muted [stroke-dasharray:10_3_2_3]',
      points: toPoints(trades, ({ recordedCents }) => recordedCents),
      cents: sum.recordedCents,
      range: computeChanceRange(sum.recordedCents, sum),
      note: describeBasis(sum),
    },
    {
      name: 'All signals',
      className: 'stroke-faint [stroke-dasharray:7_3]',
      points: toPoints(signalTrades, ({ cents }) => cents, startsLate ? signalsFrom : from),
      cents: signalSum.cents,
      range: computeChanceRange(signalSum.cents, signalSum),
      note: startsLate
        ? `${allNote} since ${formatDate(signalsFrom, zone)}, the oldest on this device`
        : allNote,
    },
    {
      name: 'A coin',
      className: 'stroke-amber [stroke-dasharray:2_3]',
      points: toPoints(trades, getCoinResult),
      cents: sum.coinCents,
      range: getCoinRange(sum),
      note: 'the same trades with directions chosen by coin flips, and the range of such results',
    },
  ];
}

/** Null before the line begins. */
function getLineResult({ points }: ComparisonLine, at: number): number | null {
  let result = null;
  for (const point of points) {
    if (point.at > at) break;
    ({ result } = point);
  }
  return result;
}

const Row = ({ line }: { line: ComparisonLine }) => (
  <li className="flex flex-wrap items-center gap-x-3 gap-y-0.5 px-4 py-2.5">
    <LineKey className={line.className} />
    <span className="min-w-0 flex-1">{line.name}</span>
    <span className="font-semibold">{line.range ? formatResultMoney(line.cents) : '–'}</span>
    <span className="w-full pl-8 text-xs text-muted">
      {line.range ? (
        <>
          <span>{`${line.note}:`}</span>{' '}
          <span className="sm:whitespace-nowrap">{formatCentsRange(line.range)}</span>{' '}
          <span>at 95%</span>
        </>
      ) : (
        'none settled on this device yet'
      )}
    </span>
  </li>
);

interface ComparisonProps {
  readonly sum: ResultSum;
  readonly mine: string;
  readonly digests: readonly SignalDigest[];
}

export function Comparison({
  trades,
  now,
  ...props
}: ComparisonProps & { trades: readonly CountedTrade[]; now: number }) {
  const zone = useZone();
  const payouts = usePayouts();
  const { sum, mine, digests } = props;
  const lines = useMemo(
    () => buildLines(trades, { sum, mine, digests, payouts, zone }),
    [trades, sum, mine, digests, payouts, zone],
  );
  const [memberLine] = lines;
  const rows = thinOut(memberLine?.points ?? [], MAX_TABLE_ROWS);
  const until = Math.max(...lines.map(({ points }) => points.at(-1)?.at ?? 0));
  return (
    <Panel title="Compared with the record">
      <StepChart
        lines={lines.map(({ points, className }) => ({ points, className }))}
        from={trades[0]?.at ?? until}
        until={until}
      />
      <ul className="divide-y divide-line-soft border-t border-line-soft text-sm tabular-nums">
        {lines.map((line) => (
          <Row key={line.className} line={line} />
        ))}
      </ul>
      <AsTable
        caption="Results over time"
        columns={[{ name: 'Time' }, ...lines.map(({ name }) => numberColumn(name))]}
        rows={rows.map(({ at }) => [
          formatMoment(at, now, zone),
          ...lines.map((line) => {
            const result = getLineResult(line, at);
            return result === null ? '–' : formatResultMoney(result);
          }),
        ])}
      />
    </Panel>
  );
}
