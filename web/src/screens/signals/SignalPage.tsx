import {
  formatCount,
  formatDate,
  formatExactTime,
  formatZonedClock,
  formatZonedTime,
} from '@quantalgo/contracts/core/format';
import { PATHS, signalPath } from '@quantalgo/contracts/core/paths';
import { isSlotId, parseSlotId } from '@quantalgo/contracts/core/slots';
import type { Zone } from '@quantalgo/contracts/core/time';
import { formatPair } from '@quantalgo/contracts/market/pairs';
import { countDecidingCloses, LEVELS } from '@quantalgo/contracts/signals/ladder';
import { type Settlement, getEntryTime } from '@quantalgo/contracts/signals/signal';
import { SOURCE_TEXT, formatStrategy } from '@quantalgo/contracts/signals/words';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { useNow } from '../../data/core/clock';
import { useFetchedSignal } from '../../data/signals/signalDetails';
import { type ReceivedSignal, useSignal } from '../../data/signals/useSignals';
import { useFreshness } from '../../data/sync/freshness';
import { Button } from '../../ui/Button';
import { Panel, SideBySide } from '../../ui/Card';
import { LinkButton, TextLink } from '../../ui/Links';
import { ScreenHead } from '../../ui/Heading';
import { Notice } from '../../ui/Notice';
import { useCopied } from '../../ui/useCopied';
import { CandlesPanel } from './CandleChart';
import { InHindsight } from './InHindsight';
import { LazyLockedRoom } from './LazyLockedRoom';
import { CardSkeleton } from './CardSkeleton';
import { SignalCard } from './SignalCard';
import { Closes } from './SignalFacts';
import { getSettledLevels } from './levels';
import { formatAge, formatDeliveryDelay } from './signalText';
import { useZone } from '../../core/zone';

const LoadingState = () => (
  <>
    <ScreenHead title="Signal" />
    <CardSkeleton />
  </>
);

const MessagePage = ({ title, children }: { title: string; children: string }) => (
  <>
    <ScreenHead title={title}>{children}</ScreenHead>
    <p>
      <LinkButton to={PATHS.signalHistory}>All signals</LinkButton>
    </p>
  </>
);

const NoSuchSignal = () => (
  <MessagePage title="Signal not found">
    No signal for your tier was published at that time. There is at most one every five minutes.
  </MessagePage>
);

const NOT_STORED_TITLE = 'This signal is not on this device';

function Missing({ id }: { id: string }) {
  const state = useFetchedSignal(id);
  if (state.name === 'failed')
    return (
      <>
        <ScreenHead title={NOT_STORED_TITLE} />
        <Notice
          tone="warning"
          actions={
            <Button
              size="small"
              busyLabel={state.isRetrying ? 'Trying again…' : undefined}
              onClick={state.retry}
            >
              Try again
            </Button>
          }
        >
          {state.failure}
        </Notice>
      </>
    );
  if (state.name === 'absent') return <NoSuchSignal />;
  if (state.name === 'offline')
    return (
      <MessagePage title={NOT_STORED_TITLE}>It will open once you’re back online.</MessagePage>
    );
  return <LoadingState />;
}

function OpenSignal({ id }: { id: string }) {
  const result = useSignal(id);
  return (
    <div className="grid gap-4">
      <Neighbours older={result?.older ?? null} newer={result?.newer ?? null} />
      {result === undefined && <LoadingState />}
      {result?.signal && <SignalDetails signal={result.signal} />}
      {result?.signal === null && <Missing key={id} id={id} />}
    </div>
  );
}

export default function SignalPage({ open }: { open: boolean }) {
  const { slot = '' } = useParams();
  if (!open) return <LazyLockedRoom />;
  return isSlotId(slot) ? <OpenSignal key={slot} id={slot} /> : <NoSuchSignal />;
}

/** Separate, because it renders every second. */
function LiveCard({ signal }: { signal: ReceivedSignal }) {
  const now = useNow();
  return <SignalCard signal={signal} now={now} defaultOpen />;
}

function Age({ signal }: { signal: ReceivedSignal }) {
  const age = formatAge(useFreshness(), useZone());
  return signal.settlement === null && age && <span translate="no">{` · ${age}`}</span>;
}

function SignalDetails({ signal }: { signal: ReceivedSignal }) {
  const { settlement } = signal;
  const zone = useZone();
  return (
    <>
      <ScreenHead
        title={<span translate="no">{`${formatPair(signal.pair)} ${signal.direction}`}</span>}
        aside={<ShareLink />}
      >
        <span translate="no">{`Entry ${formatZonedTime(getEntryTime(signal), zone)}, ${formatDate(getEntryTime(signal), zone)}`}</span>
        <Age signal={signal} />
      </ScreenHead>
      <SideBySide
        side={
          <>
            <Why signal={signal} />
            <Delivery signal={signal} />
          </>
        }
      >
        <LiveCard key={signal.id} signal={signal} />
        {settlement ? (
          <>
            <CandlesPanel signal={signal} settlement={settlement} />
            <Settled signal={signal} settlement={settlement} />
          </>
        ) : (
          <p className="text-sm text-muted">
            Candles, closes and their source appear here once the signal is settled.
          </p>
        )}
      </SideBySide>
    </>
  );
}

const Facts = ({ rows }: { rows: readonly (readonly [string, string])[] }) => (
  <dl className="grid gap-1.5 text-sm">
    {rows.map(([name, value]) => (
      <div key={name} className="grid grid-cols-[6.5rem_1fr] gap-3">
        <dt className="text-muted">{name}</dt>
        <dd translate="no" className="tabular-nums">
          {value}
        </dd>
      </div>
    ))}
  </dl>
);

const listMissingCloses = (
  { direction }: Pick<ReceivedSignal, 'direction'>,
  { closes }: Settlement,
  zone: Zone,
) => {
  const prices = closes.map(({ price }) => price);
  const decisiveCloses = closes.slice(
    0,
    countDecidingCloses(direction, prices, { levels: LEVELS.length }),
  );
  return decisiveCloses.flatMap(({ at, reason }) =>
    reason === undefined ? [] : `${formatZonedClock(at, zone)}: ${reason}`,
  );
};

function Settled({ signal, settlement }: { signal: ReceivedSignal; settlement: Settlement }) {
  const zone = useZone();
  const query = new URLSearchParams({ signal: signal.id }).toString();
  const dispute = `${PATHS.support}?${query}`;
  return (
    <Panel title="How it was settled">
      <div className="grid gap-3 px-4 pb-4">
        <Closes signal={signal} levels={getSettledLevels(signal, settlement)} />
        <InHindsight signal={signal} />
        <Facts
          rows={[
            ['Closes from', SOURCE_TEXT[settlement.source]],
            ['Fetched', formatExactTime(settlement.fetchedAt, zone)],
            ['Settled', formatExactTime(settlement.settledAt, zone)],
          ]}
        />
        {listMissingCloses(signal, settlement, zone).map((reason) => (
          <p key={reason} className="text-xs text-muted">
            {reason}
          </p>
        ))}
        <p className="text-sm text-muted">
          <TextLink to={dispute}>My broker showed different prices</TextLink> opens a ticket about
          this signal with the closes above next to the prices you saw.{' '}
          <TextLink to={`${PATHS.community}?${query}`}>Discuss it</TextLink> attaches it to a post,
          as it is in the record.
        </p>
      </div>
    </Panel>
  );
}

const Delivery = ({ signal }: { signal: ReceivedSignal }) => {
  const zone = useZone();
  return (
    <Panel title="Delivery">
      <div className="px-4 pb-4">
        <Facts
          rows={[
            ['Published', formatExactTime(signal.publishedAt, zone)],
            ['Received', formatExactTime(signal.receivedAt, zone)],
            [
              'Delay',
              signal.live
                ? formatDeliveryDelay(signal.publishedAt, signal.receivedAt)
                : 'not measured: this signal was synced later, not received live',
            ],
          ]}
        />
      </div>
    </Panel>
  );
};

const Why = ({ signal }: { signal: ReceivedSignal }) => {
  const zone = useZone();
  return (
    <Panel title="Why this signal">
      <div className="grid gap-2.5 px-4 pb-4 text-sm">
        <ul className="grid list-disc gap-1 pl-4">
          {signal.reasons.length === 0 && <li>The strategy gave no reasons.</li>}
          {signal.reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
        <p className="text-muted">
          {`Strategy: ${formatStrategy(signal.strategy)}. ${
            describeCalibration(signal.calibration, zone) ??
            'The data behind its probabilities isn’t described.'
          } Probabilities are past rates, shown with 95% intervals.`}
        </p>
        <details className="text-xs text-muted">
          <summary className="min-h-11 py-3.5 lg:min-h-0 lg:py-1">Calibration ID</summary>
          <code className="wrap-anywhere">{signal.calibration}</code>
        </details>
      </div>
    </Panel>
  );
};

const CALIBRATION_ID = /^([^/]+)\/([^/]+)\/n(\d+)$/;

/** Null if the id has another format. */
function describeCalibration(calibration: string, zone: Zone): string | null {
  const [, strategy, slot = '', trials = ''] = CALIBRATION_ID.exec(calibration) ?? [];
  if (strategy === undefined || !isSlotId(slot)) return null;
  return `Based on how ${formatCount(Number(trials))} past forecasts of the strategy “${formatStrategy(strategy)}” turned out, up to ${formatDate(parseSlotId(slot), zone)}.`;
}

const LINK_TEXT = { copied: 'Link copied', failed: 'Couldn’t copy the link' } as const;

/** Only members of the signal's tier can open the link. */
function ShareLink() {
  const [copied, copy] = useCopied();
  const label = copied === null ? '' : LINK_TEXT[copied];
  const url = location.origin + location.pathname;
  return (
    <>
      <Button size="small" onClick={() => void copy(url, { url })}>
        {label || 'Copy link'}
      </Button>
      <span role="status" className="sr-only">
        {label}
      </span>
    </>
  );
}

const StepLink = ({ to, children }: { to: string | null; children: ReactNode }) =>
  to === null ? (
    <span />
  ) : (
    <LinkButton to={signalPath(to)} variant="quiet" size="small" className="px-2!">
      {children}
    </LinkButton>
  );

const Neighbours = ({ older, newer }: { older: string | null; newer: string | null }) => (
  <nav aria-label="Other signals" className="-mx-2 flex items-center justify-between gap-2">
    <StepLink to={older}>
      <ChevronLeft size={16} aria-hidden />
      <span>Older</span>
    </StepLink>
    <LinkButton to={PATHS.signalHistory} variant="quiet" size="small">
      All signals
    </LinkButton>
    <StepLink to={newer}>
      <span>Newer</span>
      <ChevronRight size={16} aria-hidden />
    </StepLink>
  </nav>
);
