import { type Access, getAudiences, isLocked } from '@quantalgo/contracts/access/access';
import { formatHours, formatMinutes } from '@quantalgo/contracts/core/durations';
import {
  formatCount,
  formatDate,
  formatPercent,
  formatWeekdayTime,
  formatZonedClock,
  formatZonedTime,
} from '@quantalgo/contracts/core/format';
import { nextSlotStart } from '@quantalgo/contracts/core/slots';
import { isRoundTheClock as isRoundTheClockPair } from '@quantalgo/contracts/market/marketHours';
import { formatPair, pairSchema } from '@quantalgo/contracts/market/pairs';
import type { Performance } from '@quantalgo/contracts/signals/figures';
import { findNextBasicSlot } from '@quantalgo/contracts/signals/signal';
import { Send } from 'lucide-react';
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
import { BRAND } from '../../core/brand';
import { useAt, useNow } from '../../data/core/clock';
import { readDraft, writeDraft } from '../../data/core/webStorage';
import { useMember } from '../../data/auth/currentSession';
import {
  type ReceivedSignal,
  usePerformance,
  useSignalCount,
  useSignals,
} from '../../data/signals/useSignals';
import { useHeartbeat, useMarketOpening } from '../../data/signals/heartbeat';
import { useFreshness } from '../../data/sync/freshness';
import { useZone } from '../../core/zone';
import { Card } from '../../ui/Card';
import { Chip } from '../../ui/Chip';
import { DemonstrationTag } from '../../ui/DemonstrationTag';
import { PageHeading } from '../../ui/Heading';
import { ExternalLinkButton } from '../../ui/Links';
import { BesideBroker } from './BesideBroker';
import { CurrentSignals, getRoomState } from './CurrentSignals';
import { History, isSettled, type SettledSignal } from './History';
import { LockedRoom, QUICK_TIPS } from './LockedRoom';
import { PerformancePanel } from './PerformancePanel';
import { CardSkeleton } from './SignalCard';
import { HistorySkeleton } from './SignalRow';
import { UntilStopped } from './Stopped';
import { formatAge } from './signalText';

export default function SignalRoom() {
  const member = useMember();
  const { state } = useFreshness();
  if (member === null) return null;
  return isLocked(member) || state === 'blocked' ? (
    <LockedRoom />
  ) : (
    <OpenRoom access={member} uid={member.id} />
  );
}

function OpenRoom({ access, uid }: { access: Access; uid: string }) {
  const freshness = useFreshness();
  const zone = useZone();
  const { signals, settled, settledTotal, more } = useStoredSignals();
  const performance = usePerformance();
  const opening = useMarketOpening();
  const nextAt = useAt((now) => getNextSignalTime(access, now));
  const today = useAt((now) => formatDate(now, zone));
  const state = getRoomState(signals?.length, freshness);
  const isLive = freshness.state === 'live' && opening === null;
  const header = <RoomHeader live={isLive} nextAt={nextAt} opening={opening} />;
  if (state === 'reading' || signals === undefined || opening === undefined)
    return (
      <Columns
        header={header}
        current={<CardSkeleton />}
        side={
          <Side
            key="reading"
            history={<HistorySkeleton />}
            record={<PerformancePanel performance={undefined} />}
          />
        }
      />
    );
  return (
    <Columns
      header={header}
      current={
        <>
          <UntilStopped uid={uid}>
            <CurrentSignals
              state={state}
              signals={signals}
              next={{
                at: nextAt,
                opensAt: opening,
                basicOnly: !getAudiences(access).includes('order-flow'),
              }}
            />
            <BesideBroker />
          </UntilStopped>
        </>
      }
      side={
        <Side
          key="read"
          history={
            <History
              signals={settled}
              total={settledTotal}
              age={formatAge(freshness, zone)}
              today={today}
              onMore={more}
            />
          }
          record={<PerformancePanel performance={performance} />}
        />
      }
      below={<Extras roundTheClock={isRoundTheClock(performance, signals)} />}
    />
  );
}

/** True for a market that never closes: a simulated one, or the broker's own. */
const isRoundTheClock = (
  performance: Performance | null | undefined,
  signals: readonly ReceivedSignal[],
): boolean =>
  performance?.source === 'simulated' || signals.some(({ pair }) => isRoundTheClockPair(pair));

/** Epoch ms, server clock. */
interface RoomTimes {
  readonly nextAt: number;
  /** When a closed market opens; null while it is open, undefined while that loads. */
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
          <span>next</span> <span className="max-[22.5rem]:sr-only">signal </span>
          <span
            translate="no"
            className="max-sm:sr-only"
          >{`at ${formatZonedTime(nextAt, zone)}, `}</span>
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
          {isOpen ? formatMinutes(nextAt - now) : formatHours(opening - now)}
        </span>
      </span>
    </p>
  );
}

function RoomHeader({ live: isLive, ...times }: RoomTimes & { readonly live: boolean }) {
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <div className="flex flex-wrap items-center gap-x-2.5">
        <PageHeading>Signal Room</PageHeading>
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

const Columns = ({
  header,
  current,
  side,
  below,
}: {
  header: ReactNode;
  current: ReactNode;
  side: ReactNode;
  below?: ReactNode;
}) => (
  <div className="grid gap-x-5.5 gap-y-8 lg:grid-cols-[minmax(0,1fr)_19.5rem] lg:grid-rows-[auto_1fr] lg:gap-y-6">
    <div className="grid min-w-0 grid-cols-1 content-start gap-4">
      {header}
      {current}
    </div>
    {side}
    {below}
  </div>
);

/** History comes first on phones, the record on wide screens. */
const Side = ({ history, record }: { history: ReactNode; record: ReactNode }) => (
  <div className="grid min-w-0 grid-cols-1 content-start gap-8 lg:row-span-2 lg:gap-4">
    {history}
    <div className="lg:order-first">{record}</div>
  </div>
);

const Extras = ({ roundTheClock }: { roundTheClock: boolean }) => (
  <div data-passing className="grid content-start gap-4 sm:grid-cols-2">
    <QuickTips />
    <MarketStatus roundTheClock={roundTheClock} />
    <BotLink />
  </div>
);

/** Settled signals needed before a pair can be called the best. */
const MIN_SETTLED = 30;

/** The pair with the best lower bound of its first-entry rate; null if too few signals are settled. */
function findBestPair(performance: Performance | null | undefined): string | null {
  const candidates =
    performance?.details?.byPair.filter(({ settled }) => settled >= MIN_SETTLED) ?? [];
  const [best] = candidates.sort((a, b) => b.firstEntryRate.low - a.firstEntryRate.low);
  const pair = pairSchema.safeParse(best?.name).data;
  if (!best || pair === undefined) return null;
  return `${formatPair(pair)}, ${formatPercent(best.firstEntryRate.value)} of ${formatCount(best.settled)}`;
}

/** Volatility comes from the publisher's candles, the best pair from the record. */
function MarketStatus({ roundTheClock }: { roundTheClock: boolean }) {
  const now = useNow();
  const zone = useZone();
  const market = useHeartbeat()?.market;
  const best = findBestPair(usePerformance());
  const facts = [
    ...(roundTheClock ? [{ name: 'OTC', value: 'Open 24/7' }] : []),
    { name: 'Volatility', value: market?.volatility ?? 'Not known yet' },
    { name: 'Best pair', value: best ?? 'Too few settled yet' },
  ];
  return (
    <Card className="p-4">
      <h2 className="text-sm">Market status</h2>
      <dl className="mt-2 grid gap-2 text-sm">
        {facts.map(({ name, value }) => (
          <div key={name} className="flex justify-between gap-3">
            <dt className="text-muted">{name}</dt>
            <dd translate="no" className="text-right tabular-nums">
              {value}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 flex justify-between gap-3 border-t border-line-soft pt-3 text-sm">
        <span className="text-muted">Clock</span>
        <span translate="no" data-passing className="tabular-nums">
          {formatZonedClock(now, zone)}
        </span>
      </p>
    </Card>
  );
}

const QuickTips = () => (
  <Card className="p-4">
    <h2 className="text-sm">Quick tips</h2>
    <ul className="mt-2 grid gap-2 text-sm text-muted">
      {QUICK_TIPS.map((tip) => (
        <li key={tip} className="flex gap-2.5">
          <span aria-hidden className="mt-2 size-1 shrink-0 rounded-full bg-faint" />
          <span>{tip}</span>
        </li>
      ))}
    </ul>
  </Card>
);

const { bot } = BRAND.telegram;

const BotLink = () =>
  bot !== null && (
    <div className="grid justify-items-end gap-2 sm:col-span-2">
      <ExternalLinkButton href={bot} className="w-full max-[22.5rem]:text-sm">
        <Send size={18} aria-hidden />
        <span>Open our Telegram bot</span>
      </ExternalLinkButton>
      <DemonstrationTag />
    </div>
  );

/** Epoch ms: the next slot, or the next one with a basic signal. */
export const getNextSignalTime = (access: Access, now: number): number =>
  getAudiences(access).includes('order-flow') ? nextSlotStart(now) : findNextBasicSlot(now);

/** Signals loaded at first, and with each "Show more". */
const INITIAL_COUNT = 15;

const MORE_COUNT = 20;

/** A number, such as the rows shown, that is restored with its entry of the browser's history. */
function useEntryNumber(name: string, initial: number): [number, Dispatch<SetStateAction<number>>] {
  const draft = `${name} ${useLocation().key}`;
  const [value, setValue] = useState(() => z.int().safeParse(readDraft(draft)).data ?? initial);
  useEffect(() => writeDraft(draft, value === initial ? null : value), [draft, value, initial]);
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
    more: count > loadedCount ? loadMore : null,
  };
}
