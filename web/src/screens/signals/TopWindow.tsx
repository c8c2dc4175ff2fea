import { getAudiences, isLocked } from '@quantalgo/contracts/access/access';
import type { User } from '@quantalgo/contracts/account/member';
import { formatTime, formatWeekdayTime, formatZonedTime } from '@quantalgo/contracts/core/format';
import { nextSlotStart } from '@quantalgo/contracts/core/slots';
import { formatPrice, formatPair } from '@quantalgo/contracts/market/pairs';
import { findNextBasicSlot, isDemonstration } from '@quantalgo/contracts/signals/signal';
import { getSignalState } from '@quantalgo/contracts/signals/signalState';
import { describeIdle } from '@quantalgo/contracts/signals/stateText';
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { useStoppedUntil } from '../../data/settings/desk';
import { useAt, useNow } from '../../data/core/clock';
import { closeTopWindow } from '../../data/core/topWindow';
import { useMarketOpening } from '../../data/signals/heartbeat';
import { type ReceivedSignal, useSignals } from '../../data/signals/useSignals';
import { useFreshness } from '../../data/sync/freshness';
import { useZone } from '../../core/zone';
import { Chip } from '../../ui/Chip';
import { VerdictMark } from '../../ui/instruments/Marks';
import { SignalHead, StateBar } from '../../ui/instruments/SignalHead';
import { arrangeSignals } from '../../data/signals/arrangeSignals';
import { useVerdict } from '../../data/settings/useVerdict';
import { getPlayedLevels } from './levels';
import { describeEntryOdds, formatAge, getWorstPriceLabel } from './signalText';

/** No more signals than this can be open or running at once. */
const MAX_SIGNALS = 8;

/** A portal into the small window, which closes when the member's access, session or day ends. */
export function TopWindow({ top, member }: { readonly top: Window; readonly member: User }) {
  const { state } = useFreshness();
  const stop = useStoppedUntil();
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
  const levels = getPlayedLevels(signal, now);
  const { name: verdict } = useVerdict(signal);
  const state = getSignalState(signal, now);
  const entryOdds = describeEntryOdds(signal, state);
  const hasPriceLimit = state.name === 'enter-at' || state.name === 'enter-now';
  return (
    <article aria-label={`${formatPair(signal.pair)} ${signal.direction} signal`}>
      <div className="overflow-hidden rounded-lg border border-line bg-raised pb-3">
        <SignalHead signal={signal} verdict={verdict} now={now} />
        <div className="mt-2 flex flex-wrap items-center gap-x-2.5 px-4 text-sm tabular-nums">
          {hasPriceLimit && <VerdictMark verdict={verdict} variant="chip" />}
          {hasPriceLimit && (
            <p>
              <span className="text-muted">{`${getWorstPriceLabel(signal)} `}</span>
              <span translate="no" className="font-semibold">
                {formatPrice(signal.pair, signal.worstPrice)}
              </span>
            </p>
          )}
          {entryOdds !== null && (
            <p>
              <span className="text-muted">First entry wins</span>{' '}
              <span translate="no" className="font-semibold">
                {entryOdds}
              </span>
            </p>
          )}
          {isDemonstration(signal.source) && <Chip tone="warning">Demonstration</Chip>}
        </div>
      </div>
      <ol
        translate="no"
        aria-label="Entry times by level"
        className="mt-2 flex justify-between gap-2 px-1 text-xs text-muted tabular-nums"
      >
        {levels.map(({ level, entryTime, state: levelState }) => (
          <li key={level} className={levelState === 'now' ? 'font-semibold text-text' : ''}>
            {formatTime(entryTime, zone)}
          </li>
        ))}
      </ol>
    </article>
  );
}

function Next({ member, now }: { member: User; now: number }) {
  const zone = useZone();
  const opensAt = useMarketOpening() ?? null;
  const receivesAll = getAudiences(member).includes('order-flow');
  const nextAt = receivesAll ? nextSlotStart(now) : findNextBasicSlot(now);
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-raised">
      <StateBar bar={describeIdle(now, { nextAt, opensAt })} />
      <p translate="no" className="px-4 py-3 text-sm text-muted">
        {opensAt === null
          ? `No signal to enter. The next one may come at ${formatZonedTime(nextAt, zone)}.`
          : `The market opens ${formatWeekdayTime(opensAt, zone)}.`}
      </p>
    </div>
  );
}
