import { ChevronDown } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { ReceivedSignal } from '../../../data/signals/useSignals';
import type { PlayedLevel } from '../levels';
import { RowDetails } from './RowDetails';

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
