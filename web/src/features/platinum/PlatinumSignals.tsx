import { SAMPLE_PLATINUM_SIGNALS } from '../../content/platinumStream';
import { CallRow } from '../../ui/SampleCalls';
import { Panel } from '../../ui/Card';
import { SampleTag } from '../../ui/Chip';

const STATUS = {
  active: { dot: 'animate-pulse bg-amber', word: 'Active' },
  won: { dot: 'bg-call', word: 'Won' },
} as const;

/** The signals of a session: what runs, and what was won. */
export const PlatinumSignals = () => (
  <Panel title="Live platinum signals" aside={<SampleTag />}>
    <ul>
      {SAMPLE_PLATINUM_SIGNALS.map(({ id, pair, direction, confidence, time, status }) => (
        <CallRow key={id} pair={pair} direction={direction} note={time}>
          <span className="text-sm font-semibold">{confidence} %</span>
          <span className="flex w-14 items-center gap-2 text-xs text-muted">
            <span
              aria-hidden
              className={`size-2 rounded-full forced-color-adjust-none ${STATUS[status].dot}`}
            />
            {STATUS[status].word}
          </span>
        </CallRow>
      ))}
    </ul>
  </Panel>
);
