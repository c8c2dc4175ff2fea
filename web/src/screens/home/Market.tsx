import { formatDecimal, formatMoment, formatShortDecimal } from '@quantalgo/contracts/core/format';
import { parseSlotId, SLOT_MS } from '@quantalgo/contracts/core/slots';
import { MINUTE_MS } from '@quantalgo/contracts/core/time';
import type { MarketState } from '@quantalgo/contracts/market/market';
import { formatPair } from '@quantalgo/contracts/market/pairs';
import { useZone } from '../../core/zone';
import { useNow } from '../../data/core/clock';
import { useHeartbeat } from '../../data/signals/heartbeat';
import { useFreshness } from '../../data/sync/freshness';
import { Panel } from '../../ui/Card';
import { Chip } from '../../ui/Chip';
import { Skeleton } from '../../ui/Loading';

const MAX_ASSETS = 4;

/** The mood is updated in every slot. An older one is shown with its time. */
const STALE_AFTER_MS = 3 * SLOT_MS;

/** Null if the server sent none; undefined until its first response is stored. */
function useMarketState(): MarketState | null | undefined {
  const heartbeat = useHeartbeat();
  const { state } = useFreshness();
  const isPending = state === 'loading' || state === 'live';
  return heartbeat === null && isPending ? undefined : heartbeat && heartbeat.market;
}

export function MarketMood({ className }: { className: string }) {
  const market = useMarketState();
  const now = useNow(MINUTE_MS);
  const zone = useZone();
  if (market === undefined) return <Skeleton className={`h-33 ${className}`} />;
  if (market === null)
    return (
      <Panel title="Market mood" className={className}>
        <p className="border-t border-line-soft px-4 py-3 text-sm text-muted">
          No market mood yet. It updates every five minutes while the market is open.
        </p>
      </Panel>
    );
  const hours = formatShortDecimal(market.minutes / 60);
  const until = parseSlotId(market.slot);
  return (
    <Panel
      title="Market mood"
      className={className}
      aside={<span className="text-sm font-semibold">{market.mood}</span>}
    >
      <div className="border-t border-line-soft px-4 py-3 text-sm text-muted">
        <h3 className="text-sm font-normal">{`Biggest moves over ${hours} hours`}</h3>
        <ul className="flex flex-wrap gap-1.5 pt-2">
          {market.ranges.slice(0, MAX_ASSETS).map(({ pair, percent }) => (
            <li key={pair}>
              <Chip>
                <span translate="no" className="font-normal tabular-nums">
                  {`${formatPair(pair)} ${formatDecimal(percent, 2)}%`}
                </span>
              </Chip>
            </li>
          ))}
        </ul>
        <p className="pt-2 text-xs tabular-nums empty:hidden">
          {[
            ...(market.without.length > 0
              ? [`No data for ${market.without.map(formatPair).join(', ')}`]
              : []),
            ...(now - until > STALE_AFTER_MS ? [`As of ${formatMoment(until, now, zone)}`] : []),
          ].join('. ')}
        </p>
      </div>
    </Panel>
  );
}
