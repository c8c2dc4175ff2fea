import { SAMPLE_PLATINUM_FIGURES } from '../../content/platinumStream';
import { Panel } from '../../ui/Card';
import { SampleTag } from '../../ui/Chip';

/** What a session's day would look like in figures. */
export const TodaysPerformance = () => (
  <Panel title="Today's Performance" aside={<SampleTag />}>
    <dl>
      {SAMPLE_PLATINUM_FIGURES.map(({ label, value }) => (
        <div
          key={label}
          className="flex items-center justify-between gap-3 border-t border-line-soft px-4 py-3"
        >
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="text-base font-semibold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  </Panel>
);
