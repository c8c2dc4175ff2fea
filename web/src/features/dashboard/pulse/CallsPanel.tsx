import { CALLS_NOTE } from '../../../content/home';
import { sampleCalls } from '../../../content/sampleCalls';
import { useNow } from '../../../data/clock/clock';
import type { SampleSteps } from '../../../data/samples/useSampleSteps';
import { MotionToggle } from '../../../ui/MotionToggle';
import { Panel } from '../../../ui/Panel';
import { SampleCalls } from '../../../ui/SampleCalls';
import { SampleTag } from '../../../ui/SampleTag';

const MINUTE_MS = 60_000;

/** Made-up signals that move on by themselves until one stops them. */
export function CallsPanel({
  sheet,
  steps: { seed, step, running, toggle },
}: {
  sheet: Parameters<typeof sampleCalls>[0];
  steps: SampleSteps;
}) {
  const now = useNow(MINUTE_MS);
  return (
    <Panel title="Sample signals" aside={<SampleTag />}>
      <SampleCalls calls={sampleCalls(sheet, { seed, step, now })} />
      <footer className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line-soft bg-sunk px-4 py-2">
        <p className="min-w-0 flex-1 basis-56 text-xs text-muted">{CALLS_NOTE}</p>
        <MotionToggle running={running} onToggle={toggle} />
      </footer>
    </Panel>
  );
}
