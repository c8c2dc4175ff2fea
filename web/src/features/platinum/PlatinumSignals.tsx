import { SAMPLE_PLATINUM_SIGNALS } from '../../content/platinumStream';
import { DirectionMark } from '../../ui/instruments/DirectionMark';
import { Panel } from '../../ui/Panel';
import { SampleTag } from '../../ui/SampleTag';

const STATUS = {
  active: { dot: 'animate-pulse bg-amber', word: 'Active' },
  won: { dot: 'bg-call', word: 'Won' },
} as const;

/** The signals of a session: what runs, and what was won. */
export const PlatinumSignals = () => (
  <Panel title="Live platinum signals" aside={<SampleTag />}>
    <ul>
      {SAMPLE_PLATINUM_SIGNALS.map(({ id, pair, direction, confidence, time, status }) => (
        <li
          key={id}
          className="flex min-h-14 items-center gap-3 border-t border-line-soft px-4 py-2 tabular-nums"
        >
          <span className="min-w-0 flex-1">
            <span className="block text-sm font-semibold">{pair}</span>
            <span className="flex items-center gap-1 text-xs text-muted">
              <DirectionMark direction={direction} size="small" /> · {time}
            </span>
          </span>
          <span className="text-sm font-semibold">{confidence} %</span>
          <span className="flex w-16 items-center gap-2 text-xs text-muted">
            <span aria-hidden className={`size-2 rounded-full ${STATUS[status].dot}`} />
            {STATUS[status].word}
          </span>
        </li>
      ))}
    </ul>
  </Panel>
);
