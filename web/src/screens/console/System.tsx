import type { SystemState } from '@quantalgo/contracts/console/console';
import { formatMoment, formatShortDecimal } from '@quantalgo/contracts/core/format';
import { parseDecimal } from '@quantalgo/contracts/core/money';
import { getSlotDay, slotId } from '@quantalgo/contracts/core/slots';
import { HOUR_MS, WAT } from '@quantalgo/contracts/core/time';
import { countdownEndpoints } from '@quantalgo/contracts/countdown/endpoints';
import { SOURCE_TEXT } from '@quantalgo/contracts/signals/words';
import { type ReactNode, useState } from 'react';
import { useNow } from '../../data/core/clock';
import { useOnline } from '../../data/core/useOnline';
import { toFailureText } from '../../data/core/errors';
import { toResult } from '../../data/core/toResult';
import { useForm } from '../../data/core/useForm';
import { useMutation } from '../../data/core/useMutation';
import { resetCountdown, useSystem } from '../../data/console/console';
import { Card, Panel } from '../../ui/Card';
import { Chip } from '../../ui/Chip';
import { TextField } from '../../ui/Field';
import { Skeleton } from '../../ui/Loading';
import { Notice } from '../../ui/Notice';
import { ScreenHead } from '../../ui/Heading';
import { Age, QueryNotice } from './QueryList';
import { ConfirmSubmit } from './ConfirmSubmit';
import { FactList } from './MemberFacts';
import { SendNews } from './SendNews';
import {
  Delays,
  formatDelay,
  describeHeartbeat,
  describeLag,
  describeMarket,
  Misses,
  Publications,
  formatSlot,
} from './SystemRecord';

const isOffByDefault = (flag: string) => flag === 'approve-matches';

const SystemPanels = ({ system, onReset }: { system: SystemState; onReset: () => void }) => {
  const now = useNow(60_000);
  return (
    <>
      {system.off.length > 0 && (
        <Notice tone={system.off.every(isOffByDefault) ? 'information' : 'warning'}>
          <span>{`Off: ${system.off.join(', ')}. Use`}</span>{' '}
          <code className="whitespace-nowrap">npm run flags</code> <span>to change this.</span>
        </Notice>
      )}
      {system.overdue.length > 0 && <Overdue overdue={system.overdue} now={now} />}
      <Health system={system} now={now} />
      <div className="grid items-start gap-4 xl:grid-cols-2 xl:gap-5.5">
        <div className="grid min-w-0 gap-4">
          <Publications publications={system.publications} now={now} />
          <Misses misses={system.misses} now={now} />
          <Delays delays={system.delays} pushDelays={system.pushDelays} />
          <SendNews />
        </div>
        <div className="grid min-w-0 gap-4">
          <Strategies calibrations={system.calibrations} off={system.off} now={now} />
          <LedgerHead ledger={system.ledger} now={now} />
          <Countdown
            key={system.countdown.endsAt}
            countdown={system.countdown}
            now={now}
            onReset={onReset}
          />
        </div>
      </div>
    </>
  );
};

export default function System() {
  const query = useSystem();
  const { data, loading } = query;
  return (
    <div className="grid gap-4">
      <ScreenHead title="System" aside={<Age query={query} />}>
        Shows whether signals go out on time and which prices they use. Refreshes every minute.
      </ScreenHead>
      <QueryNotice query={query} />
      {data && <SystemPanels system={data} onReset={query.reload} />}
      {!data && loading && (
        <div role="status" aria-label="Loading" className="grid gap-4">
          <Skeleton className="h-44 rounded-lg" />
          <Skeleton className="h-96 rounded-lg" />
        </div>
      )}
    </div>
  );
}

const Overdue = ({ overdue, now }: Pick<SystemState, 'overdue'> & { now: number }) => (
  <Panel title="Overdue" aside={<Chip tone="bad">{overdue.length}</Chip>}>
    <ul aria-label="Overdue" className="divide-y divide-line-soft border-t border-line-soft">
      {overdue.map(({ what, id, owner, since }) => (
        <li key={`${what} ${id}`} className="px-4 py-2.5 text-sm wrap-anywhere">
          <p className="font-semibold">
            <span>{what}</span>
            {owner !== null && (
              <>
                <span> · </span>
                <bdi>{owner}</bdi>
              </>
            )}
          </p>
          <p className="text-xs text-muted tabular-nums">
            {`Since ${formatMoment(Date.parse(since), now, WAT)} · ${id}`}
          </p>
        </li>
      ))}
    </ul>
  </Panel>
);

const Fact = ({
  label,
  note,
  children,
}: {
  label: string;
  note: ReactNode;
  children: ReactNode;
}) => (
  <div className="grid content-start gap-1.5 bg-raised px-4 py-3">
    <dt className="text-xs text-muted">{label}</dt>
    <dd translate="no" className="text-base font-semibold tabular-nums">
      {children}
    </dd>
    <dd className="text-xs wrap-anywhere text-muted tabular-nums">{note}</dd>
  </div>
);

function Health({ system, now }: { system: SystemState; now: number }) {
  const { heartbeat, market, source, missedLast24Hours, delays, pushDelays } = system;
  // A day without publications or displays has no entry.
  const today = getSlotDay(slotId(now));
  const publicationsToday = delays.find(({ day }) => day === today);
  const displaysToday = pushDelays.find(({ day }) => day === today);
  const [slot, lag, prices] = [
    describeHeartbeat(heartbeat),
    describeLag(heartbeat),
    describeMarket(market),
  ];
  return (
    <Card className="overflow-hidden">
      <dl className="grid gap-px bg-line-soft sm:grid-cols-2 xl:grid-cols-3">
        <Fact
          label="Newest slot"
          note={heartbeat ? formatSlot(heartbeat.slot, now) : 'The publisher has not run yet'}
        >
          <Chip tone={slot.tone}>{slot.text}</Chip>
        </Fact>
        <Fact label="Scheduler" note="Compared with the newest due slot">
          <Chip tone={lag.tone}>{lag.text}</Chip>
        </Fact>
        <Fact label="Market data" note={market?.problem ?? `Using ${SOURCE_TEXT[source]}`}>
          <Chip tone={prices.tone}>{prices.text}</Chip>
        </Fact>
        <Fact
          label="Slot to commit, p95"
          note={`${publicationsToday?.published ?? 0} published today`}
        >
          {formatDelay(publicationsToday?.p95Ms ?? null)}
        </Fact>
        <Fact label="Push to display, p95" note={`${displaysToday?.shown ?? 0} shown today`}>
          {formatDelay(displaysToday?.p95Ms ?? null)}
        </Fact>
        <Fact label="Missed slots" note="In the last 24 hours">
          {missedLast24Hours}
        </Fact>
      </dl>
    </Card>
  );
}

const LedgerHead = ({ ledger, now }: Pick<SystemState, 'ledger'> & { now: number }) => (
  <Panel title="Ledger head">
    <div className="px-4 pb-4">
      {ledger ? (
        <FactList
          facts={[
            ['Entry', `#${ledger.seq}`],
            ['At', formatMoment(Date.parse(ledger.at), now, WAT)],
            ['Hash', ledger.hash],
            ['Ledger', ledger.ledgerId],
          ]}
        />
      ) : (
        <p className="text-sm text-muted">The ledger has no entries yet.</p>
      )}
    </div>
  </Panel>
);

function Strategy({
  calibration: { strategyId, version, fittedAt, switchedOff },
  isOffByCommand,
  now,
}: {
  calibration: SystemState['calibrations'][number];
  isOffByCommand: boolean;
  now: number;
}) {
  const isOff = switchedOff !== null || isOffByCommand;
  return (
    <li className="flex items-start gap-3 px-4 py-2.5">
      <div className="min-w-0 flex-1 text-sm wrap-anywhere">
        <p className="font-semibold">{strategyId}</p>
        <p className="text-xs text-muted tabular-nums">
          {`${version} · fitted ${formatMoment(Date.parse(fittedAt), now, WAT)}`}
        </p>
        {isOffByCommand && <p className="text-xs text-muted">Switched off from the command line</p>}
        {switchedOff && (
          <p className="text-xs text-muted">
            {`${switchedOff.reason}, since ${formatMoment(Date.parse(switchedOff.since), now, WAT)}`}
          </p>
        )}
      </div>
      <Chip tone={isOff ? 'warning' : 'good'}>{isOff ? 'Off' : 'On'}</Chip>
    </li>
  );
}

const Strategies = ({
  calibrations,
  off,
  now,
}: Pick<SystemState, 'calibrations' | 'off'> & { now: number }) => {
  const offCount = calibrations.filter(
    ({ switchedOff, strategyId }) => switchedOff !== null || off.includes(strategyId),
  ).length;
  return (
    <Panel
      title="Strategies and their calibration"
      aside={offCount > 0 && <Chip tone="warning">{`${offCount} switched off`}</Chip>}
    >
      {calibrations.length === 0 ? (
        <p className="border-t border-line-soft px-4 py-3 text-sm text-muted">
          No strategy has been calibrated yet.
        </p>
      ) : (
        <ul className="divide-y divide-line-soft border-t border-line-soft">
          {calibrations.map((calibration) => (
            <Strategy
              key={`${calibration.strategyId} ${calibration.version}`}
              calibration={calibration}
              isOffByCommand={off.includes(calibration.strategyId)}
              now={now}
            />
          ))}
        </ul>
      )}
    </Panel>
  );
};

const ROUND_ERROR = 'Please enter a number of hours from 0.1 to 720';

const roundSchema = {
  safeParse({ hours }: { hours: string }) {
    const { value, problem = ROUND_ERROR } = parseDecimal(hours);
    const roundMs = Math.round((value ?? Number.NaN) * HOUR_MS);
    const isAccepted = countdownEndpoints.resetCountdown.body.safeParse({ roundMs }).success;
    return toResult(isAccepted ? roundMs : null, { hours: problem });
  },
};

function Countdown({
  countdown: { roundMs, endsAt },
  now,
  onReset,
}: Pick<SystemState, 'countdown'> & { now: number; onReset: () => void }) {
  const online = useOnline();
  const [nextRoundMs, setNextRoundMs] = useState<number | null>(null);
  const form = useForm(roundSchema, {
    initial: { hours: formatShortDecimal(roundMs / HOUR_MS, 2) },
    onSubmit: setNextRoundMs,
  });
  const { pending, failure, send } = useMutation(async (round: number) => {
    await resetCountdown(round);
    setNextRoundMs(null);
    onReset();
  }, toFailureText(countdownEndpoints.resetCountdown));
  return (
    <Panel title="Free-access countdown">
      <form {...form.props} className="grid gap-4 px-4 pb-4">
        <FactList
          facts={[
            ['This round ends', formatMoment(Date.parse(endsAt), now, WAT)],
            ['A round lasts', `${formatShortDecimal(roundMs / HOUR_MS, 2)} hours`],
          ]}
        />
        <TextField
          {...form.field('hours')}
          label="Length of the new round (hours)"
          inputMode="decimal"
          autoComplete="off"
        />
        {failure !== null && <Notice tone="error">{failure}</Notice>}
        <ConfirmSubmit
          submit="Start a new round"
          confirm="Start round"
          busyLabel={pending ? 'Starting…' : undefined}
          isConfirming={nextRoundMs !== null && form.done}
          disabled={!online}
          onConfirm={() => nextRoundMs !== null && void send(nextRoundMs)}
          onCancel={() => setNextRoundMs(null)}
        >
          {`Every visitor’s countdown restarts at once from ${form.values.hours.trim()} hours.`}
        </ConfirmSubmit>
      </form>
    </Panel>
  );
}
