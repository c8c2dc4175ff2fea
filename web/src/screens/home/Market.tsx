import {
  formatDecimal,
  formatMoment,
  formatPercent,
  formatInterval,
  formatShortDecimal,
} from '@quantalgo/contracts/core/format';
import { parseSlotId } from '@quantalgo/contracts/core/slots';
import { formatIsoDay, MINUTE_MS, type Zone } from '@quantalgo/contracts/core/time';
import { formatIsoWeek } from '@quantalgo/contracts/journal/weeks';
import type { MarketState } from '@quantalgo/contracts/market/market';
import { formatPair } from '@quantalgo/contracts/market/pairs';
import { COIN } from '@quantalgo/contracts/signals/ladder';
import { computeWilsonInterval } from '@quantalgo/contracts/signals/signal';
import { useNow } from '../../data/core/clock';
import { useHeartbeat } from '../../data/signals/heartbeat';
import {
  getFirstEntryTime,
  type SignalDigest,
  useNewestDigests,
} from '../../data/signals/useDigests';
import { useFreshness } from '../../data/sync/freshness';
import { useZone } from '../../core/zone';
import { Figures, Panel } from '../../ui/Card';
import { Skeleton } from '../../ui/Loading';

const MAX_ASSETS = 4;

const formatPairs = ({ without }: MarketState): string =>
  without.length === 0 ? 'All pairs' : `All pairs but ${without.map(formatPair).join(', ')}`;

/** Null if the server has sent none, undefined before its first answer is stored. */
function useMarketState(): MarketState | null | undefined {
  const heartbeat = useHeartbeat();
  const { state } = useFreshness();
  const isPending = state === 'loading' || state === 'live';
  return heartbeat === null && isPending ? undefined : heartbeat && heartbeat.market;
}

export function MarketMood() {
  const market = useMarketState();
  const now = useNow(MINUTE_MS);
  const zone = useZone();
  if (market === undefined) return <Skeleton className="h-68" />;
  if (market === null)
    return (
      <Panel title="Market mood">
        <p className="border-t border-line-soft px-4 py-3 text-sm text-muted">
          Nothing received yet. It appears with the next slot while the market is open.
        </p>
      </Panel>
    );
  const hours = formatShortDecimal(market.minutes / 60);
  return (
    <Panel title="Market mood">
      <div className="border-t border-line-soft px-4 py-3">
        <p className="text-lg font-semibold tracking-tight">{market.mood}</p>
        <p className="text-xs text-muted tabular-nums">
          {`${formatPairs(market)} over ${hours} hours, until ${formatMoment(parseSlotId(market.slot), now, zone)}`}
        </p>
      </div>
      <h3 className="border-t border-line-soft px-4 pt-3 text-sm">High-volatility assets</h3>
      <dl className="grid gap-2 px-4 pt-2 pb-4 text-sm tabular-nums">
        {market.ranges.slice(0, MAX_ASSETS).map(({ pair, percent }) => (
          <div key={pair} className="flex justify-between gap-3">
            <dt translate="no" className="text-muted">
              {formatPair(pair)}
            </dt>
            <dd translate="no">
              <span>{`${formatDecimal(percent, 2)} %`}</span>{' '}
              <span className="text-faint">{`in ${hours} h`}</span>
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

/** First entries that won, out of all settled signals. */
function computeAccuracy(digests: readonly SignalDigest[]) {
  const settled = digests.filter(({ ending, differs }) => ending !== null && !differs);
  const won = settled.filter(({ ending }) => ending?.outcome === 'profit' && ending.level === 0);
  const range = computeWilsonInterval(won.length, settled.length);
  return {
    value: formatPercent(range?.value ?? null),
    note: range
      ? `${won.length} of ${settled.length} · ${formatInterval(range)}`
      : 'none settled yet',
  };
}

const PERIODS = [
  { label: 'Accuracy today', getPeriod: formatIsoDay },
  { label: 'Accuracy this week', getPeriod: formatIsoWeek },
  {
    label: 'Accuracy this month',
    getPeriod: (at: number, zone: Zone) => formatIsoDay(at, zone).slice(0, 7),
  },
] as const;

/** UTC days that cover the month so far in any zone. */
const MONTH_DAYS = 32;

export function MarketToday() {
  const now = useNow(MINUTE_MS);
  const zone = useZone();
  const digests = useNewestDigests(MONTH_DAYS) ?? [];
  const today = digests.filter(
    (digest) => formatIsoDay(getFirstEntryTime(digest), zone) === formatIsoDay(now, zone),
  );
  return (
    <Panel title="Market today">
      <Figures
        className="border-t border-line-soft"
        figures={[
          { label: 'Signals so far', value: String(today.length), note: 'of your tier' },
          ...PERIODS.map(({ label, getPeriod }) => {
            const period = getPeriod(now, zone);
            return {
              label,
              ...computeAccuracy(
                digests.filter((digest) => getPeriod(getFirstEntryTime(digest), zone) === period),
              ),
            };
          }),
        ]}
      />
      <p className="border-t border-line-soft bg-sunk px-4 py-2 text-xs text-pretty text-muted">
        {`First entries that won, of your signals on this device, with 95 % intervals. A coin wins ${formatShortDecimal(COIN.firstEntry)} %.`}
      </p>
    </Panel>
  );
}
