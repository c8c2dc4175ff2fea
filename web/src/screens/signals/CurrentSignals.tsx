import {
  formatPercent,
  formatTime,
  formatWeekdayTime,
  formatZonedTime,
} from '@quantalgo/contracts/core/format';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { formatPrice, formatPair } from '@quantalgo/contracts/market/pairs';
import { LEVELS } from '@quantalgo/contracts/signals/ladder';
import {
  BASIC_SIGNALS_PER_DAY,
  getEntryTime,
  getSignalPhase,
} from '@quantalgo/contracts/signals/signal';
import { getSignalState } from '@quantalgo/contracts/signals/signalState';
import { describeIdle, describeState } from '@quantalgo/contracts/signals/stateText';
import { ChevronRight, NotebookPen } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useAt, useNow } from '../../data/core/clock';
import type { ReceivedSignal } from '../../data/signals/useSignals';
import type { Freshness } from '../../data/sync/freshness';
import { Card } from '../../ui/Card';
import { Notice } from '../../ui/Notice';
import { DirectionMark } from '../../ui/instruments/DirectionMark';
import { isQuiet, StateBar } from '../../ui/instruments/SignalHead';
import { arrangeSignals } from '../../data/signals/arrangeSignals';
import { LineHead, LineTime, SectionHead } from './HistoryLine';
import { SignalRow } from './SignalRow';
import { SignalCard } from './SignalCard';
import { getPlayedLevels } from './levels';
import { describeEntryOdds, describeNewSignal, getWorstPriceLabel } from './signalText';
import { useVerdict, useVerdicts } from '../../data/settings/useVerdict';
import { useZone } from '../../core/zone';

interface CurrentSignalsProps {
  readonly state: Exclude<RoomState, 'reading'>;
  /** Newest first. */
  readonly signals: readonly ReceivedSignal[];
  readonly next: NextSignal;
}

function FilledRoom({ signals, next }: CurrentSignalsProps) {
  const now = useNow();
  const { top, entering, running } = arrangeSignals(signals, now);
  const isShown = top !== null && (next.opensAt === null || top.settlement === null);
  return (
    <>
      {isShown ? (
        <SignalCard
          key={top.id}
          signal={top}
          now={now}
          nextAt={next.opensAt === null ? next.at : null}
        />
      ) : (
        <WaitingCard title="No signal to enter" next={next} />
      )}
      <EntryDock signals={entering} now={now} />
      <RunningSignals signals={running} now={now} />
    </>
  );
}

function RoomContent(props: CurrentSignalsProps) {
  const { next } = props;
  if (props.state === 'filled') return <FilledRoom {...props} />;
  return (
    <>
      {props.state === 'failed' && (
        <Notice tone="warning">
          Your signals couldn’t be loaded yet. We’ll keep trying, and they’ll appear here.
        </Notice>
      )}
      <WaitingCard title="Initializing Signal Stream" next={next} />
    </>
  );
}

export const CurrentSignals = (props: CurrentSignalsProps) => (
  <>
    <div data-passing="card" className="grid min-w-0 grid-cols-1 gap-4">
      <RoomContent {...props} />
    </div>
    <Announcer newest={props.signals[0]} />
  </>
);

/** `failed`: nothing is stored, and the server has never been reached. */
type RoomState = 'reading' | 'filled' | 'empty' | 'failed';

/** @param count signals on this device, undefined while loading */
export function getRoomState(count: number | undefined, { state, asOf }: Freshness): RoomState {
  if (count === undefined) return 'reading';
  if (count > 0) return 'filled';
  if (state === 'loading') return 'reading';
  return asOf === null && state !== 'live' && state !== 'fresh' ? 'failed' : 'empty';
}

function RunningRow({ signal, now }: { signal: ReceivedSignal; now: number }) {
  const zone = useZone();
  const levels = getPlayedLevels(signal, now);
  const state = getSignalState(signal, now);
  const level = state.name === 'level' ? state.level : LEVELS.length - 1;
  const isNoGo = state.name === 'no-go';
  return (
    <SignalRow signal={signal} state={state} levels={() => levels}>
      <LineTime at={getEntryTime(signal)} />
      <LineHead pair={signal.pair} direction={signal.direction} quiet={isNoGo}>
        {` · ${isNoGo ? 'no-go' : `level ${level}`}`}
      </LineHead>
      <span
        translate="no"
        className="ml-auto text-right text-sm whitespace-nowrap text-muted tabular-nums"
      >
        {state.name === 'level' ? (
          <span key="ends">
            ends <b className="font-semibold text-text">{formatTime(state.until, zone)}</b>
          </span>
        ) : (
          <span key={state.name}>{isNoGo ? 'Do nothing' : 'Wait: closing price'}</span>
        )}
      </span>
    </SignalRow>
  );
}

function RunningSignals({ signals, now }: { signals: readonly ReceivedSignal[]; now: number }) {
  if (signals.length === 0) return null;
  return (
    <section>
      <SectionHead title="Running">
        <span>too late to enter</span>
      </SectionHead>
      <ul>
        {signals.map((signal) => (
          <RunningRow key={signal.id} signal={signal} now={now} />
        ))}
      </ul>
    </section>
  );
}

function EntryCard({ signal, now }: { signal: ReceivedSignal; now: number }) {
  const { name: verdict } = useVerdict(signal);
  const zone = useZone();
  const state = getSignalState(signal, now);
  return (
    <li className="overflow-hidden rounded-lg border border-line bg-raised shadow-float">
      <StateBar bar={describeState(state, { now, zone, verdict })} />
      <div className="flex flex-wrap items-center justify-between gap-x-3 px-4 py-2">
        <p className="flex flex-wrap items-center gap-x-3">
          <span translate="no" className="font-semibold">
            {formatPair(signal.pair)}
          </span>
          <DirectionMark direction={signal.direction} quiet={isQuiet(state, verdict)} />
        </p>
        {state.name !== 'no-go' && (
          <p className="text-sm text-muted tabular-nums">
            <span>{getWorstPriceLabel(signal)}</span>{' '}
            <span translate="no" className="font-semibold text-text">
              {formatPrice(signal.pair, signal.worstPrice)}
            </span>
          </p>
        )}
        {signal.restatesOdds === true && (
          <p className="flex w-full justify-between text-sm text-muted tabular-nums">
            <span>First entry wins</span>{' '}
            <span translate="no" className="font-semibold text-text">
              {describeEntryOdds(signal, state) ?? formatPercent(signal.firstEntry.value)}
            </span>
          </p>
        )}
      </div>
    </li>
  );
}

/** Pinned to the bottom of the window until their entry window ends. */
function EntryDock({ signals, now }: { signals: readonly ReceivedSignal[]; now: number }) {
  if (signals.length === 0) return null;
  return (
    <ul
      aria-label="Signals to enter now"
      className="sticky bottom-[calc(4.75rem+env(safe-area-inset-bottom))] lg:bottom-4 z-10 grid gap-2"
    >
      {signals.map((signal) => (
        <EntryCard key={signal.id} signal={signal} now={now} />
      ))}
    </ul>
  );
}

/** Times in epoch ms. */
interface NextSignal {
  /** Next possible signal while the market is open. */
  readonly at: number;
  /** Null while the market is open. */
  readonly opensAt: number | null;
  /** The member receives only basic signals. */
  readonly basicOnly: boolean;
}

interface WaitingProps {
  readonly title: string;
  readonly next: NextSignal;
}

function WaitingCard({ title, next: { at, opensAt, basicOnly } }: WaitingProps) {
  const now = useNow();
  const zone = useZone();
  const isOpen = opensAt === null;
  return (
    <Card className="overflow-hidden">
      <StateBar bar={describeIdle(now, { nextAt: at, opensAt })} />
      <div className="px-4 py-3.5">
        <h2 className="text-lg">{title}</h2>
        {isOpen ? (
          <p key="open" className="mt-1 text-sm text-muted">
            <span>The next signal may come at</span>{' '}
            <span translate="no" className="font-semibold text-text tabular-nums">
              {formatZonedTime(at, zone)}
            </span>
            <span>{`.${basicOnly ? ` Starter members receive up to ${BASIC_SIGNALS_PER_DAY} signals a day.` : ''}`}</span>
          </p>
        ) : (
          <p key="closed" className="mt-1 text-sm text-muted">
            The market opens{' '}
            <span translate="no" className="font-semibold text-text tabular-nums">
              {formatWeekdayTime(opensAt, zone)}
            </span>
            . There are no signals until then.
          </p>
        )}
      </div>
      {!isOpen && (
        <Link
          to={PATHS.journal}
          className="flex min-h-13 items-center gap-3 border-t border-line-soft px-4 font-medium"
        >
          <NotebookPen size={18} aria-hidden className="text-muted" />
          <span className="flex-1">Review your week</span>
          <ChevronRight size={18} aria-hidden className="text-muted" />
        </Link>
      )}
    </Card>
  );
}

/** Tells screen readers once about each signal that arrives while the room is open. */
function Announcer({ newest }: { newest: ReceivedSignal | undefined }) {
  const zone = useZone();
  const getVerdict = useVerdicts();
  const [initialNewestId] = useState(newest?.id ?? '');
  const isNew = newest !== undefined && newest.id > initialNewestId;
  const isOpen = useAt((now) => isNew && getSignalPhase(newest, now).name === 'open');
  const announcementText =
    isNew && isOpen ? describeNewSignal(newest, getVerdict(newest).name, zone) : '';
  return (
    <p role="status" className="sr-only">
      {announcementText}
    </p>
  );
}
