import { formatCount, formatDate } from '@quantalgo/contracts/core/format';
import { PATHS } from '@quantalgo/contracts/core/paths';
import type { Zone } from '@quantalgo/contracts/core/time';
import {
  isDemonstration,
  type Settlement,
  getEntryTime,
} from '@quantalgo/contracts/signals/signal';
import { memo } from 'react';
import type { ReceivedSignal } from '../../data/signals/useSignals';
import { Button } from '../../ui/Button';
import { Chip } from '../../ui/Chip';
import { TextLink } from '../../ui/Links';
import { HistoryLine, SectionHead, SignalRow } from './SignalRow';
import { getSettledLevels } from './levels';
import { useZone } from '../../core/zone';

const HistoryRow = memo(function HistoryRow({ signal }: { signal: SettledSignal }) {
  return (
    <SignalRow signal={signal} levels={() => getSettledLevels(signal, signal.settlement)}>
      <HistoryLine
        pair={signal.pair}
        direction={signal.direction}
        entryTime={getEntryTime(signal)}
        ending={signal.settlement}
        odds={signal}
        entered={signal.entered}
      />
    </SignalRow>
  );
});

interface HistoryProps {
  signals: readonly SettledSignal[];
  /** All settled signals on this device. */
  total: number;
  /** Null while the list is live. */
  age: string | null;
  /** The current day in the member's zone; it gets no heading. */
  today: string;
  onMore: (() => void) | null;
}

export const History = memo(function History({ signals, total, age, today, onMore }: HistoryProps) {
  const zone = useZone();
  if (signals.length === 0) return null;
  const demonstration = signals.some(({ source }) => isDemonstration(source));
  return (
    <section
      data-boxed
      className="lg:rounded-lg lg:border lg:border-line lg:bg-raised lg:px-4 lg:pb-1"
    >
      <SectionHead
        title={
          <span className="contents">
            <span>History</span> {demonstration && <Chip tone="warning">Demonstration</Chip>}
          </span>
        }
      >
        <span translate="no">
          {age ?? `${formatCount(signals.length)} of ${formatCount(total)}`}
        </span>
      </SectionHead>
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
      <TextLink
        to={PATHS.signalHistory}
        className="inline-flex min-h-11 items-center text-sm lg:min-h-9"
      >
        Search all signals
      </TextLink>
      {onMore && (
        <Button variant="quiet" size="small" className="my-2 w-full" onClick={onMore}>
          Show more
        </Button>
      )}
    </section>
  );
});

export type SettledSignal = ReceivedSignal & { readonly settlement: Settlement };

export const isSettled = (signal: ReceivedSignal): signal is SettledSignal =>
  signal.settlement !== null;

/** Keeps the order; groups by the entry's day in the zone. */
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
