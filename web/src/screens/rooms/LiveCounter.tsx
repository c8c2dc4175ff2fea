import {
  countText,
  hoursText,
  minutesSeconds,
  nextSlotStart,
  weekdayTime,
  zonedTime,
} from '@quantalgo/contracts';
import { useNow } from '../../data/core/clock';
import { useOpening } from '../../data/signals/opening';
import { useSampleSteps } from '../../data/core/sampleSteps';
import { Card } from '../../ui/Card';
import { MotionToggle } from '../../ui/SampleCalls';
import { ScreenHead } from '../../ui/Heading';
import { type Drift, driftedTo } from '../../content/chance';
import { useZone } from '../../tell';

/** Sample content: the counter, which stays close to its start. */
export const SAMPLE_COUNTER: Drift = {
  start: 1247,
  by: [-3, 3],
  within: [1230, 1264],
  everyMs: 5_000,
};

const COUNTER_WORDS = {
  label: 'traders in the community right now',
  note: 'A sample figure that moves by itself: we keep no public count of who is here.',
} as const;

/** The real content of the screen: when the next slot begins, or the market opens. */
function NextSlot() {
  const now = useNow();
  const zone = useZone();
  const opensAt = useOpening();
  const isClosed = typeof opensAt === 'number';
  const next = nextSlotStart(now);
  return (
    <p className="border-t border-line-soft px-4 py-3 text-sm text-muted tabular-nums">
      {isClosed
        ? `The market opens ${weekdayTime(opensAt, zone)}`
        : `The next five-minute slot begins at ${zonedTime(next, zone)}`}
      ,{' '}
      <span aria-hidden>in {isClosed ? hoursText(opensAt - now) : minutesSeconds(next - now)}</span>
    </p>
  );
}

/** A sample counter that changes every five seconds until it is paused. */
export default function LiveCounter() {
  const { seed, step, running, toggle } = useSampleSteps(SAMPLE_COUNTER.everyMs);
  return (
    <div className="grid gap-4">
      <ScreenHead title="Live Counter" sample />
      <Card className="overflow-hidden text-center">
        <div className="grid justify-items-center gap-2 px-4 py-12 lg:py-20">
          <p className="text-2xl font-semibold tracking-tight tabular-nums lg:text-3xl">
            {countText(driftedTo(SAMPLE_COUNTER, seed, step))}
          </p>
          <p className="text-base">{COUNTER_WORDS.label}</p>
          <p className="max-w-sm text-sm text-pretty text-muted">{COUNTER_WORDS.note}</p>
          <MotionToggle running={running} onToggle={toggle} />
        </div>
        <NextSlot />
      </Card>
    </div>
  );
}
