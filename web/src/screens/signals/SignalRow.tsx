import type { SignalState } from '@quantalgo/contracts/signals/signalState';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ReceivedSignal } from '../../data/signals/useSignals';
import { isQuiet } from '../../ui/instruments/SignalHead';
import { SignalCardBody } from './SignalCardBody';
import { Details } from './SignalCard';
import { useVerdict } from '../../data/settings/useVerdict';
import type { PlayedLevel } from './levels';

export function SignalRow({
  signal,
  state,
  levels,
  children,
}: {
  signal: ReceivedSignal;
  state: SignalState;
  levels: () => readonly PlayedLevel[];
  children: ReactNode;
}) {
  const [open, setOpen] = useState(false);
  return (
    <li data-row={signal.id} className="border-t border-line-soft">
      <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="flex min-h-13.5 list-none items-center gap-x-2.5 [&::-webkit-details-marker]:hidden">
          <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2.5 @lg:flex-nowrap">
            {children}
          </span>
          <ChevronDown
            size={14}
            aria-hidden
            className={`shrink-0 text-faint transition-transform ${open ? 'rotate-180' : ''}`}
          />
        </summary>
        {open && <RowDetails signal={signal} state={state} levels={levels()} />}
      </details>
    </li>
  );
}

function RowDetails({
  signal,
  state,
  levels,
}: {
  signal: ReceivedSignal;
  state: SignalState;
  levels: readonly PlayedLevel[];
}) {
  const verdict = useVerdict(signal);
  return (
    <div className="@container mb-3 overflow-hidden rounded-lg border border-line bg-raised">
      <SignalCardBody signal={signal} state={state} levels={levels} verdict={verdict} />
      <div className="border-t border-line-soft pt-3">
        <Details
          signal={signal}
          levels={levels}
          quiet={isQuiet(state, verdict.name)}
          isNoGo={signal.entered === false}
          withCloses
        />
      </div>
    </div>
  );
}
