import { formatPair } from '@quantalgo/contracts/market/pairs';
import { getSignalState, isNoGo } from '@quantalgo/contracts/signals/signalState';
import { describeState } from '@quantalgo/contracts/signals/stateText';
import { ChevronDown } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { useMember } from '../../data/auth/currentSession';
import type { ReceivedSignal } from '../../data/signals/useSignals';
import { useZone } from '../../core/zone';
import { Card } from '../../ui/Card';
import { isQuiet, PairRow, StateBar } from '../../ui/instruments/SignalHead';
import { lazyComponent } from '../../ui/lazyComponent';
import { SignalCardBody } from './SignalCardBody';
import { getPlayedLevels } from './levels';
import { useVerdict } from '../../data/settings/useVerdict';

/**
 * `now` and `nextAt`, when the next signal may come, are server times in epoch ms. `defaultOpen` opens
 * the details at first.
 */
export function SignalCard({
  signal,
  now,
  nextAt = null,
  defaultOpen = false,
}: {
  signal: ReceivedSignal;
  now: number;
  nextAt?: number | null;
  defaultOpen?: boolean;
}) {
  const zone = useZone();
  const verdict = useVerdict(signal);
  const state = getSignalState(signal, now);
  const levels = getPlayedLevels(signal, now);
  const quiet = isQuiet(state, verdict.name);
  const noGo = isNoGo(state);
  return (
    <Card
      as="article"
      aria-label={`${formatPair(signal.pair)} ${signal.direction} signal`}
      data-state={state.name}
      className="@container overflow-hidden"
    >
      <StateBar bar={describeState(state, { now, zone, verdict: verdict.name, nextAt })} />
      <PairRow key={signal.id} pair={signal.pair} direction={signal.direction} quiet={quiet} />
      <SignalCardBody signal={signal} state={state} levels={levels} verdict={verdict} />
      {!noGo && <MemoJournal signal={signal} />}
      <Folded open={defaultOpen}>
        <Details signal={signal} levels={levels} quiet={quiet} isNoGo={noGo} withCloses={false} />
      </Folded>
    </Card>
  );
}

// Memoized, because the card renders every second and this part changes only with the signal.
const MemoJournal = memo(JournalFoot);

const JournalTaps = lazyComponent(
  async () => (await import('./JournalTaps')).JournalTaps,
  <div className="h-16.5" />,
);

export const Details = lazyComponent(
  async () => (await import('./DetailsContent')).DetailsContent,
  <div className="h-72" />,
);

/** Loaded after the card. */
function JournalFoot({ signal }: { signal: ReceivedSignal }) {
  const member = useMember();
  return member && <JournalTaps uid={member.id} signal={signal} />;
}

function Folded({ open, children }: { open: boolean; children: ReactNode }) {
  return (
    <details open={open} className="group border-t border-line-soft">
      <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between gap-2 px-4 text-sm text-muted [&::-webkit-details-marker]:hidden">
        <span>
          <b className="mr-2 font-semibold text-text">Details</b>
          <span>seal, odds, reasons</span>
        </span>
        <ChevronDown
          size={18}
          aria-hidden
          className="text-faint transition-transform group-open:rotate-180"
        />
      </summary>
      {children}
    </details>
  );
}
