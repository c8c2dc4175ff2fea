import {
  type Direction,
  type Pair,
  pairLabel,
  type Settlement,
  timeText,
} from '@quantalgo/contracts';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ReceivedSignal } from '../../data/signals/useSignals';
import { useZone } from '../../tell';
import { Skeleton } from '../../ui/Loading';
import { DirectionMark, OutcomeChip } from '../../ui/instruments/Marks';
import { CardFoot, Closes, entryFacts, Facts, Martingale, Odds, Reasons } from './SignalFacts';
import type { PlayedLevel } from './levels';
import { reachText } from './signalText';

/** A line of a list that opens to all that is known of its signal. */
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
    <li className="border-t border-line-soft">
      <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="flex min-h-13 list-none flex-wrap items-center gap-x-2.5 [&::-webkit-details-marker]:hidden">
          {children}
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

/** What a signal said, how its levels went, and the proof of it. */
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
      <Facts facts={entryFacts(signal, zone, 'Entry at')} />
      <div className="grid gap-3.5 p-4">
        <Odds signal={signal} />
        <Martingale levels={levels} />
        {signal.settlement && <Closes signal={signal} levels={levels} />}
        <Reasons signal={signal} />
      </div>
      <CardFoot signal={signal} />
    </div>
  );
};

interface HistoryLineProps {
  readonly pair: Pair;
  readonly direction: Direction;
  /** When it entered (epoch ms). */
  readonly entryTime: number;
  readonly ending: Pick<Settlement, 'outcome' | 'level'>;
}

/** A settled signal in one line: when, what, which way, how far and how it ended. */
export const HistoryLine = ({ pair, direction, entryTime, ending }: HistoryLineProps) => {
  const zone = useZone();
  return (
    <>
      <time
        dateTime={new Date(entryTime).toISOString()}
        className="w-10 text-sm whitespace-nowrap text-muted tabular-nums"
      >
        {timeText(entryTime, zone)}
      </time>
      <span className="min-w-0 flex-1 basis-24">
        <span className="block text-sm font-semibold">{pairLabel(pair)}</span>
        <span className="flex flex-wrap items-center gap-x-1 text-xs text-faint">
          <DirectionMark direction={direction} size="small" /> · {reachText(ending)}
        </span>
      </span>
      <OutcomeChip outcome={ending.outcome} />
    </>
  );
};

const ROWS = [1, 2, 3, 4, 5, 6, 7, 8];

/** The history's place while the stored signals are read. */
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

/** The head of a list: its name, and what is to be said about it at the right. */
export const SectionHead = ({ title, children }: { title: ReactNode; children?: ReactNode }) => (
  <header className="flex min-h-11 flex-wrap items-center justify-between gap-x-3">
    <h2 className="flex flex-wrap items-center gap-x-2 text-base tracking-normal lg:text-sm">
      {title}
    </h2>
    <p className="text-right text-xs text-faint tabular-nums">{children}</p>
  </header>
);
