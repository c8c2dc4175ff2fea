import { Gem } from 'lucide-react';
import { driftedTo } from '../../content/drift';
import { ESSENTIAL_LOCKED, SAMPLE_ONLINE } from '../../content/essentialRoom';
import { useSampleSteps } from '../../data/core/sampleSteps';
import { Chip } from '../../ui/Chip';
import { LockedScreen } from '../../ui/LockedScreen';
import { MotionToggle } from '../../ui/SampleCalls';
import { ScreenHead } from '../../ui/ScreenHead';
import { RoomBody } from './RoomBody';

const TITLE = 'Essential Room';

const Badge = () => <Chip tone="warning">ESSENTIAL ONLY</Chip>;

function OpenRoom() {
  const { seed, step, running, toggle } = useSampleSteps(SAMPLE_ONLINE.everyMs);
  return (
    <div className="grid gap-4 lg:gap-5.5">
      <ScreenHead
        title={TITLE}
        marks={<Badge />}
        sample
        aside={
          <p className="flex items-center gap-2 text-sm text-muted tabular-nums">
            <span aria-hidden className="size-2 rounded-full bg-call" />
            <span>
              <span className="font-semibold text-text">
                {driftedTo(SAMPLE_ONLINE, seed, step)}
              </span>{' '}
              online
            </span>
            <MotionToggle running={running} onToggle={toggle} />
          </p>
        }
      />
      <RoomBody />
    </div>
  );
}

/** The room of essential members, filled with sample content; everybody else sees its teaser. */
export const EssentialRoom = ({ open }: { open: boolean }) =>
  open ? (
    <OpenRoom />
  ) : (
    <LockedScreen
      title={TITLE}
      marks={<Badge />}
      icon={Gem}
      needs="Unlock with an Essential account"
      {...ESSENTIAL_LOCKED}
      preview={<RoomBody />}
    />
  );
