import { PULSE_NOTE } from '../../../content/home';
import { PULSE_MS, starterFiguresAt } from '../../../content/marketPulse';
import { useSampleSteps } from '../../../data/core/sampleSteps';
import { Figures, Panel, SideBySide } from '../../../ui/Card';
import { SampleTag } from '../../../ui/Chip';
import { MarketPulse } from '../pulse/MarketPulse';
import { PulseFoot } from '../pulse/PulseFoot';

/** The simulated market of starter members, below what is real. */
export function StarterView() {
  const { seed, step, running, toggle } = useSampleSteps(PULSE_MS);
  const { signals, accuracies } = starterFiguresAt(seed, step);
  return (
    <SideBySide side={<MarketPulse seed={seed} step={step} />}>
      <Panel title="Market today" aside={<SampleTag />}>
        <Figures
          className="border-t border-line-soft"
          figures={[
            { label: 'Signals expected', value: String(signals) },
            ...accuracies.map(({ label, value }) => ({ label, value: `${value} %` })),
          ]}
        />
        <PulseFoot running={running} onToggle={toggle}>
          {PULSE_NOTE}
        </PulseFoot>
      </Panel>
    </SideBySide>
  );
}
