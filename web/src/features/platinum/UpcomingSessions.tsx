import { UPCOMING_SESSIONS } from '../../content/platinumStream';
import { Panel } from '../../ui/Card';
import { SampleTag } from '../../ui/Chip';

/** When sessions are planned. */
export const UpcomingSessions = () => (
  <Panel title="Upcoming sessions" aside={<SampleTag />}>
    <ul>
      {UPCOMING_SESSIONS.map(({ name, at, length }) => (
        <li
          key={name}
          className="flex items-center justify-between gap-3 border-t border-line-soft px-4 py-3 text-sm"
        >
          <span className="font-semibold">{name}</span>
          <span className="text-right text-muted tabular-nums">
            {at}
            <span className="block text-xs text-faint">{length}</span>
          </span>
        </li>
      ))}
    </ul>
  </Panel>
);
