import { formatHours, formatMinutes } from '@quantalgo/contracts/core/durations';
import { formatTime, formatWeekdayTime, formatZonedTime } from '@quantalgo/contracts/core/format';
import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import type { Zone } from '@quantalgo/contracts/core/time';
import { formatPrice, formatPair } from '@quantalgo/contracts/market/pairs';
import {
  BASIC_SIGNALS_PER_DAY,
  type Signal,
  getSignalPhase,
  type SignalPhase,
  getEntryTime,
} from '@quantalgo/contracts/signals/signal';
import { getVerdict } from '@quantalgo/contracts/signals/verdict';
import { useState } from 'react';
import { usePayout } from '../../data/settings/payout';
import { useAt, useNow } from '../../data/core/clock';
import type { ReceivedSignal } from '../../data/signals/useSignals';
import type { Freshness } from '../../data/sync/freshness';
import { Card } from '../../ui/Card';
import { Notice } from '../../ui/Notice';
import { DirectionMark, VerdictMark } from '../../ui/instruments/Marks';
import { Ring } from '../../ui/instruments/Ring';
import { LevelStrip } from '../../ui/instruments/StakeLadder';
import { LineHead, SectionHead, SignalRow } from './SignalRow';
import { useVerdict } from './SignalSummary';
import { SignalCard } from './SignalCard';
import { getPlayedLevels } from './levels';
import { getCountdown } from './phaseTimer';
import { describeNewSignal, NO_GO, TOO_LATE, WAITING, getWorstPriceLabel } from './signalText';
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
  return (
    <>
      {top ? (
        <SignalCard key={top.id} signal={top} now={now} />
      ) : (
        <Waiting title="No signal to enter" next={next} />
      )}
      <EntryDock signals={entering} now={now} />
      <Running signals={running} now={now} />
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
          Your signals could not be loaded yet. We keep trying, and they appear here.
        </Notice>
      )}
      <Waiting title="Initializing Signal Stream" next={next} />
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

interface Arrangement<S> {
  /** The newest signal, until its last level has ended. */
  readonly top: S | null;
  /** Older ones until the end of their entry minute. */
  readonly entering: readonly S[];
  /** Too late to enter, not yet settled. */
  readonly running: readonly S[];
}

const ENTERING_PHASES = new Set(['open', 'checking', 'enter-now', 'no-go']);

/** True if the entry is ahead or due now, even for a "no go". */
const isEntering = (signal: Signal, now: number): boolean =>
  ENTERING_PHASES.has(getSignalPhase(signal, now).name);

function isOver(signal: Signal, now: number): boolean {
  const { name } = getSignalPhase(signal, now);
  return name === 'judging' || name === 'settled';
}

/** Takes the newest first. `now` is the server's time in epoch ms. */
export function arrangeSignals<S extends Signal>(
  signals: readonly S[],
  now: number,
): Arrangement<S> {
  const newest = signals[0];
  const top = newest && !isOver(newest, now) ? newest : null;
  const others = signals.filter((signal) => signal.settlement === null && signal !== top);
  return {
    top,
    entering: others.filter((signal) => isEntering(signal, now)),
    running: others.filter((signal) => !isEntering(signal, now)),
  };
}

/** `failed`: nothing is stored, and the server has never been reached. */
type RoomState = 'reading' | 'filled' | 'empty' | 'failed';

/** @param count signals on this device, undefined while loading */
export function getRoomState(count: number | undefined, { state, asOf }: Freshness): RoomState {
  if (count === undefined) return 'reading';
  if (count > 0) return 'filled';
  if (state === 'loading') return 'reading';
  return asOf === null && state !== 'live' && state !== 'fresh' ? 'failed' : 'empty';
}

function describeProgress(signal: ReceivedSignal, now: number, zone: Zone): string {
  const phase = getSignalPhase(signal, now);
  if (signal.entered === false) return 'no go, not entered';
  return phase.name === 'running' && phase.level === 0
    ? `level 0, to ${formatTime(phase.endsAt, zone)}`
    : WAITING.toLowerCase();
}

function RunningRow({ signal, now }: { signal: ReceivedSignal; now: number }) {
  const zone = useZone();
  const levels = getPlayedLevels(signal, now);
  return (
    <SignalRow signal={signal} levels={() => levels}>
      <span>
        <LineHead pair={signal.pair} direction={signal.direction} odds={signal} />
      </span>
      <span className="ml-auto max-sm:hidden">
        <LevelStrip states={levels.map(({ state }) => state)} />
      </span>
      <span
        translate="no"
        className="text-right text-xs whitespace-nowrap text-muted tabular-nums max-sm:ml-auto sm:min-w-32"
      >
        {describeProgress(signal, now, zone)}
      </span>
    </SignalRow>
  );
}

function Running({ signals, now }: { signals: readonly ReceivedSignal[]; now: number }) {
  if (signals.length === 0) return null;
  return (
    <section>
      <SectionHead title="Running">
        <span className="sr-only">{TOO_LATE}</span>
        <span aria-hidden>too late to enter</span>
      </SectionHead>
      <ul>
        {signals.map((signal) => (
          <RunningRow key={signal.id} signal={signal} now={now} />
        ))}
      </ul>
    </section>
  );
}

function describeEntry(signal: Signal, { name }: SignalPhase, zone: Zone): string {
  if (name === 'checking') return 'Checking the price';
  if (name === 'no-go') return `No go: ${NO_GO.toLowerCase()}`;
  return name === 'enter-now'
    ? 'Enter now'
    : `Enter at ${formatZonedTime(getEntryTime(signal), zone)}`;
}

function Entry({ signal, now }: { signal: ReceivedSignal; now: number }) {
  const { name: verdict } = useVerdict(signal);
  const zone = useZone();
  const phase = getSignalPhase(signal, now);
  const quiet = verdict === 'paper' || phase.name === 'no-go';
  const urgent = phase.name === 'enter-now' && !quiet;
  const isCalm = quiet || phase.name === 'checking';
  const { remainingMs, totalMs } = getCountdown(phase, now);
  return (
    <li
      className={`flex items-center justify-between gap-3 rounded-lg border px-4 py-2.5 shadow-float ${urgent ? 'border-amber bg-amber-bg' : 'border-line bg-raised'}`}
    >
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3">
          <span translate="no" className={`font-semibold ${urgent ? 'text-amber' : ''}`}>
            {describeEntry(signal, phase, zone)}
          </span>
          <span translate="no" className="font-semibold">
            {formatPair(signal.pair)}
          </span>
          <DirectionMark direction={signal.direction} quiet={quiet} />
        </p>
        <p className="flex flex-wrap gap-x-2 text-xs text-muted tabular-nums">
          <VerdictMark verdict={verdict} quiet={quiet} />
          <span>
            <span>{getWorstPriceLabel(signal)}</span>{' '}
            <span translate="no">{formatPrice(signal.pair, signal.worstPrice)}</span>
          </span>
        </p>
      </div>
      {phase.name !== 'no-go' && (
        <Ring
          share={remainingMs / totalMs}
          tone={isCalm ? 'faint' : urgent ? 'amber' : verdict === 'pays' ? 'accent' : 'flat'}
          size={48}
          line={3}
        >
          <span className="text-xs font-semibold tabular-nums">{formatMinutes(remainingMs)}</span>
        </Ring>
      )}
    </li>
  );
}

/** Pinned to the bottom of the window during their entry minute. */
function EntryDock({ signals, now }: { signals: readonly ReceivedSignal[]; now: number }) {
  if (signals.length === 0) return null;
  return (
    <ul
      aria-label="To be entered now"
      className="sticky bottom-[calc(4.75rem+env(safe-area-inset-bottom))] lg:bottom-4 z-10 grid gap-2"
    >
      {signals.map((signal) => (
        <Entry key={signal.id} signal={signal} now={now} />
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
  /** The member receives only the basic strategy's signals. */
  readonly basicOnly: boolean;
}

interface WaitingProps {
  readonly title: string;
  readonly next: NextSignal;
}

function Waiting({ title, next: { at, opensAt, basicOnly } }: WaitingProps) {
  const now = useNow();
  const zone = useZone();
  if (opensAt !== null) return <ClosedMarket title={title} now={now} opensAt={opensAt} />;
  const remainingMs = at - now;
  return (
    <Card className="flex flex-wrap items-center justify-between gap-4 p-4">
      <div>
        <h2 className="text-lg">{title}</h2>
        <p className="mt-1 text-sm text-muted">
          <span>The next signal may come at</span>{' '}
          <span translate="no" className="font-semibold text-text tabular-nums">
            {formatZonedTime(at, zone)}
          </span>
          <span>{`.${basicOnly ? ` Starter members receive the basic strategy’s signals, ${BASIC_SIGNALS_PER_DAY} a day.` : ''}`}</span>
        </p>
      </div>
      <Ring share={remainingMs / SLOT_MS} tone="faint" size={88} line={4}>
        <span className="text-lg font-semibold tracking-tight tabular-nums">
          {formatMinutes(remainingMs)}
        </span>
        <span className="text-xs text-muted">to go</span>
      </Ring>
    </Card>
  );
}

function ClosedMarket({
  title,
  now,
  opensAt,
}: {
  readonly title: string;
  readonly now: number;
  readonly opensAt: number;
}) {
  const zone = useZone();
  return (
    <Card className="flex flex-wrap items-center justify-between gap-4 p-4">
      <div className="flex-1 basis-48">
        <h2 className="text-lg">{title}</h2>
        <p className="mt-1 text-sm text-muted">
          The market opens{' '}
          <span translate="no" className="font-semibold text-text tabular-nums">
            {formatWeekdayTime(opensAt, zone)}
          </span>
          . There are no signals before that.
        </p>
      </div>
      <p aria-hidden className="grid justify-items-end">
        <span translate="no" className="text-lg font-semibold tracking-tight tabular-nums">
          {formatHours(opensAt - now)}
        </span>
        <span className="text-xs text-muted">to go</span>
      </p>
    </Card>
  );
}

/** Tells screen readers about signals that arrive while the room is open, each once. */
function Announcer({ newest }: { newest: ReceivedSignal | undefined }) {
  const zone = useZone();
  const payout = usePayout();
  const [initialNewestId] = useState(newest?.id ?? '');
  const isNew = newest !== undefined && newest.id > initialNewestId;
  const isOpen = useAt((now) => isNew && getSignalPhase(newest, now).name === 'open');
  const announcementText =
    isNew && isOpen ? describeNewSignal(newest, getVerdict(newest, payout).name, zone) : '';
  return (
    <p role="status" className="sr-only">
      {announcementText}
    </p>
  );
}
