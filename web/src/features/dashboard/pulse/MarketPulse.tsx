import { moodAt, volatileAssetsAt } from '../../../content/marketPulse';
import { Panel } from '../../../ui/Card';
import { SampleTag } from '../../../ui/Chip';

/** A simulated market: its mood, and what moves most. */
export function MarketPulse({ seed, step }: { seed: number; step: number }) {
  return (
    <Panel title="Market mood" aside={<SampleTag />}>
      <p className="border-t border-line-soft px-4 py-3 text-lg font-semibold tracking-tight">
        {moodAt(seed, step)}
      </p>
      <h3 className="border-t border-line-soft px-4 pt-3 text-sm">High-volatility assets</h3>
      <dl className="grid gap-2 px-4 pt-2 pb-4 text-sm tabular-nums">
        {volatileAssetsAt(seed, step).map(({ name, range }) => (
          <div key={name} className="flex justify-between gap-3">
            <dt className="text-muted">{name}</dt>
            <dd>
              {range} <span className="text-faint">a day</span>
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
