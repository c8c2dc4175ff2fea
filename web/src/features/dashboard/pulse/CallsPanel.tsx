import { CALLS_NOTE } from '../../../content/home';
import { sampleCalls } from '../../../content/sampleCalls';
import { useNow } from '../../../data/core/clock';
import type { SampleSteps } from '../../../data/core/sampleSteps';
import { Panel } from '../../../ui/Card';
import { SampleCalls } from '../../../ui/SampleCalls';
import { SampleTag } from '../../../ui/Chip';
import { PulseFoot } from './PulseFoot';

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
      <PulseFoot running={running} onToggle={toggle}>
        {CALLS_NOTE}
      </PulseFoot>
    </Panel>
  );
}
