import { formatCount, formatDecimal, formatSeconds } from '@quantalgo/contracts/core/format';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { parseSlotId } from '@quantalgo/contracts/core/slots';
import { formatIsoDay } from '@quantalgo/contracts/core/time';
import type { CountedTrade } from '@quantalgo/contracts/journal/results';
import { computePriceSlippage, computeTimeSlippage } from '@quantalgo/contracts/journal/slippage';
import { findStopDays } from '@quantalgo/contracts/journal/stops';
import { ENTER_NOW_WINDOW_MS } from '@quantalgo/contracts/signals/signal';
import { type ReactNode, useMemo } from 'react';
import { useDesk } from '../../data/settings/desk';
import { isSettledAsSealed, type SignalDigest } from '../../data/signals/useDigests';
import { pluralize } from '../../core/pluralize';
import { useZone } from '../../core/zone';
import { Panel } from '../../ui/Card';
import { TextLink } from '../../ui/Links';
import { formatDayName } from './HeatMap';
import { formatResultMoney, formatTradesCount } from './resultText';

const SlippageRow = ({
  name,
  value,
  children,
}: {
  name: string;
  value: string;
  children: ReactNode;
}) => (
  <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-0.5 border-t border-line-soft px-4 py-2.5 text-sm">
    <dt>{name}</dt>
    <dd translate="no" className="text-right font-semibold tabular-nums">
      {value}
    </dd>
    <dd className="col-span-2 text-xs text-pretty text-muted tabular-nums">{children}</dd>
  </div>
);

function formatPoints(points: number): string {
  const size = Math.abs(points);
  const amount = size < 100 ? formatDecimal(size) : formatCount(Math.round(size));
  if (amount === formatDecimal(0)) return 'As good as the record’s on average';
  return `${amount} points ${points < 0 ? 'better' : 'worse'} on average`;
}

const formatTimes = (count: number): string =>
  count === 1 ? 'once' : `${formatCount(count)} times`;

function Prices({ trades }: { trades: readonly CountedTrade[] }) {
  const prices = useMemo(() => computePriceSlippage(trades), [trades]);
  if (prices.trades === 0)
    return (
      <SlippageRow name="Price" value="–">
        No trade has a broker’s price yet. Enter one to see what it cost.
      </SlippageRow>
    );
  return (
    <SlippageRow name="Price" value={formatResultMoney(-prices.costCents)}>
      {`${prices.meanPoints !== null ? `${formatPoints(prices.meanPoints)}: worse ${formatTimes(prices.worse)}, better ${formatTimes(prices.better)}. ` : ''}${formatTradesCount(prices.differingResults)} of ${formatCount(prices.trades)} with a broker’s price ended differently from the record.`}
    </SlippageRow>
  );
}

function Times({ trades }: { trades: readonly CountedTrade[] }) {
  const times = useMemo(() => computeTimeSlippage(trades), [trades]);
  if (times.meanMs === null)
    return (
      <SlippageRow name="Time" value="–">
        No trade has an entry time yet. Tap Taken on a signal’s card to record it.
      </SlippageRow>
    );
  return (
    <SlippageRow name="Time" value={formatResultMoney(-times.costCents)}>
      {`${formatCount(times.late.length)} of ${formatTradesCount(times.trades)} entered more than ${ENTER_NOW_WINDOW_MS / 1000} s late. Average delay across all of them: ${formatSeconds(times.meanMs)}. The amount is what your broker’s prices cost on the late trades, if you entered them.`}
    </SlippageRow>
  );
}

export const Slippage = ({ trades }: { trades: readonly CountedTrade[] }) => (
  <Panel title="What slippage cost">
    <dl>
      <Prices trades={trades} />
      <Times trades={trades} />
    </dl>
  </Panel>
);

/**
 * `reached`, `broken`: days.
 * @param since the first day covered (`2026-11-20`), if the device lacks earlier signals
 */
function describeStops(
  { reached, broken }: { readonly reached: number; readonly broken: number },
  { lostLadders, since }: { readonly lostLadders: number; readonly since: string | null },
): string {
  const limit = pluralize(lostLadders, 'lost ladder');
  if (reached > 0) {
    const scope = since === null ? '' : ` since ${formatDayName(since)}, the oldest on this device`;
    return `Kept on ${formatCount(reached - broken)} of ${formatCount(reached)} ${reached === 1 ? 'day' : 'days'}${scope}, by your current stop: ${limit}.`;
  }
  const subject =
    since === null
      ? 'Your stop'
      : `Since ${formatDayName(since)}, the oldest day on this device, your stop`;
  return `${subject} was never reached: no day had ${limit}.`;
}

/**
 * `days` (`2026-11-20`) limits the days listed. Says nothing about days before the oldest of the
 * digests, which have no gap.
 */
export function Stops({
  digests,
  taken,
  days,
}: {
  digests: readonly SignalDigest[];
  /** Slots of signals entered with money. */
  taken: readonly string[];
  days?: readonly string[];
}) {
  const zone = useZone();
  const desk = useDesk();
  const lostLadders = desk?.lostLadders;
  const stops = useMemo(
    () =>
      lostLadders === undefined
        ? []
        : findStopDays(digests.filter(isSettledAsSealed), taken, { lostLadders, zone }).filter(
            ({ day }) => !days || days.includes(day),
          ),
    [digests, taken, days, lostLadders, zone],
  );
  const oldest = digests.at(-1);
  const oldestDay = oldest && formatIsoDay(parseSlotId(oldest.id), zone);
  const isCovered = oldestDay !== undefined && (days?.at(-1) ?? oldestDay) >= oldestDay;
  if (desk === undefined || (desk && !isCovered)) return null;
  const [firstTaken] = [...taken].sort();
  const firstDay = days?.[0] ?? (firstTaken && formatIsoDay(parseSlotId(firstTaken), zone));
  const since = oldestDay && firstDay && firstDay < oldestDay ? oldestDay : null;
  const brokenStops = stops.filter(({ after }) => after.length > 0);
  return (
    <Panel title="Stops you kept">
      <p className="border-t border-line-soft px-4 py-3 text-sm text-pretty">
        {desk === null ? (
          <>
            <span>No stop is set. You can set one at</span>{' '}
            <TextLink to={`${PATHS.settings}#desk`}>the risk desk in Account Hub</TextLink>
            <span>.</span>
          </>
        ) : (
          describeStops(
            { reached: stops.length, broken: brokenStops.length },
            { lostLadders: desk.lostLadders, since },
          )
        )}
      </p>
      {brokenStops.length > 0 && (
        <ul aria-label="Stops you broke">
          {brokenStops.slice(0, 10).map(({ day, after }) => (
            <li
              key={day}
              className="flex justify-between gap-3 border-t border-line-soft px-4 py-2.5 text-sm tabular-nums"
            >
              <TextLink to={`${PATHS.journal}?day=${day}`}>{formatDayName(day)}</TextLink>
              <span className="text-muted">
                {`${after.length === 1 ? '1 entry' : `${formatCount(after.length)} entries`} after it`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
