import { SAMPLE_SESSIONS } from '../../content/mentorship';
import { Panel } from '../../ui/Card';
import { SampleTag } from '../../ui/Chip';

/** Sessions to come. */
export const Sessions = () => (
  <Panel title="Upcoming sessions" aside={<SampleTag />}>
    <ul>
      {SAMPLE_SESSIONS.map(({ title, when, length, host }) => (
        <li key={title} className="border-t border-line-soft px-4 py-3 text-sm">
          <p className="font-semibold">{title}</p>
          <p className="text-muted tabular-nums">{when}</p>
          <p className="text-xs text-faint">
            {length}, with {host}
          </p>
        </li>
      ))}
    </ul>
  </Panel>
);
