import { TIER_DEPOSITS } from '@quantalgo/contracts/access/access';
import { formatZonedClock } from '@quantalgo/contracts/core/format';
import type { Direction } from '@quantalgo/contracts/signals/signal';
import {
  Eye,
  type LucideIcon,
  Maximize,
  Pause,
  Play,
  RadioTower,
  Volume2,
  VolumeX,
} from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useNow } from '../../data/core/clock';
import { type SampleSteps, useSampleSteps } from '../../data/core/sampleSteps';
import { Card, Panel, SideBySide } from '../../ui/Card';
import { SampleTag } from '../../ui/Chip';
import { LockedScreen } from '../../ui/LockedScreen';
import { SignalRow } from '../../ui/SampleSignals';
import { FigureRows } from './FigureRows';
import { QuickActions } from './StreamActions';
import { type Drift, applyDrift } from '../../content/chance';
import { useZone } from '../../core/zone';

const PLATINUM_LOCKED = {
  description: `Live text sessions: a host’s notes and levels alongside the running signals. Unlocks with $${TIER_DEPOSITS.essential} funded.`,
  features: [
    'A calendar of the planned sessions',
    'The results of a session’s signals',
    'Your questions to the host',
  ],
} as const;

const NO_STREAM = 'This is a sample: no session is live. Sessions are text only, without video.';

const SESSION_DURATION = '2h 34m';

export const SAMPLE_VIEWERS: Drift = {
  start: 312,
  by: [-4, 4],
  within: [260, 370],
  intervalMs: 10_000,
};

interface PlatinumSignal {
  readonly id: string;
  readonly pair: string;
  readonly direction: Direction;
  /** Percent. */
  readonly confidence: number;
  readonly time: string;
  readonly status: 'active' | 'won';
}

const SAMPLE_PLATINUM_SIGNALS: readonly PlatinumSignal[] = [
  {
    id: 'P-23',
    pair: 'EUR/USD',
    direction: 'CALL',
    confidence: 89,
    time: '2 min in',
    status: 'active',
  },
  {
    id: 'P-22',
    pair: 'GBP/JPY',
    direction: 'PUT',
    confidence: 84,
    time: '9 min ago',
    status: 'won',
  },
  {
    id: 'P-21',
    pair: 'XAU/USD',
    direction: 'CALL',
    confidence: 91,
    time: '21 min ago',
    status: 'won',
  },
  {
    id: 'P-20',
    pair: 'USD/JPY',
    direction: 'PUT',
    confidence: 82,
    time: '34 min ago',
    status: 'won',
  },
];

/** As worded in the specification; not measured. */
const SAMPLE_PLATINUM_FIGURES = [
  { label: 'Win rate', value: '87%' },
  { label: 'Signals', value: '23' },
  { label: 'Average confidence', value: '84%' },
  { label: 'Session profit', value: '+$2,847' },
] as const;

const UPCOMING_SESSIONS = [
  { name: 'European Open', at: '08:00 GMT', length: '2 hours' },
  { name: 'NYC Session', at: '13:30 GMT', length: '3 hours' },
  { name: 'Asian Close', at: '21:00 GMT', length: '1.5 hours' },
] as const;

const Side = () => (
  <>
    <TodaysPerformance />
    <SampleSessions />
    <QuickActions />
  </>
);

function Stream() {
  const steps = useSampleSteps(SAMPLE_VIEWERS.intervalMs);
  return (
    <SideBySide side={<Side />}>
      <StreamPanel steps={steps} />
      <PlatinumSignals />
    </SideBySide>
  );
}

export const StreamTeaser = ({
  title,
  subtitle,
  marks,
}: {
  title: string;
  subtitle: string;
  marks: ReactNode;
}) => (
  <LockedScreen
    title={title}
    subtitle={subtitle}
    marks={marks}
    icon={RadioTower}
    needs="Unlock with an Essential account"
    {...PLATINUM_LOCKED}
    preview={<Stream />}
  />
);

const Control = ({
  icon: Icon,
  label,
  onPress,
}: {
  icon: LucideIcon;
  label: string;
  onPress: () => void;
}) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    onClick={onPress}
    className="grid size-11 place-content-center rounded-md text-muted transition-colors hover:bg-sunk hover:text-text"
  >
    <Icon size={18} aria-hidden />
  </button>
);

const Clock = () => (
  <span translate="no" className="tabular-nums">
    {formatZonedClock(useNow(), useZone())}
  </span>
);

const Facts = ({ viewers }: { viewers: number }) => (
  <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-muted tabular-nums">
    <Clock />
    <span>
      <span className="sr-only">Session duration </span>
      <span>{SESSION_DURATION}</span>
    </span>
    <span className="flex items-center gap-1.5">
      <Eye size={14} aria-hidden />
      <span>{`${viewers} watching`}</span>
    </span>
  </p>
);

/** The controls affect this panel only. */
function StreamPanel({ steps: { seed, step, running, toggle } }: { steps: SampleSteps }) {
  const screen = useRef<HTMLDivElement>(null);
  const [muted, setMuted] = useState(true);
  const enterFullscreen = () => void screen.current?.requestFullscreen().catch(() => undefined);
  return (
    <Card aria-label="Stream" className="overflow-hidden">
      <div
        ref={screen}
        className="grid aspect-video place-content-center justify-items-center gap-3 bg-sunk p-4 text-center"
      >
        <Play size={32} aria-hidden className="text-faint" />
        <p className="max-w-64 text-sm text-pretty text-muted">{NO_STREAM}</p>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 border-t border-line-soft pt-2.5 pr-1 pb-1 pl-4 sm:pt-1">
        <Facts viewers={applyDrift(SAMPLE_VIEWERS, seed, step)} />
        <div className="-ml-3 flex sm:ml-0">
          <Control
            icon={running ? Pause : Play}
            label={running ? 'Pause stream' : 'Play stream'}
            onPress={toggle}
          />
          <Control
            icon={muted ? VolumeX : Volume2}
            label={muted ? 'Turn sound on' : 'Turn sound off'}
            onPress={() => setMuted(!muted)}
          />
          <Control icon={Maximize} label="Full screen" onPress={enterFullscreen} />
        </div>
      </div>
    </Card>
  );
}

const STATUS_STYLE = {
  active: { dot: 'animate-pulse bg-amber', word: 'Active' },
  won: { dot: 'bg-call', word: 'Won' },
} as const;

const PlatinumSignals = () => (
  <Panel title="Live platinum signals" aside={<SampleTag />}>
    <ul>
      {SAMPLE_PLATINUM_SIGNALS.map(({ id, pair, direction, confidence, time, status }) => (
        <SignalRow key={id} pair={pair} direction={direction} note={time}>
          <span className="text-sm font-semibold">{`${confidence}%`}</span>
          <span className="flex w-14 items-center gap-2 text-xs text-muted">
            <span
              aria-hidden
              className={`size-2 rounded-full forced-color-adjust-none ${STATUS_STYLE[status].dot}`}
            />
            <span>{STATUS_STYLE[status].word}</span>
          </span>
        </SignalRow>
      ))}
    </ul>
  </Panel>
);

const TodaysPerformance = () => (
  <Panel title="Today's Performance" aside={<SampleTag />}>
    <FigureRows rows={SAMPLE_PLATINUM_FIGURES} />
  </Panel>
);

const SampleSessions = () => (
  <Panel title="Upcoming sessions" aside={<SampleTag />}>
    <ul>
      {UPCOMING_SESSIONS.map(({ name, at, length }) => (
        <li
          key={name}
          className="flex items-center justify-between gap-3 border-t border-line-soft px-4 py-3 text-sm"
        >
          <span className="font-semibold">{name}</span>
          <span translate="no" className="text-right text-muted tabular-nums">
            <span>{at}</span>
            <span className="block text-xs text-faint">{length}</span>
          </span>
        </li>
      ))}
    </ul>
  </Panel>
);
