import { countText, dateText, momentText } from '@quantalgo/contracts/core/format';
import { type Zone, DAY_MS } from '@quantalgo/contracts/core/time';
import {
  type CentsRange,
  coinCents,
  type CountedTrade,
  curveOf,
  everySignal,
  rangeAround,
  type ResultSum,
  sumOfTrades,
} from '@quantalgo/contracts/journal/results';
import { useMemo } from 'react';
import { usePayout } from '../../data/settings/payout';
import type { SignalDigest } from '../../data/signals/useDigests';
import { useZone } from '../../core/zone';
import { AsTable, figures } from '../../ui/AsTable';
import { Panel } from '../../ui/Card';
import { LineKey, thinned } from '../../ui/Plot';
import { StepChart } from '../../ui/StepChart';
import { basisText, coinsRange, rangeMoney, resultMoney } from './resultText';

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

/**
 * Settled signals of the time span of the trades, oldest first, without those that differ from their
 * seal.
 */
function selectSignals(trades: readonly CountedTrade[], digests: readonly SignalDigest[]) {
  const ids = trades.map(({ id }) => id).sort();
  const [first = '', last = ''] = [ids[0], ids.at(-1)];
  return digests.filter(({ id, differs }) => !differs && id >= first && id <= last).reverse();
}

function buildLines(
  trades: readonly CountedTrade[],
  { sum, mine, digests, payout, zone }: ComparisonProps & { payout: number; zone: Zone },
): ComparisonLine[] {
  const from = trades[0]?.at ?? 0;
  const buildCurve = (
    curveTrades: readonly CountedTrade[],
    getCents: (trade: CountedTrade) => number,
    start = from,
  ) => [{ at: start, result: 0 }, ...curveOf(curveTrades, getCents)];
  const signalTrades = everySignal(selectSignals(trades, digests), { staked: sum.staked, payout });
  const signalSum = sumOfTrades(signalTrades);
  const signalsFrom = signalTrades[0]?.at ?? from;
  const startsLate = signalsFrom - from > DAY_MS;
  const allNote = `the same money on ${countText(signalSum.trades)} first entries`;
  return [
    {
      name: mine,
      className: 'stroke-text',
      points: buildCurve(trades, ({ cents }) => cents),
      cents: sum.cents,
      range: rangeAround(sum.cents, sum),
      note: basisText(sum),
    },
    {
      name: 'The same at the record’s prices',
      className: 'stroke-muted [stroke-dasharray:10_3_2_3]',
      points: buildCurve(trades, ({ recordedCents }) => recordedCents),
      cents: sum.recordedCents,
      range: rangeAround(sum.recordedCents, sum),
      note: basisText(sum),
    },
    {
      name: 'All signals',
      className: 'stroke-faint [stroke-dasharray:7_3]',
      points: buildCurve(signalTrades, ({ cents }) => cents, startsLate ? signalsFrom : from),
      cents: signalSum.cents,
      range: rangeAround(signalSum.cents, signalSum),
      note: startsLate
        ? `${allNote} since ${dateText(signalsFrom, zone)}, as far back as this device holds them`
        : allNote,
    },
    {
      name: 'A coin',
      className: 'stroke-amber [stroke-dasharray:2_3]',
      points: buildCurve(trades, coinCents),
      cents: sum.coinCents,
      range: coinsRange(sum),
      note: 'the same trades with sides by coin flip; the range of coins',
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
    <span className="font-semibold">{line.range ? resultMoney(line.cents) : '–'}</span>
    <span className="w-full pl-8 text-xs text-muted">
      {line.range ? (
        <>
          <span>{`${line.note}:`}</span>{' '}
          <span className="whitespace-nowrap">{rangeMoney(line.range)}</span> <span>at 95 %</span>
        </>
      ) : (
        'none settled here yet'
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
  const payout = usePayout();
  const { sum, mine, digests } = props;
  const lines = useMemo(
    () => buildLines(trades, { sum, mine, digests, payout, zone }),
    [trades, sum, mine, digests, payout, zone],
  );
  const [memberLine] = lines;
  const rows = thinned(memberLine?.points ?? [], MAX_TABLE_ROWS);
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
        columns={[{ name: 'At' }, ...lines.map(({ name }) => figures(name))]}
        rows={rows.map(({ at }) => [
          momentText(at, now, zone),
          ...lines.map((line) => {
            const result = getLineResult(line, at);
            return result === null ? '–' : resultMoney(result);
          }),
        ])}
      />
    </Panel>
  );
}
