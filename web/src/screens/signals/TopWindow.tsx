import { getAudiences, isLocked } from '@quantalgo/contracts/access/access';
import type { User } from '@quantalgo/contracts/account/member';
import { formatMinutes } from '@quantalgo/contracts/core/durations';
import { formatTime, formatWeekdayTime, formatZonedTime } from '@quantalgo/contracts/core/format';
import { nextSlotStart } from '@quantalgo/contracts/core/slots';
import { formatPrice, formatPair } from '@quantalgo/contracts/market/pairs';
import {
  isDemonstration,
  findNextBasicSlot,
  getSignalPhase,
  getEntryTime,
} from '@quantalgo/contracts/signals/signal';
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { useStop } from '../../data/settings/desk';
import { useAt, useNow } from '../../data/core/clock';
import { closeTopWindow } from '../../data/core/topWindow';
import { useMarketOpening } from '../../data/signals/heartbeat';
import { type ReceivedSignal, useSignals } from '../../data/signals/useSignals';
import { useFreshness } from '../../data/sync/freshness';
import { useZone } from '../../core/zone';
import { Chip } from '../../ui/Chip';
import { DirectionMark, VerdictMark } from '../../ui/instruments/Marks';
import { Ring } from '../../ui/instruments/Ring';
import { LevelStrip } from '../../ui/instruments/StakeLadder';
import { getCountdown } from './phaseTimer';
import { arrangeSignals } from './CurrentSignals';
import { useVerdict } from './SignalSummary';
import { getPlayedLevels } from './levels';
import { formatAge, formatPhase, getWorstPriceLabel } from './signalText';

/** No more signals can be open or running at once. */
const MAX_SIGNALS = 8;

/** A portal into the small window, which closes when the member's access, session or day ends. */
export function TopWindow({ top, member }: { readonly top: Window; readonly member: User }) {
  const { state } = useFreshness();
  const stop = useStop();
  const isStopped = useAt((now) => now < stop);
  const isOver = isStopped || isLocked(member) || state === 'blocked';
  useEffect(() => {
    if (isOver) closeTopWindow();
  }, [isOver]);
  return isOver ? null : createPortal(<Content member={member} />, top.document.body);
}

function Content({ member }: { member: User }) {
  const now = useNow();
  const signals = useSignals(MAX_SIGNALS) ?? [];
  const { top, entering } = arrangeSignals(signals, now);
  // Signals open for entry have priority over running ones.
  const current = entering.at(-1) ?? top;
  return (
    <main className="grid min-h-dvh content-center gap-2 p-4">
      {current ? (
        <SignalView key={current.id} signal={current} now={now} />
      ) : (
        <Next member={member} now={now} />
      )}
      <Age />
    </main>
  );
}

/** Renders nothing while the data is live. */
function Age() {
  const freshness = useFreshness();
  const zone = useZone();
  const age = formatAge(freshness, zone);
  if (freshness.state === 'live') return null;
  return (
    <p role="status" translate="no" className="text-xs font-semibold text-amber tabular-nums">
      {`Not live${age === null ? '' : `, ${age}`}`}
    </p>
  );
}

function SignalView({ signal, now }: { signal: ReceivedSignal; now: number }) {
  const zone = useZone();
  const phase = getSignalPhase(signal, now);
  const { remainingMs, totalMs } = getCountdown(phase, now);
  const levels = getPlayedLevels(signal, now);
  const { name: verdict } = useVerdict(signal);
  const quiet = verdict === 'paper' || phase.name === 'no-go';
  const isUrgent = phase.name === 'enter-now' && !quiet;
  const isOpen = phase.name === 'open';
  return (
    <article aria-label={`${formatPair(signal.pair)} ${signal.direction} signal`}>
      <div className="flex items-center justify-between gap-3">
        <div className="grid gap-1">
          <p
            translate="no"
            className={`text-xs font-semibold ${isUrgent ? 'text-amber' : 'text-muted'}`}
          >
            {isOpen
              ? `Enter at ${formatZonedTime(getEntryTime(signal), zone)}`
              : formatPhase(phase)}
          </p>
          <p translate="no" className="text-xl font-semibold tracking-tight">
            {formatPair(signal.pair)}
          </p>
          <div className="flex flex-wrap items-center gap-x-2.5">
            <VerdictMark verdict={verdict} quiet={quiet} />
            <DirectionMark direction={signal.direction} quiet={quiet} />
            {isDemonstration(signal.source) && <Chip tone="warning">Demonstration</Chip>}
          </div>
        </div>
        <Ring
          share={remainingMs / totalMs}
          tone={isUrgent ? 'amber' : isOpen && verdict === 'pays' ? 'accent' : 'faint'}
          size={80}
          line={4}
        >
          <span className="text-base font-semibold tabular-nums">
            {phase.name === 'no-go' ? 'No go' : formatMinutes(remainingMs)}
          </span>
        </Ring>
      </div>
      <div className="mt-3 flex items-center justify-between gap-3 border-t border-line-soft pt-3 text-sm tabular-nums">
        <p>
          <span className="text-muted">{`${getWorstPriceLabel(signal)} `}</span>
          <span translate="no" className="font-semibold">
            {formatPrice(signal.pair, signal.worstPrice)}
          </span>
        </p>
        <LevelStrip states={levels.map(({ state }) => state)} />
      </div>
      <ol
        translate="no"
        aria-label="Entry times of the levels"
        className="mt-2 flex justify-between gap-2 text-xs text-muted tabular-nums"
      >
        {levels.map(({ level, entryTime, state }) => (
          <li key={level} className={state === 'now' ? 'font-semibold text-text' : ''}>
            {formatTime(entryTime, zone)}
          </li>
        ))}
      </ol>
    </article>
  );
}

function Next({ member, now }: { member: User; now: number }) {
  const zone = useZone();
  const opensAt = useMarketOpening();
  const isAll = getAudiences(member).includes('order-flow');
  const at = isAll ? nextSlotStart(now) : findNextBasicSlot(now);
  if (typeof opensAt === 'number')
    return (
      <p className="text-sm text-muted">{`The market opens ${formatWeekdayTime(opensAt, zone)}.`}</p>
    );
  return (
    <div className="flex items-center justify-between gap-3">
      <p className="grid text-sm text-muted">
        <span>No signal to enter</span>
        <span>
          <span>Next may come at</span> <span translate="no">{formatZonedTime(at, zone)}</span>
        </span>
      </p>
      <span translate="no" aria-hidden className="text-xl font-semibold tabular-nums">
        {formatMinutes(at - now)}
      </span>
    </div>
  );
}
