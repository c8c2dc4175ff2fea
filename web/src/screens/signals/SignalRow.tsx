import { formatTime } from '@quantalgo/contracts/core/format';
import { type Pair, formatPair } from '@quantalgo/contracts/market/pairs';
import type { Direction, Settlement } from '@quantalgo/contracts/signals/signal';
import type { StatedOdds } from '@quantalgo/contracts/signals/verdict';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ReceivedSignal } from '../../data/signals/useSignals';
import { useZone } from '../../core/zone';
import { Skeleton } from '../../ui/Loading';
import { DirectionMark, OutcomeChip, VerdictMark } from '../../ui/instruments/Marks';
import {
  CardFoot,
  Closes,
  getEntryFacts,
  FactGrid,
  Martingale,
  Odds,
  Reasons,
} from './SignalFacts';
import { InHindsight } from './InHindsight';
import { SignalSummary, useLineVerdict } from './SignalSummary';
import type { PlayedLevel } from './levels';
import { formatLevelReached } from './signalText';

export function SignalRow({
  signal,
  levels,
  children,
}: {
  signal: ReceivedSignal;
  levels: () => readonly PlayedLevel[];
  children: ReactNode;
}) {
  const [open, setOpen] = useState(false);
  return (
    <li data-row={signal.id} className="border-t border-line-soft">
      <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="flex min-h-13 list-none items-center gap-x-2.5 [&::-webkit-details-marker]:hidden">
          <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2.5">{children}</span>
          <ChevronDown
            size={14}
            aria-hidden
            className={`shrink-0 text-faint transition-transform ${open ? 'rotate-180' : ''}`}
          />
        </summary>
        {open && <RowDetails signal={signal} levels={levels()} />}
      </details>
    </li>
  );
}

const RowDetails = ({
  signal,
  levels,
}: {
  signal: ReceivedSignal;
  levels: readonly PlayedLevel[];
}) => {
  const zone = useZone();
  return (
    <div className="@container mb-3 overflow-hidden rounded-lg border border-line bg-raised lg:bg-ink lg:in-data-boxed:-mx-4 lg:in-data-boxed:rounded-none lg:in-data-boxed:border-x-0">
      <FactGrid facts={getEntryFacts(signal, zone, 'Entry at')} />
      <SignalSummary signal={signal} levels={levels} />
      <div className="grid gap-3.5 border-t border-line-soft p-4">
        <Odds signal={signal} />
        <Martingale levels={levels} />
        {signal.settlement && <Closes signal={signal} levels={levels} />}
        <InHindsight signal={signal} />
        <Reasons signal={signal} />
      </div>
      <CardFoot signal={signal} />
    </div>
  );
};

/** Quiet if the signal is for paper only. */
export function LineHead({
  pair,
  direction,
  odds,
  children,
}: Pick<HistoryLineProps, 'pair' | 'direction' | 'odds'> & { readonly children?: ReactNode }) {
  const verdict = useLineVerdict(odds);
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2">
        <span translate="no" className="text-sm font-semibold">
          {formatPair(pair)}
        </span>
        <VerdictMark verdict={verdict} />
      </span>
      <span className="flex flex-wrap items-center gap-x-1 text-xs text-faint">
        <DirectionMark direction={direction} size="small" quiet={verdict === 'paper'} />
        {children !== undefined && <span translate="no">{children}</span>}
      </span>
    </>
  );
}

interface HistoryLineProps {
  readonly pair: Pair;
  readonly direction: Direction;
  /** Epoch ms. */
  readonly entryTime: number;
  readonly ending: Pick<Settlement, 'outcome' | 'level'>;
  readonly odds: StatedOdds;
  /** False if it couldn't be entered; undefined if nobody checked. */
  readonly entered?: boolean | undefined;
}

export const HistoryLine = ({
  pair,
  direction,
  entryTime,
  ending,
  odds,
  entered,
}: HistoryLineProps) => {
  const zone = useZone();
  return (
    <>
      <time
        translate="no"
        dateTime={new Date(entryTime).toISOString()}
        className="w-10 text-sm whitespace-nowrap text-muted tabular-nums"
      >
        {formatTime(entryTime, zone)}
      </time>
      <span className="min-w-0 flex-1 basis-24">
        <LineHead pair={pair} direction={direction} odds={odds}>
          {` · ${entered === false ? 'no go' : formatLevelReached(ending)}`}
        </LineHead>
      </span>
      <OutcomeChip outcome={ending.outcome} />
    </>
  );
};

const ROWS = [1, 2, 3, 4, 5, 6, 7, 8];

export const HistorySkeleton = () => (
  <section
    aria-busy="true"
    className="lg:rounded-lg lg:border lg:border-line lg:bg-raised lg:px-4 lg:pb-1"
  >
    <SectionHead title="History" />
    {ROWS.map((row) => (
      <div key={row} className="flex h-[53px] items-center gap-2.5 border-t border-line-soft">
        <Skeleton className="h-4 w-10" />
        <span className="grid flex-1 gap-1.5">
          <Skeleton className="h-4 w-20" />
          <Skeleton className="h-3 w-24" />
        </span>
        <Skeleton className="h-5.5 w-14" />
      </div>
    ))}
  </section>
);

export const SectionHead = ({ title, children }: { title: ReactNode; children?: ReactNode }) => (
  <header className="flex min-h-11 flex-wrap items-center justify-between gap-x-3">
    <h2 className="flex flex-wrap items-center gap-x-2 text-base tracking-normal lg:text-sm">
      {title}
    </h2>
    <p className="text-right text-xs text-faint tabular-nums">{children}</p>
  </header>
);
