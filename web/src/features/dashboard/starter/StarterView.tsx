import { PULSE_NOTE } from '../../../content/home';
import { PULSE_MS, starterFiguresAt } from '../../../content/marketPulse';
import { useSampleSteps } from '../../../data/samples/useSampleSteps';
import { Figures } from '../../../ui/Figures';
import { MotionToggle } from '../../../ui/MotionToggle';
import { Panel } from '../../../ui/Panel';
import { SampleTag } from '../../../ui/SampleTag';
import { SideBySide } from '../../../ui/SideBySide';
import { MarketPulse } from '../pulse/MarketPulse';

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
        <footer className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line-soft bg-sunk px-4 py-2">
          <p className="min-w-0 flex-1 basis-56 text-xs text-muted">{PULSE_NOTE}</p>
          <MotionToggle running={running} onToggle={toggle} />
        </footer>
      </Panel>
    </SideBySide>
  );
}
