import { watClock } from '@quantalgo/contracts';
import { Eye, Maximize, Pause, Play, Volume2, VolumeX, type LucideIcon } from 'lucide-react';
import { useRef, useState } from 'react';
import { driftedTo } from '../../content/drift';
import { NO_STREAM, SAMPLE_VIEWERS, SESSION_DURATION } from '../../content/platinumStream';
import { useNow } from '../../data/core/clock';
import type { SampleSteps } from '../../data/core/sampleSteps';
import { Card } from '../../ui/Card';

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

const Clock = () => <span className="tabular-nums">{watClock(useNow())} WAT</span>;

const Facts = ({ viewers }: { viewers: number }) => (
  <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-muted tabular-nums">
    <Clock />
    <span>
      <span className="sr-only">Session duration </span>
      {SESSION_DURATION}
    </span>
    <span className="flex items-center gap-1.5">
      <Eye size={14} aria-hidden />
      {viewers} watching
    </span>
  </p>
);

/** Where a session plays: its place, clock and controls, which act on this panel alone. */
export function StreamPanel({ steps: { seed, step, running, toggle } }: { steps: SampleSteps }) {
  const screen = useRef<HTMLDivElement>(null);
  const [muted, setMuted] = useState(true);
  const enlarge = () => void screen.current?.requestFullscreen().catch(() => undefined);
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
        <Facts viewers={driftedTo(SAMPLE_VIEWERS, seed, step)} />
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
          <Control icon={Maximize} label="Full screen" onPress={enlarge} />
        </div>
      </div>
    </Card>
  );
}
