import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ReceivedSignal } from '../../data/signals/useSignals';
import { CardFoot, Closes, entryFacts, Facts, Martingale, Odds, Reasons } from './SignalFacts';
import type { PlayedLevel } from './levels';
import { useZone } from '../../tell';

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
