import { type Access, getAudiences, isLocked } from '@quantalgo/contracts/access/access';
import { formatWait } from '@quantalgo/contracts/core/durations';
import {
  formatDate,
  formatWeekdayTime,
  formatZonedClock,
  formatZonedTime,
} from '@quantalgo/contracts/core/format';
import { nextSlotStart } from '@quantalgo/contracts/core/slots';
import { isRoundTheClock as isRoundTheClockPair } from '@quantalgo/contracts/market/marketHours';
import type { Performance } from '@quantalgo/contracts/signals/figures';
import { findNextBasicSlot } from '@quantalgo/contracts/signals/signal';
import {
  type Dispatch,
  type ReactNode,
  type SetStateAction,
  useCallback,
  useEffect,
  useMemo,
  useState,
} from 'react';
import { useLocation } from 'react-router-dom';
import * as z from 'zod/mini';
import { useAt, useNow } from '../../data/core/clock';
import { runAfterPaint } from '../../data/core/firstPaint';
import { hasTopWindows } from '../../data/core/topWindow';
import { canKeepAwake } from '../../data/core/wakeLock';
import { readTabState, writeTabState } from '../../data/core/webStorage';
import { useMember } from '../../data/auth/currentSession';
import {
  type ReceivedSignal,
  usePerformance,
  useSignalCount,
  useSignals,
} from '../../data/signals/useSignals';
import { useHeartbeat, useMarketOpening } from '../../data/signals/heartbeat';
import { type Freshness, useFreshness } from '../../data/sync/freshness';
import { useZone } from '../../core/zone';
import { Panel } from '../../ui/Card';
import { Chip } from '../../ui/Chip';
import { PageHeading } from '../../ui/Heading';
import { lazyComponent } from '../../ui/lazyComponent';
import { CurrentSignals, getRoomState } from './CurrentSignals';
import { History, isSettled, type SettledSignal } from './History';
import { LazyLockedRoom } from './LazyLockedRoom';
import { PerformancePanel } from './PerformancePanel';
import { CardSkeleton } from './CardSkeleton';
import { HistorySkeleton } from './HistoryLine';
import { UntilStopped } from './Stopped';
import { formatAge } from './signalText';

/** As high as `BesideBroker`: a button and a switch, as far as the browser supports them. */
const BesideBrokerSpace = () =>
  (hasTopWindows() || canKeepAwake()) && (
    <div className="flex flex-wrap justify-between gap-x-6 gap-y-1">
      {hasTopWindows() && <div className="h-11 w-33" />}
      {canKeepAwake() && <div className="h-15.5 w-61" />}
    </div>
  );

const BesideBroker = lazyComponent(
  async () => (await import('./lateParts')).BesideBroker,
  <BesideBrokerSpace />,
  runAfterPaint,
);

const RoomExtras = lazyComponent(
  async () => (await import('./lateParts')).RoomExtras,
  null,
  runAfterPaint,
);

export default function SignalRoom() {
  const member = useMember();
  const { state } = useFreshness();
  if (member === null) return null;
  return isLocked(member) || state === 'blocked' ? (
    <LazyLockedRoom />
  ) : (
    <OpenRoom access={member} uid={member.id} />
  );
}

function OpenRoom({ access, uid }: { access: Access; uid: string }) {
  const freshness = useFreshness();
  const zone = useZone();
  const { signals, settled, settledTotal, more } = useStoredSignals();
  const storedFigures = usePerformance();
  const hasSettled = settled.length > 0;
  // Settled signals may arrive a moment before their figures.
  const isAwaitingFigures = storedFigures === null && hasSettled && isConnected(freshness);
  const performance = isAwaitingFigures ? undefined : storedFigures;
  const opening = useMarketOpening();
  const nextAt = useAt((now) => getNextSignalTime(access, now));
  const today = useAt((now) => formatDate(now, zone));
  const state = getRoomState(signals?.length, freshness);
  const isLive = freshness.state === 'live' && opening === null;
  const header = <RoomHeader live={isLive} nextAt={nextAt} opening={opening} />;
  if (state === 'reading' || signals === undefined || opening === undefined)
    return (
      <Columns
        key="reading"
        current={
          <>
            {header}
            <CardSkeleton />
          </>
        }
        history={<HistorySkeleton />}
        record={<PerformancePanel performance={undefined} />}
      />
    );
  const basicOnly = !getAudiences(access).includes('order-flow');
  return (
    <Columns
      key="read"
      current={
        <>
          {header}
          <UntilStopped uid={uid}>
            <CurrentSignals
              state={state}
              signals={signals}
              next={{ at: nextAt, opensAt: opening, basicOnly }}
            />
            <BesideBroker />
          </UntilStopped>
        </>
      }
      history={
        <History
          signals={settled}
          total={settledTotal}
          age={freshness.state === 'fresh' ? null : formatAge(freshness, zone)}
          today={today}
          onMore={more}
        />
      }
      record={<PerformancePanel performance={performance} hasSettled={hasSettled} />}
      market={
        <MarketStatus
          performance={performance}
          roundTheClock={isRoundTheClock(performance, signals)}
          opening={opening}
        />
      }
      extras={<RoomExtras />}
    />
  );
}

const isConnected = ({ state }: Freshness): boolean =>
  state === 'loading' || state === 'live' || state === 'fresh';

/** True for a market that never closes: a simulated one, or one that the broker runs itself. */
const isRoundTheClock = (
  performance: Performance | null | undefined,
  signals: readonly ReceivedSignal[],
): boolean =>
  performance?.source === 'simulated' || signals.some(({ pair }) => isRoundTheClockPair(pair));

/** Epoch ms, server clock. */
interface RoomTimes {
  readonly nextAt: number;
  /** When a closed market opens; null while it is open, undefined while loading. */
  readonly opening: number | null | undefined;
}

function NextUp({ nextAt, opening }: RoomTimes) {
  const now = useNow();
  const zone = useZone();
  const isOpen = typeof opening !== 'number';
  return (
    <p
      data-passing
      className={`text-right text-sm text-muted tabular-nums ${opening === undefined ? 'invisible' : ''}`}
    >
      {isOpen ? (
        <>
          <span>next</span>{' '}
          <span
            translate="no"
            className="sr-only"
          >{`signal at ${formatZonedTime(nextAt, zone)}, `}</span>
        </>
      ) : (
        <>
          <span>market opens</span>{' '}
          <span
            translate="no"
            className="max-sm:sr-only"
          >{`${formatWeekdayTime(opening, zone)}, `}</span>
        </>
      )}
      <span aria-hidden>
        in{' '}
        <span translate="no" className="font-semibold text-text">
          {formatWait((isOpen ? nextAt : opening) - now)}
        </span>
      </span>
    </p>
  );
}

function RoomHeader({ live: isLive, ...times }: RoomTimes & { readonly live: boolean }) {
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <div className="flex flex-wrap items-center gap-x-2.5">
        <PageHeading>Signal Stream</PageHeading>
        {isLive && (
          <span data-passing>
            <Chip tone="good">
              <span
                aria-hidden
                className="size-1.5 rounded-full bg-current forced-color-adjust-none"
              />
              <span translate="no">LIVE</span>
            </Chip>
          </span>
        )}
      </div>
      <NextUp {...times} />
    </header>
  );
}

interface ColumnsProps {
  readonly current: ReactNode;
  readonly history: ReactNode;
  readonly record: ReactNode;
  readonly market?: ReactNode;
  readonly extras?: ReactNode;
}

/** Phones show the market below the record. Wide screens have two independent columns. */
const Columns = ({ current, history, record, market, extras }: ColumnsProps) => (
  <div className="grid gap-x-5.5 gap-y-6 lg:grid-cols-[minmax(0,24rem)_minmax(0,1fr)] lg:items-start">
    <div className="contents lg:grid lg:grid-cols-1 lg:gap-6">
      <div className="grid min-w-0 grid-cols-1 content-start gap-4">{current}</div>
      <div className="min-w-0 max-lg:order-1">{market}</div>
    </div>
    <div className="contents lg:grid lg:grid-cols-1 lg:gap-6">
      <div className="min-w-0">{history}</div>
      <div className="min-w-0 lg:order-first">{record}</div>
      <div className="grid min-w-0 gap-4 max-lg:order-1">{extras}</div>
    </div>
  </div>
);

/** Settled signals needed before a pair can be called the best. */
const MIN_SETTLED = 30;

/** Ranks by the lower bound of the first-entry rate. Null if too few signals are settled. */
function findBestPair(performance: Performance | null | undefined): string | null {
  const candidates =
    performance?.details?.byPair.filter(({ settled }) => settled >= MIN_SETTLED) ?? [];
  const [best] = candidates.sort((a, b) => b.firstEntryRate.low - a.firstEntryRate.low);
  return best?.name ?? null;
}

const MarketRow = ({
  name,
  passing,
  children,
}: {
  name: string;
  /** Hidden in the stored copy of the screen, because it is soon out of date. */
  passing?: true;
  children: string;
}) => (
  <div
    data-passing={passing}
    className="flex min-h-11 items-center justify-between gap-3 border-t border-line-soft px-4"
  >
    <dt className="text-muted">{name}</dt>
    <dd translate="no" className="text-right font-semibold tabular-nums">
      {children}
    </dd>
  </div>
);

/** Volatility comes from the publisher's candles, the best pair from the record. */
function MarketStatus({
  performance,
  roundTheClock,
  opening,
}: {
  performance: Performance | null | undefined;
  roundTheClock: boolean;
  opening: number | null;
}) {
  const now = useNow();
  const zone = useZone();
  const market = useHeartbeat()?.market;
  const volatility = market?.volatility ?? 'Not known yet';
  const bestPair =
    performance === undefined
      ? 'Loading…'
      : (findBestPair(performance) ?? 'Not enough results yet');
  return (
    <Panel title="Market status">
      <dl className="text-sm">
        <MarketRow name="Market">{opening === null ? 'Open' : 'Closed'}</MarketRow>
        {roundTheClock && <MarketRow name="OTC">Open 24/7</MarketRow>}
        <MarketRow name="Volatility">{volatility}</MarketRow>
        <MarketRow name="Best pair">{bestPair}</MarketRow>
        <MarketRow name="Clock" passing>
          {formatZonedClock(now, zone)}
        </MarketRow>
      </dl>
    </Panel>
  );
}

/** Epoch ms: the next slot, or for basic members the next slot with a basic signal. */
export const getNextSignalTime = (access: Access, now: number): number =>
  getAudiences(access).includes('order-flow') ? nextSlotStart(now) : findNextBasicSlot(now);

const INITIAL_COUNT = 10;

const MORE_COUNT = 20;

/** A number, such as the count of rows, that is restored with its browser history entry. */
function useEntryNumber(name: string, initial: number): [number, Dispatch<SetStateAction<number>>] {
  const stateName = `${name} ${useLocation().key}`;
  const [value, setValue] = useState(
    () => z.int().safeParse(readTabState(stateName)).data ?? initial,
  );
  useEffect(
    () => writeTabState(stateName, value === initial ? null : value),
    [stateName, value, initial],
  );
  return [value, setValue];
}

interface StoredSignals {
  /** Newest first; undefined while loading. */
  readonly signals: readonly ReceivedSignal[] | undefined;
  readonly settled: readonly SettledSignal[];
  /** All settled signals on this device, loaded or not. */
  readonly settledTotal: number;
  /** Loads more; null once all are loaded. */
  readonly more: (() => void) | null;
}

function useStoredSignals(): StoredSignals {
  const [limit, setLimit] = useEntryNumber('signals', INITIAL_COUNT);
  const signals = useSignals(limit);
  const count = useSignalCount() ?? 0;
  const settled = useMemo(() => signals?.filter(isSettled) ?? [], [signals]);
  const loadMore = useCallback(() => setLimit((current) => current + MORE_COUNT), [setLimit]);
  const loadedCount = signals?.length ?? 0;
  return {
    signals,
    settled,
    settledTotal: Math.max(count, loadedCount) - (loadedCount - settled.length),
    more: count > limit ? loadMore : null,
  };
}
