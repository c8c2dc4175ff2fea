import { getAudiences, getEffectiveTier } from '@quantalgo/contracts/access/access';
import type { User } from '@quantalgo/contracts/account/member';
import { formatHours, formatMinutes } from '@quantalgo/contracts/core/durations';
import {
  formatCount,
  formatPercent,
  formatInterval,
  formatShortDecimal,
  formatWeekdayTime,
  formatZonedTime,
} from '@quantalgo/contracts/core/format';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { nextSlotStart, SLOT_MS } from '@quantalgo/contracts/core/slots';
import { type Zone, DAY_MS } from '@quantalgo/contracts/core/time';
import { formatPair } from '@quantalgo/contracts/market/pairs';
import { CONFIRM_TIMEOUT_MS } from '@quantalgo/contracts/signals/confirmation';
import type { Performance } from '@quantalgo/contracts/signals/figures';
import { COIN, LEVELS } from '@quantalgo/contracts/signals/ladder';
import {
  ENTER_NOW_WINDOW_MS,
  findNextBasicSlot,
  type Probability,
  type Signal,
  getSignalPhase,
  type SignalPhase,
  getEntryTime,
} from '@quantalgo/contracts/signals/signal';
import { getVerdict } from '@quantalgo/contracts/signals/verdict';
import { RISK_LINE } from '../../content/onboarding';
import { useSubmissionStatus } from '../../data/submissions/submission';
import { usePayout } from '../../data/settings/payout';
import { useNow } from '../../data/core/clock';
import { type ReceivedSignal, usePerformance, useSignals } from '../../data/signals/useSignals';
import { useMarketOpening } from '../../data/signals/heartbeat';
import { useFreshness } from '../../data/sync/freshness';
import { useZone } from '../../core/zone';
import { Card, Panel, SideBySide } from '../../ui/Card';
import { Chip } from '../../ui/Chip';
import { PageHeading } from '../../ui/Heading';
import { LinkButton } from '../../ui/Links';
import { Skeleton } from '../../ui/Loading';
import { DirectionMark, OutcomeChip, VerdictMark } from '../../ui/instruments/Marks';
import { Ring, type RingTone } from '../../ui/instruments/Ring';
import { shouldShowProof, ProofCard } from './Activation';
import { MarketMood } from './Market';
import { LastSignals, RecentSignals } from './Recent';

const MAX_SIGNALS = 6;

export function Overview({ member }: { member: User }) {
  const stored = useSignals(MAX_SIGNALS);
  const signals = useIsFirstSync() && stored?.length === 0 ? undefined : stored;
  const proof = useSubmissionStatus('proof', member.id);
  const today = useNow(DAY_MS);
  return (
    <div className="grid gap-4 lg:gap-5.5">
      <PageHeading>Control Center</PageHeading>
      {proof && shouldShowProof(proof, today) && <ProofCard status={proof} />}
      <SideBySide
        side={
          <>
            <RecordSummary />
            <MarketMood />
          </>
        }
      >
        <LatestSignal signals={signals} member={member} />
        {getEffectiveTier(member) === 'essential' ? (
          <LastSignals signals={signals} />
        ) : (
          <RecentSignals signals={signals} />
        )}
      </SideBySide>
    </div>
  );
}

const formatMissedSlots = (count: number) =>
  `${formatCount(count)} missed ${count === 1 ? 'slot' : 'slots'}`;

interface RateProps {
  label: string;
  /** Null before the first settled signal, undefined while the record loads. */
  range: Probability | null | undefined;
  /** A coin's rate, in percent. */
  coin: number;
}

const Rate = ({ label, range, coin }: RateProps) => (
  <div className="flex h-17.5 items-center justify-between gap-3 border-t border-line-soft px-4">
    <dt className="grid text-sm text-muted">
      <span>{label}</span>
      <span translate="no" className="text-xs text-faint tabular-nums">
        {`${range ? `${formatInterval(range)} · ` : ''}coin ${formatShortDecimal(coin)}`}
      </span>
    </dt>
    <dd translate="no" className="text-lg font-semibold tracking-tight tabular-nums">
      {range === undefined ? (
        <Skeleton className="h-6.5 w-20" />
      ) : (
        formatPercent(range?.value ?? null)
      )}
    </dd>
  </div>
);

const Figures = ({ record }: { record: Performance | undefined }) => (
  <>
    <dl>
      <Rate label="First entry wins" range={record?.firstEntryRange} coin={COIN.firstEntry} />
      <Rate
        label={`Win rate, ${LEVELS.length} levels`}
        range={record?.winRateRange}
        coin={COIN.withinLadder}
      />
    </dl>
    <p className="flex h-10 items-center justify-between gap-3 border-t border-line-soft bg-sunk px-4 text-xs text-muted tabular-nums">
      {record && (
        <>
          <span>{`${formatCount(record.totalSignals)} settled`}</span>
          <span>{formatMissedSlots(record.missedSlots)}</span>
        </>
      )}
    </p>
  </>
);

function RecordSummary() {
  const stored = usePerformance();
  const record = useIsFirstSync() ? (stored ?? undefined) : stored;
  return (
    <Panel
      title="The record"
      aside={record?.demonstration === true && <Chip tone="warning">Demonstration</Chip>}
    >
      {record === null ? (
        <p className="border-t border-line-soft p-4 text-sm text-muted">
          Not on this device yet. It arrives the next time you are online.
        </p>
      ) : (
        <Figures record={record} />
      )}
      <p className="border-t border-line-soft px-4 py-2.5 text-xs text-muted">{RISK_LINE}</p>
    </Panel>
  );
}

/** True during the first contact with the server, while this device has no data. */
const useIsFirstSync = (): boolean => useFreshness().state === 'loading';

function NewestSignal({ signal }: { signal: ReceivedSignal }) {
  const verdict = getVerdict(signal, usePayout()).name;
  const now = useNow();
  const zone = useZone();
  const phase = getSignalPhase(signal, now);
  const quiet = verdict === 'paper' || phase.name === 'no-go';
  return (
    <div
      data-passing={phase.name === 'settled' ? undefined : ''}
      className="flex min-h-29 flex-wrap items-start justify-between gap-4 p-4"
    >
      <div className="grid min-w-0 flex-1 basis-40 justify-items-start gap-2">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-xs text-muted">
          <VerdictMark verdict={verdict} variant="chip" />
          <span translate="no">{describePhase(signal, phase, zone)}</span>
        </p>
        <p translate="no" className="text-xl font-semibold tracking-tight">
          {formatPair(signal.pair)}
        </p>
        <DirectionMark direction={signal.direction} quiet={quiet} />
      </div>
      {phase.name === 'settled' ? (
        <OutcomeChip outcome={phase.settlement.outcome} />
      ) : (
        <PhaseRing phase={phase} now={now} quiet={quiet} />
      )}
    </div>
  );
}

function NoSignalYet({ member }: { member: User }) {
  const now = useNow();
  const zone = useZone();
  const isClosed = typeof useMarketOpening() === 'number';
  const next = getAudiences(member).includes('order-flow')
    ? nextSlotStart(now)
    : findNextBasicSlot(now);
  return (
    <p data-passing className="flex min-h-29 items-center p-4 text-muted">
      {`No signal on this device yet.${!isClosed ? ` The next one may come at ${formatZonedTime(next, zone)}.` : ''}`}
    </p>
  );
}

function Content({ signals, member }: LatestSignalProps) {
  if (!signals) return <Skeleton className="m-4 h-21" />;
  const [newest] = signals;
  return newest ? (
    <NewestSignal key={newest.id} signal={newest} />
  ) : (
    <NoSignalYet member={member} />
  );
}

interface LatestSignalProps {
  signals: readonly ReceivedSignal[] | undefined;
  member: User;
}

function ClosedMarket() {
  const now = useNow();
  const zone = useZone();
  const opensAt = useMarketOpening();
  if (typeof opensAt !== 'number') return null;
  return (
    <p
      data-passing
      className="flex flex-wrap items-baseline justify-between gap-x-3 border-b border-line-soft px-4 py-3 text-sm text-muted"
    >
      <span>
        The market opens{' '}
        <span translate="no" className="font-semibold text-text tabular-nums">
          {formatWeekdayTime(opensAt, zone)}
        </span>
      </span>
      <span aria-hidden className="tabular-nums">
        in{' '}
        <span translate="no" className="font-semibold text-text">
          {formatHours(opensAt - now)}
        </span>
      </span>
    </p>
  );
}

const LatestSignal = (props: LatestSignalProps) => (
  <Card aria-label="Latest signal">
    <ClosedMarket />
    <Content {...props} />
    <div className="flex flex-col gap-3 border-t border-line-soft p-4 lg:flex-row lg:items-center lg:justify-between">
      {props.signals?.length !== 0 && <Odds signal={props.signals?.[0]} />}
      <LinkButton to={PATHS.signals} variant="primary" className="shrink-0 lg:ml-auto">
        Open Signal Room
      </LinkButton>
    </div>
  </Card>
);

function OddsRow({ label, odds }: { label: string; odds: Probability | undefined }) {
  return (
    <div className="flex justify-between gap-2">
      <dt>{label}</dt>
      <dd translate="no" className="font-semibold whitespace-nowrap text-text tabular-nums">
        {odds ? formatPercent(odds.value) : <Skeleton className="h-5 w-12" />}
      </dd>
    </div>
  );
}

const Odds = ({ signal }: { signal: Signal | undefined }) => (
  <dl className="grid text-sm text-muted lg:w-72">
    <OddsRow label="First entry wins" odds={signal?.firstEntry} />
    <OddsRow label={`AI confidence, within ${LEVELS.length} levels`} odds={signal?.confidence} />
  </dl>
);

type UnsettledPhase = Exclude<SignalPhase, { name: 'settled' }>;

interface Dial {
  readonly share: number;
  readonly tone: RingTone;
  readonly figure: string;
}

function getDial(phase: UnsettledPhase, now: number): Dial {
  if (phase.name === 'open')
    return {
      share: phase.entersIn / SLOT_MS,
      tone: 'accent',
      figure: formatMinutes(phase.entersIn),
    };
  if (phase.name === 'enter-now')
    return {
      share: phase.closesIn / ENTER_NOW_WINDOW_MS,
      tone: 'amber',
      figure: formatMinutes(phase.closesIn),
    };
  if (phase.name === 'checking')
    return {
      share: phase.closesIn / CONFIRM_TIMEOUT_MS,
      tone: 'flat',
      figure: formatMinutes(phase.closesIn),
    };
  if (phase.name === 'no-go') return { share: 0, tone: 'faint', figure: 'No go' };
  const remainingMs = phase.name === 'running' ? phase.endsAt - now : 0;
  return { share: remainingMs / SLOT_MS, tone: 'faint', figure: formatMinutes(remainingMs) };
}

function PhaseRing({ phase, now, quiet }: { phase: UnsettledPhase; now: number; quiet: boolean }) {
  const { share, tone, figure } = getDial(phase, now);
  return (
    <Ring share={share} tone={quiet ? 'faint' : tone} size={80} line={4}>
      <span className="text-base font-semibold tracking-tight tabular-nums">{figure}</span>
    </Ring>
  );
}

function describePhase(signal: Signal, phase: SignalPhase, zone: Zone): string {
  switch (phase.name) {
    case 'open':
      return `Enter at ${formatZonedTime(getEntryTime(signal), zone)}`;
    case 'checking':
      return 'Checking the price';
    case 'enter-now':
      return 'Enter now';
    case 'no-go':
      return 'No go: don’t enter';
    case 'running':
      return phase.level === 0 ? 'Too late · level 0 running' : 'Too late · waiting for the close';
    case 'judging':
      return 'Waiting for the close';
    case 'settled':
      return `Settled · entered ${formatZonedTime(getEntryTime(signal), zone)}`;
  }
}
