import { getAudiences } from '@quantalgo/contracts/access/access';
import type { User } from '@quantalgo/contracts/account/member';
import {
  formatPercent,
  formatShortDecimal,
  formatWeekdayTime,
  formatZonedTime,
} from '@quantalgo/contracts/core/format';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { nextSlotStart } from '@quantalgo/contracts/core/slots';
import { DAY_MS } from '@quantalgo/contracts/core/time';
import { COIN } from '@quantalgo/contracts/signals/ladder';
import { findNextBasicSlot } from '@quantalgo/contracts/signals/signal';
import { getSignalState } from '@quantalgo/contracts/signals/signalState';
import { describeIdle } from '@quantalgo/contracts/signals/stateText';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useZone } from '../../core/zone';
import { useNow } from '../../data/core/clock';
import { useVerdict } from '../../data/settings/useVerdict';
import { useMarketOpening } from '../../data/signals/heartbeat';
import { type ReceivedSignal, useSignals } from '../../data/signals/useSignals';
import { useSubmissionStatus } from '../../data/submissions/submission';
import { useSyncedList } from '../../data/sync/freshness';
import { Card } from '../../ui/Card';
import { PageHeading } from '../../ui/Heading';
import { VerdictMark } from '../../ui/instruments/Marks';
import { SignalHead, StateBar } from '../../ui/instruments/SignalHead';
import { Skeleton } from '../../ui/Loading';
import { arrangeSignals } from '../../data/signals/arrangeSignals';
import { ProofCard, shouldShowProof } from './ProofCard';
import { LockedNotice } from './LockedNotice';
import { MarketMood } from './Market';
import { LastFive } from './Recent';
import { RightSoFar } from './RightSoFar';
import { Rooms } from './Rooms';

const MAX_SIGNALS = 5;

/** Merges both columns on phones. */
const COLUMN_CLASS = 'contents lg:grid lg:min-w-0 lg:gap-5.5';

/** The Control Center of members with an open dashboard. */
export function Overview({ member }: { member: User }) {
  const signals = useSyncedList(useSignals(MAX_SIGNALS));
  const proof = useSubmissionStatus('proof', member.id);
  const today = useNow(DAY_MS);
  return (
    <div className="grid gap-4 lg:gap-5.5">
      <PageHeading>Control Center</PageHeading>
      <LockedNotice member={member} />
      {proof && shouldShowProof(proof, today) && <ProofCard status={proof} />}
      <div className="grid min-w-0 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)] lg:gap-5.5">
        <div className={COLUMN_CLASS}>
          <NextSignal signals={signals} member={member} />
          <LastFive signals={signals} className="max-lg:order-2" />
        </div>
        <div className={COLUMN_CLASS}>
          <RightSoFar className="max-lg:order-1" />
          <MarketMood className="max-lg:order-3" />
        </div>
      </div>
      <Rooms member={member} />
    </div>
  );
}

interface NextSignalProps {
  readonly signals: readonly ReceivedSignal[] | undefined;
  readonly member: User;
}

/** Has the same height in every state, so that the content below doesn't move. */
const NextSignal = ({ signals, member }: NextSignalProps) => (
  <Card aria-label="Next signal" className="overflow-hidden">
    <div className="min-h-37" data-passing>
      {signals ? <FirstToEnter signals={signals} member={member} /> : <Skeleton className="h-37" />}
    </div>
    <Link
      to={PATHS.signals}
      className="flex min-h-13 items-center justify-between gap-3 border-t border-line-soft px-4 text-sm font-semibold hover:bg-sunk"
    >
      <span>Open Signal Stream</span>
      <ChevronRight size={18} aria-hidden className="text-muted" />
    </Link>
  </Card>
);

/** The signal that can be entered first. If there is none, the newest one until it has ended. */
function FirstToEnter({ signals, member }: { signals: readonly ReceivedSignal[]; member: User }) {
  const now = useNow();
  const signal = arrangeSignals(signals, now).entering.at(-1) ?? signals[0];
  const opensAt = useMarketOpening() ?? null;
  const nextAt = getAudiences(member).includes('order-flow')
    ? nextSlotStart(now)
    : findNextBasicSlot(now);
  return signal && getSignalState(signal, now).name !== 'ended' ? (
    <OpenSignal signal={signal} now={now} nextAt={opensAt === null ? nextAt : null} />
  ) : (
    <NoOpenSignal now={now} nextAt={nextAt} opensAt={opensAt} isFirst={!signal} />
  );
}

interface Times {
  /** Epoch ms, like `nextAt`. */
  readonly now: number;
  readonly nextAt: number;
}

function OpenSignal({
  signal,
  now,
  nextAt,
}: {
  signal: ReceivedSignal;
  now: number;
  nextAt: number | null;
}) {
  const { name: verdict } = useVerdict(signal);
  return (
    <>
      <SignalHead signal={signal} verdict={verdict} now={now} nextAt={nextAt} />
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 pt-2 pb-3 text-sm text-muted">
        <VerdictMark verdict={verdict} />
        <span translate="no" className="tabular-nums">
          {`AI confidence ${formatPercent(signal.confidence.value)} (coin ${formatShortDecimal(COIN.withinLadder)})`}
        </span>
      </p>
    </>
  );
}

const Note = ({ children }: { children: ReactNode }) => (
  <p className="px-4 py-4 text-base">{children}</p>
);

function NoOpenSignal({
  now,
  nextAt,
  opensAt,
  isFirst,
}: Times & { opensAt: number | null; isFirst: boolean }) {
  const zone = useZone();
  const isClosed = opensAt !== null && opensAt > now;
  return (
    <>
      <StateBar bar={describeIdle(now, { nextAt, opensAt: isClosed ? opensAt : null })} />
      <Note>
        {`${isFirst ? 'No signal on this device yet. ' : ''}${
          isClosed
            ? `The market opens ${formatWeekdayTime(opensAt, zone)}. No signals until then.`
            : `The next signal may come at ${formatZonedTime(nextAt, zone)}.`
        }`}
      </Note>
    </>
  );
}
