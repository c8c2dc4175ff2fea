import {
  type Access,
  audiencesOf,
  dateText,
  dayEnd,
  hoursText,
  isLocked,
  isRoundTheClock as isRoundTheClockPair,
  minutesSeconds,
  nextBasicSlot,
  nextSlotStart,
  type Performance,
  weekdayTime,
  zonedClock,
  zonedTime,
} from '@quantalgo/contracts';
import { Send } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { BRAND } from '../../brand';
import { useNow } from '../../data/core/clock';
import { showApp, storeScreen, WIDE } from '../../data/core/firstPaint';
import { whenIdle } from '../../data/core/whenIdle';
import { useMember } from '../../data/session/currentSession';
import {
  type ReceivedSignal,
  usePerformance,
  useSignalCount,
  useSignals,
} from '../../data/signals/useSignals';
import { useOpening } from '../../data/signals/opening';
import { useFreshness } from '../../data/sync/freshness';
import { useZone } from '../../tell';
import { Card } from '../../ui/Card';
import { Chip, SampleTag } from '../../ui/Chip';
import { DemonstrationTag } from '../../ui/DemonstrationTag';
import { PageHeading } from '../../ui/Heading';
import { ExternalLinkButton } from '../../ui/Links';
import { CurrentSignals, roomState } from './CurrentSignals';
import { History, isSettled, type SettledSignal } from './History';
import { LockedRoom, QUICK_TIPS, SAMPLE_MARKET } from './LockedRoom';
import { PerformancePanel } from './PerformancePanel';
import { CardSkeleton } from './SignalCard';
import { HistorySkeleton } from './SignalRow';
import { ageText } from './signalText';

/** The Signal Room: live for members, a teaser for guests and whoever is locked. */
export default function SignalRoom() {
  const member = useMember();
  const { state } = useFreshness();
  if (member === null) return null;
  return isLocked(member) || state === 'blocked' ? <LockedRoom /> : <OpenRoom access={member} />;
}

/** The room of a member whose access is open. */
function OpenRoom({ access }: { access: Access }) {
  const now = useNow();
  const freshness = useFreshness();
  const zone = useZone();
  const { signals, settled, settledTotal, more } = useStoredSignals();
  const performance = usePerformance();
  const opening = useOpening(now);
  const nextAt = nextSignalAt(access, now);
  const state = roomState(signals?.length, freshness);
  useKeptRoom(signals && state !== 'reading' ? settled : undefined, dayEnd(now, zone));
  const live = freshness.state === 'live' && opening === null;
  const header = <RoomHeader live={live} now={now} nextAt={nextAt} opening={opening} />;
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
        <CurrentSignals
          state={state}
          signals={signals}
          now={now}
          next={{
            at: nextAt,
            opensAt: opening,
            basicOnly: !audiencesOf(access).includes('order-flow'),
          }}
          freshness={freshness}
        />
      }
      side={
        <Side
          key="read"
          history={
            <History
              signals={settled}
              total={settledTotal}
              age={ageText(freshness, zone)}
              today={dateText(now, zone)}
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

/** Whether prices come from a market that is never closed: a simulated one, or the broker's own. */
const isRoundTheClock = (
  performance: Performance | null | undefined,
  signals: readonly ReceivedSignal[],
): boolean =>
  performance?.source === 'simulated' || signals.some(({ pair }) => isRoundTheClockPair(pair));

interface RoomTimes {
  readonly now: number;
  readonly nextAt: number;
  /** When a closed market opens; null while it is open, undefined while that is read. */
  readonly opening: number | null | undefined;
}

/** Counts down to the next signal, or to the market's opening. Times in epoch ms. */
function NextUp({ now, nextAt, opening }: RoomTimes) {
  const zone = useZone();
  const isOpen = typeof opening !== 'number';
  return (
    <p
      className={`text-right text-sm text-muted tabular-nums ${opening === undefined ? 'invisible' : ''}`}
    >
      {isOpen ? (
        <>
          next <span className="max-[22.5rem]:sr-only">signal </span>
          <span className="max-sm:sr-only">at {zonedTime(nextAt, zone)}, </span>
        </>
      ) : (
        <>
          market opens <span className="max-sm:sr-only">{weekdayTime(opening, zone)}, </span>
        </>
      )}
      <span aria-hidden>
        in{' '}
        <span className="font-semibold text-text">
          {isOpen ? minutesSeconds(nextAt - now) : hoursText(opening - now)}
        </span>
      </span>
    </p>
  );
}

/** Names the room, says whether it is live, and counts down to what comes next. */
function RoomHeader({ live, ...times }: RoomTimes & { readonly live: boolean }) {
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <div className="flex flex-wrap items-center gap-x-2.5">
        <PageHeading>
          <span data-lasting>Signal Room</span>
        </PageHeading>
        {live && (
          <Chip tone="good">
            <span
              aria-hidden
              className="size-1.5 rounded-full bg-current forced-color-adjust-none"
            />
            LIVE
          </Chip>
        )}
      </div>
      <NextUp {...times} />
    </header>
  );
}

/** The room's layout: one column on phones, two on wide screens. */
const Columns = ({
  header,
  current,
  side,
  below,
}: {
  header: ReactNode;
  current: ReactNode;
  /** A {@link Side}. */
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

/** History and record: the history first on phones, the record first in its column on wide screens. */
const Side = ({ history, record }: { history: ReactNode; record: ReactNode }) => (
  <div className="grid min-w-0 grid-cols-1 content-start gap-8 lg:row-span-2 lg:gap-4">
    {history}
    <div className="lg:order-first">{record}</div>
  </div>
);

/** What stands below the signals: how to use them, the market, and where else they come. */
const Extras = ({ roundTheClock }: { roundTheClock: boolean }) => (
  <div className="grid content-start gap-4 sm:grid-cols-2">
    <QuickTips />
    <MarketStatus roundTheClock={roundTheClock} />
    <BotLink />
  </div>
);

/** The community's clock, and the market's state as sample content. */
function MarketStatus({ roundTheClock }: { roundTheClock: boolean }) {
  const now = useNow();
  const zone = useZone();
  const facts = SAMPLE_MARKET.filter(({ name }) => roundTheClock || name !== 'OTC');
  return (
    <Card className="p-4">
      <header className="flex items-center justify-between">
        <h2 className="text-sm">Market status</h2>
        <SampleTag />
      </header>
      <dl className="mt-2 grid gap-2 text-sm">
        {facts.map(({ name, value }) => (
          <div key={name} className="flex justify-between gap-3">
            <dt className="text-muted">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 flex justify-between gap-3 border-t border-line-soft pt-3 text-sm">
        <span className="text-muted">Clock</span>
        <span className="tabular-nums">{zonedClock(now, zone)}</span>
      </p>
    </Card>
  );
}

/** How to use a signal without ruin. */
const QuickTips = () => (
  <Card className="p-4">
    <h2 className="text-sm">Quick tips</h2>
    <ul className="mt-2 grid gap-2 text-sm text-muted">
      {QUICK_TIPS.map((tip) => (
        <li key={tip} className="flex gap-2.5">
          <span aria-hidden className="mt-2 size-1 shrink-0 rounded-full bg-faint" />
          {tip}
        </li>
      ))}
    </ul>
  </Card>
);

const { bot } = BRAND.telegram;

/** The same signals in the messaging app, where a bot sends them. */
const BotLink = () =>
  bot !== null && (
    <div className="grid justify-items-end gap-2 sm:col-span-2">
      <ExternalLinkButton href={bot} className="w-full max-[22.5rem]:text-sm">
        <Send size={18} aria-hidden />
        Get signals in our Telegram bot
      </ExternalLinkButton>
      <DemonstrationTag />
    </div>
  );

/** When the member's next signal may come (epoch ms): at the next slot, or the next one that has a basic signal. */
export const nextSignalAt = (access: Access, now: number): number =>
  audiencesOf(access).includes('order-flow') ? nextSlotStart(now) : nextBasicSlot(now);

/** Signals read at first, and how many more with each "Show more". */
const FIRST = 15;

const STEP = 20;

interface StoredSignals {
  /** Newest first, undefined while they are read. */
  readonly signals: readonly ReceivedSignal[] | undefined;
  readonly settled: readonly SettledSignal[];
  /** All settled signals on this device, read or not. */
  readonly settledTotal: number;
  /** Reads more; null when all are read. */
  readonly more: (() => void) | null;
}

/** The signals of the room, as many as were asked for. */
function useStoredSignals(): StoredSignals {
  const [limit, setLimit] = useState(FIRST);
  const signals = useSignals(limit);
  const count = useSignalCount() ?? 0;
  const settled = useMemo(() => signals?.filter(isSettled) ?? [], [signals]);
  const readMore = useCallback(() => setLimit((read) => read + STEP), []);
  const read = signals?.length ?? 0;
  return {
    signals,
    settled,
    settledTotal: Math.max(count, read) - (read - settled.length),
    more: count > read ? readMore : null,
  };
}

/**
 * Takes the place of the room as it was last seen, once the stored signals are read, and keeps it anew as often as its
 * history changes.
 * @param settled undefined while they are read
 * @param dayEnd when today ends in the member's zone (epoch ms)
 */
function useKeptRoom(settled: readonly SettledSignal[] | undefined, dayEnd: number): void {
  const uid = useMember()?.id;
  const isRead = settled !== undefined;
  useLayoutEffect(() => {
    if (isRead) showApp();
  }, [isRead]);
  useEffect(() => {
    if (uid === undefined || settled === undefined || settled.length === 0) return undefined;
    return whenIdle(() => {
      const app = document.getElementById('root');
      const seen = { uid, dayEnd, wide: matchMedia(WIDE).matches };
      if (app) storeScreen(seen, lastingMarkup(app));
    });
  }, [uid, settled, dayEnd]);
}

/** Lines of the history that are kept: a phone's first screen of them. */
const LINES = 10;

const LASTING = '[data-lasting]';

/** What stays, and what holds it. */
const isKept = (element: Element): boolean =>
  element.closest(LASTING) !== null || element.querySelector(LASTING) !== null;

/** What is there in other windows, or not yet. */
const isUndisplayed = (element: Element): boolean => getComputedStyle(element).display === 'none';

/** Somebody who has not scrolled sees nothing of it. */
const isBelow = (element: Element): boolean =>
  element.getBoundingClientRect().top + window.scrollY > window.innerHeight;

/** The day of the newest lines has a name that is hidden until the next one. */
const isLeftOut = (element: Element): boolean =>
  element.matches('dialog, details > :not(summary), [data-passing] > *') ||
  (!element.hasAttribute('hidden') &&
    (isUndisplayed(element) || (!isKept(element) && isBelow(element))));

/**
 * The markup of the app's first screen as it can be shown again: what is marked `data-lasting` stays true, all else only
 * holds its place; of `data-passing` the place alone is kept. Lines of the history are closed; identifiers and style
 * attributes, which the site's content policy refuses, are left out.
 */
export function lastingMarkup(app: Element): string {
  const copy = document.createElement('div');
  copy.append(...app.cloneNode(true).childNodes);
  const copies = [...copy.querySelectorAll('*')];
  const leftOut = [...app.querySelectorAll('*')].map(isLeftOut);
  copies.forEach((element, index) => {
    if (leftOut[index] === true) element.remove();
    for (const name of ['id', 'style', 'open']) element.removeAttribute(name);
  });
  for (const line of [...copy.querySelectorAll('li:has(> details)')].slice(LINES)) line.remove();
  return copy.innerHTML;
}
