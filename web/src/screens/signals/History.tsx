import { formatCount, formatDate } from '@quantalgo/contracts/core/format';
import { PATHS } from '@quantalgo/contracts/core/paths';
import type { Zone } from '@quantalgo/contracts/core/time';
import {
  isDemonstration,
  type Settlement,
  getEntryTime,
} from '@quantalgo/contracts/signals/signal';
import { getSignalState } from '@quantalgo/contracts/signals/signalState';
import { ChevronRight } from 'lucide-react';
import { memo } from 'react';
import { Link } from 'react-router-dom';
import type { ReceivedSignal } from '../../data/signals/useSignals';
import { Button } from '../../ui/Button';
import { Chip } from '../../ui/Chip';
import { HistoryLine, SectionHead } from './HistoryLine';
import { SignalRow } from './SignalRow';
import { getSettledLevels } from './levels';
import { useZone } from '../../core/zone';

const HistoryRow = memo(function HistoryRow({ signal }: { signal: SettledSignal }) {
  return (
    <SignalRow
      signal={signal}
      state={getSignalState(signal, signal.settlement.settledAt)}
      levels={() => getSettledLevels(signal, signal.settlement)}
    >
      <HistoryLine
        pair={signal.pair}
        direction={signal.direction}
        entryTime={getEntryTime(signal)}
        ending={signal.settlement}
        entered={signal.entered}
      />
    </SignalRow>
  );
});

interface HistoryProps {
  signals: readonly SettledSignal[];
  /** All settled signals on this device. */
  total: number;
  /** Null while the list is current. */
  age: string | null;
  /** The current day in the member's zone; it gets no heading. */
  today: string;
  onMore: (() => void) | null;
}

export const History = memo(function History({ signals, total, age, today, onMore }: HistoryProps) {
  const zone = useZone();
  if (signals.length === 0) return null;
  const demonstration = signals.some(({ source }) => isDemonstration(source));
  const hasNoGo = signals.some(({ entered }) => entered === false);
  return (
    <section className="@container">
      <SectionHead
        title={
          <span className="contents">
            <span>History</span> {demonstration && <Chip tone="warning">Demonstration</Chip>}
          </span>
        }
      >
        <span className="flex items-center gap-3">
          {age !== null && (
            <span translate="no" className="text-xs">
              {age}
            </span>
          )}
          <Link
            to={PATHS.signalHistory}
            className="-mr-1 inline-flex min-h-11 items-center gap-1 font-medium text-text"
          >
            <span translate="no">{`All ${formatCount(total)}`}</span>
            <ChevronRight size={16} aria-hidden />
          </Link>
        </span>
      </SectionHead>
      <ColumnHeads />
      {groupByDay(signals, zone).map(({ day, signals: daySignals }) => (
        <section key={day} aria-label={day}>
          <h3 hidden={day === today} className="py-2 text-xs font-normal text-faint">
            {day}
          </h3>
          <ul>
            {daySignals.map((signal) => (
              <HistoryRow key={signal.id} signal={signal} />
            ))}
          </ul>
        </section>
      ))}
      {hasNoGo && (
        <p className="border-t border-line-soft py-2.5 text-sm text-muted">
          Grey signals were no-gos: nobody could enter, so they aren’t counted here.
        </p>
      )}
      {onMore && (
        <Button variant="quiet" size="small" className="my-2 w-full" onClick={onMore}>
          Show more
        </Button>
      )}
    </section>
  );
});

/** Hidden from screen readers, because the rows are a list. */
const ColumnHeads = () => (
  <p aria-hidden className="hidden items-center gap-x-2.5 pb-2 text-xs text-muted @lg:flex">
    <span className="w-11">Entry</span>
    <span className="grid basis-40 grid-cols-2">
      <span>Pair</span>
      <span>Direction</span>
    </span>
    <span className="w-19">Decided at</span>
    <span className="flex-1">Entry → close</span>
    <span className="pr-6">Result</span>
  </p>
);

export type SettledSignal = ReceivedSignal & { readonly settlement: Settlement };

export const isSettled = (signal: ReceivedSignal): signal is SettledSignal =>
  signal.settlement !== null;

/** Groups by the entry's day in the zone, and keeps the order. */
function groupByDay(
  signals: readonly SettledSignal[],
  zone: Zone,
): { readonly day: string; readonly signals: SettledSignal[] }[] {
  const days = new Map<string, SettledSignal[]>();
  for (const signal of signals) {
    const day = formatDate(getEntryTime(signal), zone);
    days.set(day, [...(days.get(day) ?? []), signal]);
  }
  return [...days].map(([day, daySignals]) => ({ day, signals: daySignals }));
}
