import { isLocked } from '@quantalgo/contracts/access/access';
import { formatHms, formatMinutesSeconds } from '@quantalgo/contracts/core/durations';
import { formatCount, formatWeekdayTime, formatZonedTime } from '@quantalgo/contracts/core/format';
import { nextSlotStart } from '@quantalgo/contracts/core/slots';
import type { ReactNode } from 'react';
import { useNow } from '../../data/core/clock';
import { useMarketOpening } from '../../data/signals/heartbeat';
import { useSampleSteps } from '../../data/core/sampleSteps';
import { useLiveFigures } from '../../data/network/liveFigures';
import { useMember } from '../../data/auth/currentSession';
import { Card, Figures } from '../../ui/Card';
import { MotionToggle } from '../../ui/SampleSignals';
import { ScreenHead } from '../../ui/Heading';
import { type Drift, applyDrift } from '../../content/chance';
import { useZone } from '../../core/zone';
import { formatLiveAge, toLiveRows } from '../../ui/liveText';

export const SAMPLE_COUNTER: Drift = {
  start: 1247,
  by: [-3, 3],
  within: [1230, 1264],
  intervalMs: 5_000,
};

const COUNTER_TEXT = {
  label: 'traders in the community right now',
  note: 'An animated sample figure. Members with an unlocked dashboard see the real count.',
} as const;

function NextSlot() {
  const now = useNow();
  const zone = useZone();
  const opensAt = useMarketOpening();
  const isClosed = typeof opensAt === 'number';
  const nextSlot = nextSlotStart(now);
  return (
    <p className="border-t border-line-soft px-4 py-3 text-sm text-muted tabular-nums">
      <span>
        {isClosed
          ? `The market opens ${formatWeekdayTime(opensAt, zone)},`
          : `The next five-minute slot begins at ${formatZonedTime(nextSlot, zone)},`}
      </span>{' '}
      <span aria-hidden>
        in{' '}
        <span translate="no">
          {isClosed ? formatHms(opensAt - now) : formatMinutesSeconds(nextSlot - now)}
        </span>
      </span>
    </p>
  );
}

const Counter = ({
  value,
  label,
  children,
}: {
  value: string;
  label: string;
  children: ReactNode;
}) => (
  <div className="grid justify-items-center gap-2 px-4 py-12 lg:py-20">
    <p translate="no" className="text-2xl font-semibold tracking-tight tabular-nums lg:text-3xl">
      {value}
    </p>
    <p className="text-base">{label}</p>
    {children}
  </div>
);

function SampleCounter() {
  const { seed, step, running, toggle } = useSampleSteps(SAMPLE_COUNTER.intervalMs);
  return (
    <Counter value={formatCount(applyDrift(SAMPLE_COUNTER, seed, step))} label={COUNTER_TEXT.label}>
      <p className="max-w-sm text-sm text-pretty text-muted">{COUNTER_TEXT.note}</p>
      <MotionToggle running={running} onToggle={toggle} />
    </Counter>
  );
}

function RealCounter({ uid }: { uid: string }) {
  const live = useLiveFigures(uid);
  const zone = useZone();
  const [online] = toLiveRows(live, ['online']);
  return (
    <>
      <Counter
        value={online?.value ?? ''}
        label={`${online?.value === '1' ? 'member' : 'members'} online right now`}
      >
        <p className="max-w-sm text-sm text-pretty text-muted tabular-nums">
          {`${formatLiveAge(live, zone)}. Members count as online while a room, the Control Center or this counter is on their screen, and for five minutes afterwards.`}
        </p>
      </Counter>
      <NextSlot />
      {/* Last, because low counts disappear after the first count. */}
      <Figures
        className="border-t border-line-soft"
        figures={toLiveRows(live, ['signals', 'posts', 'devices'])}
      />
    </>
  );
}

export default function LiveCounter() {
  const member = useMember();
  const unlockedMember = member && !isLocked(member) ? member : null;
  return (
    <div className="grid gap-4">
      <ScreenHead title="Live Counter" sample={unlockedMember === null} />
      <Card className="overflow-hidden text-center">
        {unlockedMember ? (
          <RealCounter uid={unlockedMember.id} />
        ) : (
          <>
            <SampleCounter />
            <NextSlot />
          </>
        )}
      </Card>
    </div>
  );
}
